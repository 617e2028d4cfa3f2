import type { ReactNode } from "react";
import { Actor } from "@/components/agents/did";
import { WhenBelow } from "@/components/ui/ago";
import type { JournalEntry } from "@/lib/council/schema";

const WORDS: Record<string, string> = {
  "agent.suspended": "Suspended",
  "agent.reinstated": "Reinstated",
  "incident.opened": "Opened",
  "incident.confirmed": "Confirmed",
  "incident.frozen": "Frozen",
  "incident.reopened": "Opened again",
  "incident.resolved": "Resolved",
  "incident.exported": "Sealed",
  "incident.agent_struck": "Cleared of an incident",
  "key.proven": "Key proven",
  "key.proof_ended": "Proof of key ended",
  "memory.frozen": "Memory frozen",
  "memory.unfrozen": "Memory runs again",
  "memory.erased": "Payload erased",
  "relay.frozen": "Relay frozen",
  "relay.unfrozen": "Relay runs again",
  "rfc.entered": "Entered",
  "rfc.reviewed": "Reviewed",
  "rfc.activated": "In force",
  "rfc.frozen": "Frozen",
  "rfc.superseded": "Superseded",
  "tier.changed": "Tier changed",
  "tier.granted": "Tier granted",
  "tier.grant_withdrawn": "Grant withdrawn",
  "tier.grant_lapsed": "Grant lapsed",
  "tier.grant_restored": "Grant restored",
};
const VERDICTS: Record<string, string> = { pass: "Audit passed", fail: "Audit failed", pending: "Audit begun" };
const ACTORS: Record<string, string> = {
  system: "the service",
  operator: "an operator",
  organisation: "its organisation",
};

/** The newest acts of the council's log: what happened, to whom, by whom, and the entry that holds it. */
export function Journal({ entries }: { entries: readonly JournalEntry[] }) {
  return (
    <ol className="text-sm">
      {entries.map((entry) => (
        <li
          key={entry.id}
          className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-4 border-hair border-b py-2.5 md:grid-cols-[8.5rem_7rem_minmax(0,1fr)_minmax(0,1fr)] md:items-center"
        >
          <a href={`/anchors/${entry.id}`} className="text-ink-2 text-xs">
            <WhenBelow instant={entry.created_at} />
          </a>
          <p>
            <b className="font-semibold">{wordOf(entry)}</b>
            {entry.to !== null && (
              <span className="block text-ink-2 text-xs">
                {entry.from === null ? "" : `${entry.from} `}to {entry.to}
              </span>
            )}
          </p>
          <p className="col-start-2 min-w-0 md:col-start-auto">
            <Subject subject={entry.subject} />
          </p>
          <p className="col-start-2 min-w-0 text-ink-2 md:col-start-auto">
            <span className="text-xs md:sr-only">by </span>
            {ACTORS[entry.actor] ?? <Actor name={entry.actor} />}
          </p>
        </li>
      ))}
    </ol>
  );
}

/** A kind that has no words yet is told by its own name. */
function wordOf({ kind, verdict }: JournalEntry): string {
  return VERDICTS[verdict ?? ""] ?? WORDS[kind] ?? kind;
}

function Subject({ subject }: { subject: string }): ReactNode {
  if (subject.startsWith("did:")) return <Actor name={subject} />;
  const [, incident] = /^incident:(\d+)$/.exec(subject) ?? [];
  const [, rfc] = /^rfc-0*(\d+)$/.exec(subject) ?? [];
  if (incident === undefined && rfc === undefined) return <span className="text-ink-2">the whole federation</span>;
  return (
    <a href={incident ? `/incidents/${incident}` : `/rfcs/${rfc}`}>
      {incident ? `Incident ${incident}` : `RFC ${rfc}`}
    </a>
  );
}
