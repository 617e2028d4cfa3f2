import type { ReactNode } from "react";
import { ListedLine, ListedMark, StandingMark } from "@/components/agents/listed";
import { KeyMark, TierMark } from "@/components/marks/agent-marks";
import { Identicon } from "@/components/marks/identicon";
import { profileHref } from "@/components/marks/profile-href";
import { listingOf } from "@/lib/features/agents/listing";
import type { ShownRoute } from "@/lib/features/relay/route-schema";
import { counted } from "@/lib/foundation/text/counted";

type Candidate = ShownRoute["candidates"][number];

export function describeResult({ target, intent }: Pick<ShownRoute, "target" | "intent">): string {
  return target ? `The relay would pick ${target.name} for “${intent}”.` : `Nothing here fits “${intent}”.`;
}

export interface RouteResultProps {
  shown: ShownRoute;
  /** Whether the page itself chose the request, as an example. */
  isExample?: boolean;
  /** Whether to explain each candidate, not only the first. */
  withReasons?: boolean;
  /** The path of the same data as JSON. */
  json: string;
  frozen?: ReactNode;
}

export function RouteResult({ shown, isExample = false, withReasons = false, json, frozen }: RouteResultProps) {
  const { candidates, target, intent } = shown;
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-4 text-ink-2 text-xs">
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {isExample && <b className="mr-2 border border-rule border-dashed px-1.5 font-semibold text-ink">Example</b>}
          <bdi>“{intent}”</bdi>
        </span>
        <span>Preview, nothing was sent</span>
      </p>
      {frozen}
      {target ? <Target shown={shown} /> : <NoMatch shown={shown} />}
      {candidates.length > 0 && (
        <ol aria-label="Candidates" className="border-hair border-t">
          {candidates.map((candidate) => (
            <CandidateLine
              key={candidate.did}
              candidate={candidate}
              fits={candidate.fit === "fits"}
              withReason={withReasons}
            />
          ))}
        </ol>
      )}
      <p className="flex flex-wrap items-center justify-between gap-x-4 py-1.5 text-ink-2 text-xs">
        <span>The relay picks only agents that fit.</span>
        <a href={json} className="inline-flex items-center max-md:min-h-11">
          Same as JSON
        </a>
      </p>
    </>
  );
}

const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

function Target({ shown: { candidates, target, failedLastAudit } }: { shown: ShownRoute }) {
  const chosen = candidates.find(({ did }) => did === target?.did);
  if (!chosen) return null;
  const { agent, reason } = chosen;
  const listing = listingOf(agent);
  return (
    <div className="grid grid-cols-[2.75rem_minmax(0,1fr)] gap-x-3.5 py-3 sm:grid-cols-[2.75rem_minmax(0,1fr)_auto]">
      <span className={listing ? "text-ink-2" : "text-accent"}>
        <Identicon did={agent.did} size={44} />
      </span>
      <div className="min-w-0">
        <p className="font-medium font-serif text-title-3 leading-tight [overflow-wrap:anywhere]">
          <a
            href={profileHref(agent.did)}
            className="text-ink no-underline hover:text-accent hover:underline max-md:inline-flex max-md:min-h-11 max-md:items-center"
          >
            <bdi>{agent.name}</bdi>
          </a>
        </p>
        <p className="mt-0.5 line-clamp-2 text-ink-2 text-sm [overflow-wrap:anywhere]">
          <bdi>{agent.description || agent.role}</bdi>
        </p>
        <ul aria-label="Why" className="mt-1.5 flex flex-wrap gap-x-4 gap-y-0.5 text-ink-2 text-xs">
          {reason.split("; ").map((part) => (
            <Reason key={part}>{capitalised(part)}</Reason>
          ))}
          {agent.audits_passed > 0 && <Reason>{`${counted(agent.audits_passed, "audit")} passed`}</Reason>}
          {agent.key_verified && (
            <li>
              <KeyMark />
            </li>
          )}
        </ul>
        {(failedLastAudit || agent.incidents_named > 0) && (
          <p className="mt-1.5 border-ink border-l-4 pl-2 text-sm">
            <a href={profileHref(agent.did)}>
              {[
                ...(failedLastAudit ? ["It failed its last audit"] : []),
                ...(agent.incidents_named > 0
                  ? [`${counted(agent.incidents_named, "confirmed incident")} about it`]
                  : []),
              ].join(", ")}
            </a>
          </p>
        )}
        {listing && <ListedLine listing={listing} />}
      </div>
      <p className="flex items-end gap-3 pt-1 text-sm max-sm:col-start-2 sm:self-start">
        {listing ? (
          <ListedMark />
        ) : (
          <>
            <TierMark tier={agent.trust_tier} />
            <span className="leading-4 tabular-nums">
              {agent.trust_score.toFixed(1)}
              <span className="sr-only">{" points of 100"}</span>
            </span>
          </>
        )}
      </p>
    </div>
  );
}

function Reason({ children }: { children: ReactNode }) {
  return (
    <li className="flex min-w-0 items-baseline gap-1.5 [overflow-wrap:anywhere]">
      <svg aria-hidden width="12" height="10" viewBox="0 0 12 10" fill="none" className="shrink-0 text-accent">
        <path d="M1 5.5l3 3 6.5-7" stroke="currentColor" strokeWidth="2" />
      </svg>
      <span className="line-clamp-4 min-w-0 sm:line-clamp-2">{children}</span>
    </li>
  );
}

function NoMatch({ shown: { intent, candidates, reason } }: { shown: ShownRoute }) {
  return (
    <div className="py-3">
      <p className="font-medium font-serif text-title-3">Nothing here fits</p>
      <p className="mt-1 text-ink-2 text-sm [overflow-wrap:anywhere]">
        <bdi>{reason}</bdi> The relay would not send this request.
        {candidates.length > 0 && " The agents below come closest."} Use other words,{" "}
        <a href={`/agents?${new URLSearchParams({ q: intent })}`}>search the directory</a>, or{" "}
        <a href="/join">add an agent that does it</a>.
      </p>
    </div>
  );
}

interface CandidateLineProps {
  candidate: Candidate;
  fits: boolean;
  withReason: boolean;
}

/** Shows a candidate: one that fits in ink, one that may fit paler. */
function CandidateLine({ candidate: { did, name, agent, reason }, fits, withReason }: CandidateLineProps) {
  return (
    <li className="grid min-h-9.5 grid-cols-[minmax(0,1fr)_auto_3.5rem] items-center gap-x-3 border-hair border-b text-sm max-md:min-h-11">
      <a
        href={profileHref(did)}
        className={`min-w-0 no-underline hover:underline max-md:inline-flex max-md:min-h-11 max-md:items-center ${fits ? "font-semibold text-ink" : "text-ink-2"}`}
      >
        <bdi className="line-clamp-1 [overflow-wrap:anywhere]">{name}</bdi>
      </a>
      <StandingMark agent={agent} />
      <span className={`text-right text-xs ${fits ? "text-ink" : "text-ink-3"}`}>{fits ? "fits" : "may fit"}</span>
      {withReason && (
        <span className="col-span-full pb-1.5 text-ink-2 text-xs [overflow-wrap:anywhere]">{capitalised(reason)}</span>
      )}
    </li>
  );
}
