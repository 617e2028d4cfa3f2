import { z } from "zod";

/** Maximum versions of the replies about one agent on one record, of all its owners together. */
export const MAX_VERSIONS = 5;
/** Days after the first reply in which an operator must decide. Pages show the date. */
export const DECISION_DAYS = 14;
const DAY_MILLISECONDS = 86_400_000;

/** What an operator can decide on a disputed record. */
export const Decision = z.enum(["upheld", "amended", "withdrawn", "set_aside"]).meta({ id: "ReplyDecision" });
export type Decision = z.infer<typeof Decision>;

/** The names of incidents and audits in replies: `incident:12`, `audit:<uuid>`. */
export const incidentRecord = (id: number): string => `incident:${id}`;
export const auditRecord = (id: string): string => `audit:${id}`;

export function partsOfRecord(record: string): { kind: "incident" | "audit"; id: string } {
  const [kind, id = ""] = record.split(":");
  return { kind: kind === "incident" ? "incident" : "audit", id };
}

/** Returns the path of a record's own page, where replies are shown in full. */
export function recordHref(record: string): string {
  const { kind, id } = partsOfRecord(record);
  return `/${kind}s/${id}`;
}

/** Returns the date by which an operator must have decided about a first reply. */
export const dueAfter = (first: Date): Date => new Date(first.getTime() + DECISION_DAYS * DAY_MILLISECONDS);

/** Returns when the next version may be written. One a day is allowed. */
export const nextVersionAt = (last: Date): Date => new Date(last.getTime() + DAY_MILLISECONDS);

/** Any DID, also of other methods than this federation's. */
const DID_IN_TEXT = /\bdid:[a-z0-9][\w-]*:[\w.%:-]+/gi;

/** Returns a DID in a text without the punctuation of its sentence. */
function trimmedDid(did: string): string {
  let end = did.length;
  while (".:-".includes(did.charAt(end - 1))) end -= 1;
  return did.slice(0, end);
}

export const didsIn = (text: string): string[] => (text.match(DID_IN_TEXT) ?? []).map(trimmedDid);

/** Returns the first DID in a reply that its accusation does not name, if any. @param named the accusation's DIDs */
export function foreignDidIn(text: string, named: readonly string[]): string | undefined {
  const known = new Set(named.map((did) => did.toLowerCase()));
  return didsIn(text).find((did) => !known.has(did.toLowerCase()));
}
