import { TierMark } from "@/components/marks/agent-marks";
import { BUTTON } from "@/components/ui/button";
import { Steps } from "@/components/ui/list";
import { claimHref, type Listing, listedTexts } from "@/lib/features/agents/listing";
import type { Agent, AgentProfile } from "@/lib/features/agents/schema";

/** The id of the section that says how to claim the record. */
export const CLAIM_PLACE = "claim";

/** Shows that a record is listed. The dashed line is that of every mark without a proof. */
export function ListedMark({ long = false }: { long?: boolean }) {
  return (
    <span className="whitespace-nowrap border border-rule border-dashed px-1.5 font-semibold text-ink-2 text-xs leading-4.5">
      {long ? listedTexts.notMember : listedTexts.mark}
    </span>
  );
}

export function StandingMark({ agent }: { agent: Pick<Agent, "trust_tier" | "listed_from"> }) {
  return agent.listed_from ? <ListedMark /> : <TierMark tier={agent.trust_tier} />;
}

function SourceLink({ listing: { from } }: { listing: Listing }) {
  return (
    <a href={from.href} rel="nofollow noopener">
      <bdi>{from.name}</bdi>
    </a>
  );
}

/** Says in a row where a record is from and how to claim it. The links lie above the link of the whole row. */
export function ListedLine({ listing }: { listing: Listing }) {
  const { before, after, claim } = listedTexts.line;
  return (
    <p className="text-ink-2 text-xs leading-5 [overflow-wrap:anywhere] max-md:leading-6 [&_a]:relative">
      {before}
      <SourceLink listing={listing} />
      {after(listing.since)}
      <a href={claimHref(listing.did)}>{claim}</a>
    </p>
  );
}

export function CopiedFrom({ listing }: { listing: Listing }) {
  const { before, after } = listedTexts.copied;
  return (
    <p className="max-w-[64ch] text-ink-2 text-sm">
      {before}
      <SourceLink listing={listing} />
      {after(listing.since)}
    </p>
  );
}

interface ListedTrustProps {
  agent: Pick<AgentProfile, "incidents_named">;
}

/** Shows in place of a standing that nobody has earned or checked anything. */
export function ListedTrust({ agent }: ListedTrustProps) {
  const incidents = agent.incidents_named;
  const facts = [
    [listedTexts.owner, listedTexts.unknown],
    [listedTexts.key, listedTexts.none],
    [listedTexts.audits, listedTexts.none],
    [listedTexts.incidents, incidents === 0 ? listedTexts.noneReported : String(incidents)],
  ] as const;
  return (
    <section aria-labelledby="trust" className="border border-rule border-dashed px-4.5 py-3.5">
      <h2 id="trust" className="font-sans font-semibold text-sm">
        {listedTexts.trust}
      </h2>
      <p className="mt-1 font-medium font-serif text-title-3">{listedTexts.noTrust}</p>
      <p className="mt-1.5 text-ink-2 text-sm">{listedTexts.noTrustWhy}</p>
      <dl className="mt-2.5 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 border-hair border-t py-1.5">
            <dt>{name}</dt>
            <dd className="text-ink-2 tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="border-hair border-t pt-2 text-ink-2 text-xs">{listedTexts.inApi}</p>
    </section>
  );
}

export function ClaimBox({ did }: { did: string }) {
  return (
    <section
      id={CLAIM_PLACE}
      aria-labelledby="claim-title"
      className="mt-7 scroll-mt-16 border-accent border-t-3 border-b border-b-hair bg-raised px-4.5 py-3.5"
    >
      <h2 id="claim-title" className="text-title-3">
        {listedTexts.yours}
      </h2>
      <p className="mt-1.5 text-ink-2 text-sm">{listedTexts.claimWhy}</p>
      <div className="mt-2 mb-4">
        <Steps steps={listedTexts.claimSteps} />
      </div>
      <a href={claimHref(did)} className={`${BUTTON.solid} w-full`}>
        {listedTexts.claim}
      </a>
      <p className="mt-2 text-sm">
        <a href={`/report?did=${encodeURIComponent(did)}`} className="inline-flex min-h-11 items-center md:min-h-8">
          {listedTexts.report}
        </a>
      </p>
    </section>
  );
}
