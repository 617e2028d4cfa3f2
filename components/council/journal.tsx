import { Fragment } from "react";
import { profileHref } from "@/components/marks/profile-href";
import { actHref, subjectHref } from "@/components/marks/subject-href";
import { ShortTime } from "@/components/ui/relative-time";
import { actKindLabel } from "@/lib/features/council/act-words";
import type { JournalEntry } from "@/lib/features/council/schema";
import { ownValue } from "@/lib/foundation/own-values";
import { actorLabel } from "@/lib/identity/actor-label";

const WORDS: Record<string, string> = {
  "agent.suspended": "Suspended",
  "agent.reinstated": "Reinstated",
  "agent.withdrawn": "Withdrawn",
  "agent.returned": "Returned",
  "agent.deprecated": "Deprecated",
  "agent.deprecation_lifted": "Deprecation lifted",
  "agent.updated": "Record changed",
  "agent.checks_ended": "Checks ended",
  "agent.handed_over": "Handed over",
  "agent.copies_listed": "Copied records listed",
  "agent.listing_ended": "Became a member",
  "application.claimed": "Token claimed",
  "credential.issued": "Token issued",
  "credential.reissued": "Token issued again",
  "credential.revoked": "Token revoked",
  "credential.rotated": "Token rotated",
  "demo.seeded": "Demo ended",
  "domain.proven": "Domain proven",
  "domain.lost": "Domain lost",
  "domain.given_up": "Domain given up",
  "audit.decided": "Decision on an audit",
  "incident.decided": "Decision on an incident",
  "incident.opened": "Opened",
  "incident.confirmed": "Confirmed",
  "incident.frozen": "Under investigation",
  "incident.updated": "Update posted",
  "incident.postmortem": "Postmortem published",
  "incident.reopened": "Reopened",
  "incident.resolved": "Resolved",
  "incident.exported": "Sealed",
  "incident.agent_struck": "Cleared of an incident",
  "key.added": "Key added",
  "key.retired": "Key retired",
  "log.founded": "Logs founded again",
  "log.guard_adopted": "Guard began",
  "key.proven": "Key proven",
  "key.proof_ended": "Proof of key ended",
  "maintenance.announced": "Maintenance planned",
  "maintenance.cancelled": "Maintenance cancelled",
  "memory.frozen": "Memory frozen",
  "memory.unfrozen": "Memory unfrozen",
  "memory.erased": "Payload erased",
  "record.redacted": "Text redacted",
  "relay.frozen": "Relay frozen",
  "relay.unfrozen": "Relay unfrozen",
  "reply.written": "Replied",
  "rfc.entered": "Entered",
  "rfc.reviewed": "Reviewed",
  "rfc.activated": "In force",
  "rfc.frozen": "Final",
  "rfc.superseded": "Superseded",
  "tier.changed": "Tier changed",
  "tier.granted": "Tier granted",
  "tier.grant_withdrawn": "Grant withdrawn",
  "tier.grant_lapsed": "Grant ended",
  "tier.grant_restored": "Grant restored",
};
/** Subjects without a page, by the first word of the entry's kind. */
const WITHOUT_PAGE: Record<string, string> = {
  application: "an application",
  credential: "a credential",
  demo: "everything before is invented",
  key: "this service",
  log: "both logs",
  report: "a report",
  webhook: "a webhook",
};
const VERDICTS: Record<string, string> = { pass: "Audit passed", fail: "Audit failed", pending: "Audit started" };

export function Journal({ entries }: { entries: readonly JournalEntry[] }) {
  return (
    <table className="w-full table-fixed text-sm">
      <caption className="sr-only">The newest entries of the log</caption>
      <thead className="text-left text-ink-2 text-xs">
        <tr className="border-hair border-b">
          <th scope="col" className="w-23 py-2 font-normal">
            UTC
          </th>
          <th scope="col" className="w-22 py-2 font-normal md:w-30">
            Action
          </th>
          <th scope="col" className="py-2 font-normal">
            Subject
          </th>
          <th scope="col" className="w-26 py-2 font-normal max-md:hidden">
            By
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id} className="border-hair border-b align-top">
            <td className="py-2 pr-3 text-xs leading-5.5">
              <a
                href={actHref(entry.seq)}
                className="whitespace-nowrap text-ink-2 max-md:-my-2 max-md:inline-flex max-md:min-h-11 max-md:items-center"
              >
                <ShortTime instant={entry.created_at} />
              </a>
            </td>
            <td className="py-2 pr-3 [overflow-wrap:anywhere]">
              {wordOf(entry)}
              {entry.to !== null && (
                <span className="text-ink-2">{`${entry.from === null ? "" : ` ${entry.from}`} to ${entry.to}`}</span>
              )}
            </td>
            <td className="py-2 pr-3 md:pr-3">
              <Subject entry={entry} />
              <span className="block text-ink-2 text-xs md:hidden">
                by <By entry={entry} />
              </span>
            </td>
            <td className="py-2 text-ink-2 max-md:hidden">
              <By entry={entry} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Returns the action in words. They are few, because the next column names the subject. */
function wordOf({ kind, verdict }: JournalEntry): string {
  return ownValue(VERDICTS, verdict ?? "") ?? ownValue(WORDS, kind) ?? actKindLabel(kind);
}

function Subject({ entry: { kind, subject, subject_name } }: { entry: JournalEntry }) {
  const href = subjectHref(subject);
  if (href === undefined) {
    return (
      <span className="text-ink-2">{ownValue(WITHOUT_PAGE, kind.slice(0, kind.indexOf("."))) ?? "all agents"}</span>
    );
  }
  return (
    <a href={href} title={subject} className="line-clamp-2 [overflow-wrap:break-word] md:line-clamp-1">
      {href.startsWith("/rfcs/") && `RFC ${href.slice("/rfcs/".length)}: `}
      <Name name={subject_name} called={subject} />
    </a>
  );
}

function By({ entry: { actor, actor_name } }: { entry: JournalEntry }) {
  if (!actor.startsWith("did:")) return actorLabel(actor);
  return (
    <a href={profileHref(actor)} title={actor} className="text-ink-2 [overflow-wrap:break-word] md:line-clamp-1">
      <Name name={actor_name} called={actor} />
    </a>
  );
}

/** Shows a name. Without one it shows the identifier, which may break after each colon. */
function Name({ name, called }: { name: string | null; called: string }) {
  if (name !== null) return <bdi>{name}</bdi>;
  return (
    <span className="font-mono text-xs">
      {[...called.matchAll(/[^:]+:?/g)].map(({ 0: part, index }) => (
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </span>
  );
}
