import { AuditEntry } from "@/components/council/audit-entry";
import { AgentIncidents } from "@/components/incidents/agent-incidents";
import { Section } from "@/components/ui/section";
import { listedTexts, listingOf } from "@/lib/features/agents/listing";
import type { AgentProfile } from "@/lib/features/agents/schema";
import type { AuditList } from "@/lib/features/council/schema";
import type { NamingIncident } from "@/lib/features/incidents/schema";
import { PACK_TEXTS } from "@/lib/features/packs/texts";
import type { TrustHistory } from "@/lib/features/trust/schema";
import { addressWith } from "@/lib/http/page-address";
import type { AgentNames } from "@/lib/identity/did";
import { ScoreHistory } from "./score-history";

interface AgentHistoryProps {
  agent: AgentProfile;
  history: TrustHistory;
  audits: AuditList;
  names: AgentNames;
  naming: { incidents: readonly NamingIncident[]; total: number };
  /** ISO 8601. */
  now: string;
  jsonPath: string;
  packPath: string;
}

/**
 * Shows an agent's score through time, its audits and the incidents that name it. Without any of them it is one line.
 */
export function AgentHistory({ agent, history, audits, names, naming, now, jsonPath, packPath }: AgentHistoryProps) {
  const listing = listingOf(agent);
  const isNew = history.changes.every(({ reason }) => ["registered", "joined", "listed"].includes(reason.kind));
  return (
    <>
      <Section title="History" aside={<a href={jsonPath}>Every change as JSON</a>}>
        {isNew && audits.total + naming.total === 0 ? (
          <p className="py-3 text-ink-2 text-sm">
            {listing
              ? listedTexts.unchanged(listing.since)
              : `Registered on ${agent.registered_at.slice(0, 10)}. No audit, no incident and no change of tier since then.`}
          </p>
        ) : (
          <ScoreHistory history={history} now={now} />
        )}
        <p className="mt-2 flex flex-wrap gap-x-5 text-ink-2 text-xs">
          <a
            href={addressWith("/council", { subject: agent.did })}
            className="inline-flex min-h-11 items-center md:min-h-6"
          >
            The council’s acts about this agent
          </a>
          <a
            href={`/report?did=${encodeURIComponent(agent.did)}`}
            className="inline-flex min-h-11 items-center md:min-h-6"
          >
            Report a problem with this agent
          </a>
          {!listing && audits.total + naming.total > 0 && (
            <a
              href={`/owner/agents/${encodeURIComponent(agent.did)}`}
              className="inline-flex min-h-11 items-center md:min-h-6"
            >
              Your agent? Reply
            </a>
          )}
          <a href={packPath} className="inline-flex min-h-11 items-center md:min-h-6" download>
            {PACK_TEXTS.button}
          </a>
        </p>
        <p className="text-ink-2 text-xs">
          The pack has all of this from the last 90 days, with proofs. {PACK_TEXTS.trust}
        </p>
      </Section>
      {audits.total > 0 && (
        <Section
          title="Audits"
          aside={
            <a href={`/audits?did=${encodeURIComponent(agent.did)}`}>
              {audits.total > audits.audits.length ? `All ${audits.total.toLocaleString("en")}` : "All audits"}
            </a>
          }
        >
          <ol>
            {audits.audits.map((audit) => (
              <AuditEntry key={audit.id} audit={audit} names={names} agentShown={false} />
            ))}
          </ol>
        </Section>
      )}
      {naming.total > 0 && (
        <Section
          title="Incidents"
          aside={naming.total > naming.incidents.length && `The newest of ${naming.total.toLocaleString("en")}`}
        >
          <AgentIncidents incidents={naming.incidents} />
        </Section>
      )}
    </>
  );
}
