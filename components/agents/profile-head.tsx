import { Breadcrumb } from "@/components/layout/page";
import { DomainMark, KeyMark, StatusMark } from "@/components/marks/agent-marks";
import { Identicon } from "@/components/marks/identicon";
import { providerHref } from "@/components/marks/profile-href";
import { BUTTON } from "@/components/ui/button";
import { SignedWord } from "@/components/ui/marks";
import { ShortRelativeTime } from "@/components/ui/relative-time";
import { isInUse } from "@/lib/features/agents/in-use";
import { listedTexts, listingOf } from "@/lib/features/agents/listing";
import type { Liveness } from "@/lib/features/agents/liveness/schema";
import { noticesOf } from "@/lib/features/agents/notices";
import type { AgentProfile } from "@/lib/features/agents/schema";
import { AgentSentence, ProtocolMarks, TagLinks } from "./agent-details";
import { BADGE_PANEL } from "./badge-panel";
import { DidParts } from "./did-parts";
import { FOLLOW_PANEL } from "./follow-panel";
import { CLAIM_PLACE, CopiedFrom, ListedMark } from "./listed";

export function ProfileHead({ agent, failedLastAudit }: { agent: AgentProfile; failedLastAudit: boolean }) {
  const listing = listingOf(agent);
  const isUsable = noticesOf(agent).length === 0;
  const { did, name, provider, audits_passed: passedAudits } = agent;
  return (
    <>
      <Breadcrumb
        above={[
          { name: "Agents", href: "/agents" },
          ...(provider ? [{ name: provider, href: providerHref(provider) }] : []),
        ]}
      />
      <header className="grid grid-cols-[3rem_minmax(0,1fr)] items-start gap-x-3.5 gap-y-2 pb-6 md:grid-cols-[4.5rem_minmax(0,1fr)_auto] md:gap-x-6">
        <span className={`[&>svg]:h-auto [&>svg]:w-full ${listing ? "text-ink-2" : "text-accent"}`}>
          <Identicon did={did} size={72} />
        </span>
        <h1 className="self-center text-[1.875rem] leading-tight [overflow-wrap:anywhere] md:text-title-1">
          <bdi>{name}</bdi>
        </h1>
        <div className="col-span-2 grid grid-cols-[minmax(0,1fr)] gap-3 md:col-span-1 md:col-start-2">
          <AgentSentence description={agent.description} />
          <ul className="flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-2 text-sm [&>li]:min-w-0">
            {listing && (
              <li>
                <ListedMark long />
              </li>
            )}
            {provider && (
              <li className="flex items-center gap-1">
                {listing ? listedTexts.maker : "by"}
                <a
                  href={providerHref(provider)}
                  className="inline-flex min-h-11 min-w-0 items-center [overflow-wrap:anywhere] md:min-h-0"
                >
                  <bdi>{provider}</bdi>
                </a>
              </li>
            )}
            {agent.key_verified && (
              <li>
                <KeyMark />
              </li>
            )}
            {agent.domains.map((host) => (
              <li key={host}>
                <DomainMark host={host} />
              </li>
            ))}
            {failedLastAudit && <li className="font-semibold text-ink">Failed its last audit</li>}
            {passedAudits > 0 && (
              <li>
                <SignedWord
                  word={`${passedAudits.toLocaleString("en")} ${passedAudits === 1 ? "audit" : "audits"} passed`}
                  path="M2.5 6.5l2.5 2.5l4.5-6"
                  className="text-accent"
                />
              </li>
            )}
            <ProtocolMarks protocols={agent.protocols} />
            {(!listing || !isUsable) && (
              <li>
                <StatusMark status={isInUse(agent) && !isUsable ? "deprecated" : agent.status} />
              </li>
            )}
            {!listing && isUsable && (
              <li>
                <LastCall agent={agent} />
              </li>
            )}
            {!listing && isUsable && <Answer liveness={agent.liveness} />}
            {agent.is_demo && <li className="border border-rule border-dashed px-1.5 text-xs">demo</li>}
          </ul>
          {listing && <CopiedFrom listing={listing} />}
          <DidParts did={did} />
          <TagLinks {...agent} />
        </div>
        <p
          className={`col-span-2 grid gap-2 md:col-span-1 md:col-start-3 md:row-start-1 md:flex ${listing || !isUsable ? "grid-cols-2" : "grid-cols-3"}`}
        >
          {isUsable && (
            <a href="#use" className={BUTTON.solid}>
              Use it
            </a>
          )}
          {listing && (
            <a href={`#${CLAIM_PLACE}`} className={BUTTON.quiet}>
              {listedTexts.line.claim}
            </a>
          )}
          <button type="button" popoverTarget={FOLLOW_PANEL} className={BUTTON.quiet}>
            Follow
          </button>
          <button type="button" popoverTarget={BADGE_PANEL} className={BUTTON.quiet}>
            Badge
          </button>
        </p>
      </header>
    </>
  );
}

/** Shows how long ago an agent answered our check, or since when it does not. Nothing if nothing is known. */
function Answer({ liveness: { step, answered_at, silent_since } }: { liveness: Liveness }) {
  if (silent_since !== undefined) return <li>has not answered our checks since {silent_since.slice(0, 10)}</li>;
  if (step === "unknown" || answered_at === undefined) return null;
  return (
    <li>
      answered our check <ShortRelativeTime instant={answered_at} />
    </li>
  );
}

/** Shows when an agent last called. Its registration is not a call. */
function LastCall({ agent: { last_seen, registered_at } }: { agent: AgentProfile }) {
  if (last_seen <= registered_at) return "no call yet";
  return (
    <>
      last call <ShortRelativeTime instant={last_seen} />
    </>
  );
}
