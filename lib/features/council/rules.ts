import type { ActGroup, Audit, PublicAct } from "./schema";

/**
 * The groups of acts whose content, salt and reason are public, if they were written after the log's `published_after`. The
 * reasons of the others were promised to one person, or are about tokens.
 */
export const PUBLIC_GROUPS = [
  "agent",
  "audit",
  "demo",
  "domain",
  "incident",
  "key",
  "log",
  "maintenance",
  "memory",
  "record",
  "relay",
  "rfc",
  "tier",
] as const satisfies readonly ActGroup[];

/** Returns the first word of a kind. */
export const groupOf = (kind: string): string => kind.slice(0, kind.indexOf("."));

/** Returns whether the content of such acts is public. */
export const isPublicKind = (kind: string): boolean => PUBLIC_GROUPS.some((group) => group === groupOf(kind));

/** An operator as older builds name it, with its credential's id. */
const UNNAMED_OPERATOR = /^operator:[0-9a-f]{8}-/;

interface Published {
  seq: number;
  kind: string;
  actor: string;
  isErased: boolean;
}

/** The act of a reply. Its text is shown in full only on the page of the record. */
const REPLY = "reply.written";

/**
 * Returns what of an act is public. `public`: everything, with the salt. `redacted`: everything that remains. `older`: the kind,
 * the subject and the time. `elsewhere`: the same, and the subject's page has the text. `private`: the kind and the time.
 * @param publishedAfter of the log
 */
export function publicityOf({ seq, kind, actor, isErased }: Published, publishedAfter: number): PublicAct["content"] {
  if (kind === REPLY) return "elsewhere";
  if (!isPublicKind(kind)) return "private";
  if (seq <= publishedAfter || UNNAMED_OPERATOR.test(actor)) return "older";
  return isErased ? "redacted" : "public";
}

/** Returns whether the last audit that counts was failed. @param audits the newest first */
export const failedLastAudit = (audits: readonly Pick<Audit, "verdict" | "status" | "decision">[]): boolean =>
  audits.find(({ status, decision }) => status === "completed" && decision !== "set_aside")?.verdict === "fail";
