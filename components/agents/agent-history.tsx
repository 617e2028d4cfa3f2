import { AuditEntry } from "@/components/council/audit-entry";
import { NamingList } from "@/components/incidents/naming-list";
import { Section } from "@/components/ui/section";
import type { AgentProfile } from "@/lib/agents/schema";
import type { AuditList } from "@/lib/council/schema";
import type { NamingIncident } from "@/lib/incidents/schema";
import type { TrustHistory } from "@/lib/trust/schema";
import { ScoreHistory } from "./score-history";

interface AgentHistoryProps {
  agent: AgentProfile;
  history: TrustHistory;
  audits: AuditList;
  naming: { incidents: readonly NamingIncident[]; total: number };
  /** ISO 8601. */
  now: string;
  /** Where every change is, as JSON. */
  twin: string;
}

/** What happened to an agent: its score through time, its audits and the incidents that name it. One line where nothing did. */
export function AgentHistory({ agent, history, audits, naming, now, twin }: AgentHistoryProps) {
  const isNew = history.changes.every(({ reason }) => reason.kind === "registered" || reason.kind === "joined");
  return (
    <>
      <Section title="History" aside={<a href={twin}>Every change as JSON</a>}>
        {isNew && audits.total + naming.total === 0 ? (
          <p className="py-3 text-ink-2 text-sm">
            Registered on {agent.registered_at.slice(0, 10)}. No audit, no incident and no change of tier since.
          </p>
        ) : (
          <ScoreHistory history={history} now={now} />
        )}
        <p className="mt-2 text-ink-2 text-xs">
          <a
            href={`/report?did=${encodeURIComponent(agent.did)}`}
            className="inline-flex min-h-11 items-center md:min-h-6"
          >
            Report a problem with this agent
          </a>
        </p>
      </Section>
      {audits.total > 0 && (
        <Section
          title="Audits"
          aside={
            <a href={`/audits?did=${encodeURIComponent(agent.did)}`}>
              {audits.total > audits.audits.length ? `All ${audits.total.toLocaleString("en")}` : "In the register"}
            </a>
          }
        >
          <ol>
            {audits.audits.map((audit) => (
              <AuditEntry key={audit.id} audit={audit} agentShown={false} />
            ))}
          </ol>
        </Section>
      )}
      {naming.total > 0 && (
        <Section
          title="Incidents"
          aside={naming.total > naming.incidents.length && `The newest of ${naming.total.toLocaleString("en")}`}
        >
          <NamingList incidents={naming.incidents} />
        </Section>
      )}
    </>
  );
}
