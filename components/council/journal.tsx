import { Fragment } from "react";
import { profileHref } from "@/components/marks/profile-href";
import { ShortTime } from "@/components/ui/relative-time";
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
  "agent.handed_over": "Handed over",
  "agent.copies_listed": "Copied records listed",
  "agent.listing_ended": "Became a member",
  "credential.issued": "Token issued",
  "credential.reissued": "Token issued again",
  "credential.revoked": "Token revoked",
  "credential.rotated": "Token rotated",
  "demo.seeded": "Demo ended",
  "domain.proven": "Domain proven",
  "domain.lost": "Domain lost",
  "domain.given_up": "Domain given up",
  "incident.opened": "Opened",
  "incident.confirmed": "Confirmed",
  "incident.frozen": "Frozen",
  "incident.updated": "Update posted",
  "incident.postmortem": "Postmortem published",
  "incident.reopened": "Reopened",
  "incident.resolved": "Resolved",
  "incident.exported": "Sealed",
  "incident.agent_struck": "Cleared of an incident",
  "key.proven": "Key proven",
  "key.proof_ended": "Proof of key ended",
  "memory.frozen": "Memory frozen",
  "memory.unfrozen": "Memory unfrozen",
  "memory.erased": "Payload erased",
  "relay.frozen": "Relay frozen",
  "relay.unfrozen": "Relay unfrozen",
  "rfc.entered": "Entered",
  "rfc.reviewed": "Reviewed",
  "rfc.activated": "In force",
  "rfc.frozen": "Frozen",
  "rfc.superseded": "Superseded",
  "tier.changed": "Tier changed",
  "tier.granted": "Tier granted",
  "tier.grant_withdrawn": "Grant withdrawn",
  "tier.grant_lapsed": "Grant ended",
  "tier.grant_restored": "Grant restored",
};
/** Subjects without a page, by the first word of the entry's kind. */
const WITHOUT_PAGE: Record<string, string> = {
  credential: "a credential",
  demo: "everything before is invented",
  report: "a report",
};
const VERDICTS: Record<string, string> = { pass: "Audit passed", fail: "Audit failed", pending: "Audit started" };

/** Lists the newest entries of the council's log: time, action, subject and actor. */
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
                href={`/anchors/${entry.id}`}
                className="whitespace-nowrap text-ink-2 max-md:-my-2 max-md:inline-flex max-md:min-h-11 max-md:items-center"
              >
                <ShortTime instant={entry.created_at} />
              </a>
            </td>
            <td className="py-2 pr-3">
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

/** Returns the action in words, or its kind if it has no words yet. */
function wordOf({ kind, verdict }: JournalEntry): string {
  return ownValue(VERDICTS, verdict ?? "") ?? ownValue(WORDS, kind) ?? kind;
}

/** Returns the page of an entry's subject. Undefined for entries about all agents. */
function hrefOf(subject: string): string | undefined {
  if (subject.startsWith("did:")) return profileHref(subject);
  const [, kind, number] = /^(incident:|rfc-)(\d+)$/.exec(subject) ?? [];
  if (number === undefined) return undefined;
  return kind === "incident:" ? `/incidents/${number}` : `/rfcs/${Number(number)}`;
}

function Subject({ entry: { kind, subject, subject_name } }: { entry: JournalEntry }) {
  const href = hrefOf(subject);
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
