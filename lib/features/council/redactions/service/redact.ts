import type { Context } from "@/lib/authority/context";
import { takeFirst, withSecond } from "@/lib/authority/second-operator";
import { type RedactedTexts, redactAct, redactEvent } from "@/lib/database/erasures/redact";
import { redactVersions } from "@/lib/database/erasures/redact-versions";
import { REDACTED_KIND, redactionText, withoutRedacted } from "@/lib/database/erasures/redaction-text";
import { lock } from "@/lib/database/locks";
import type { Transaction } from "@/lib/database/open";
import { recordChange } from "@/lib/features/events/record-change";
import { conflict, invalid, ServiceError } from "@/lib/foundation/errors";
import { actorName, authorize } from "@/lib/identity/permissions";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { NamedRecord, type Redaction, type RedactRecord } from "../schema";
import { type FoundRecord, findRecord } from "./find-record";

const REASON_AGAIN = "Erased again after a restore.";

/** The name of a record in acts and in the change feed: `incident:12`. */
const nameOf = ({ subject, id }: NamedRecord) => `${subject}:${id}`;

/** Reads such a name. @returns undefined if it is none */
function recordNamed(name: string): NamedRecord | undefined {
  const [subject, id] = name.split(/:(.*)/s);
  return NamedRecord.safeParse({ subject, id }).data;
}

/** Returns the fields to redact. @throws ServiceError `invalid`, `conflict` */
async function checkFields(tx: Transaction, asked: readonly string[], texts: FoundRecord["texts"]): Promise<string[]> {
  const wrong = asked.find((field) => !Object.hasOwn(texts, field));
  if (wrong !== undefined) {
    const possible = Object.keys(texts).join(", ") || "none";
    throw invalid(`\`fields\` contains ${wrong}, which cannot be redacted. Possible: ${possible}.`, {
      field: "fields",
    });
  }
  const open = await withoutRedacted(tx, texts);
  const fields = asked.filter((field) => Object.hasOwn(open, field));
  if (fields.length === 0) throw conflict("These texts are already redacted.");
  return [...new Set(fields)];
}

/**
 * Redacts texts of a record. The reason of a redaction is in the texts that it left, so they are replaced again.
 * @returns the acts that were erased, and the entries that an act must record as erased
 */
async function redactFound(tx: Transaction, { act }: FoundRecord, { subject, id }: NamedRecord, texts: RedactedTexts) {
  if (act === null) {
    await (subject === "version" ? redactVersions : redactEvent)(tx, id, texts);
    return { acts: [], entries: [] };
  }
  const { acts, entries } = await redactAct(tx, act, texts);
  for (const { kind, subject, details } of acts) {
    const left = kind === REDACTED_KIND ? recordNamed(subject) : undefined;
    // Versions lose the values, so no text is left in them.
    if (left === undefined || left.subject === "version") continue;
    const fields = (details["fields"] as string[]) ?? [];
    const before = await findRecord(tx, left);
    if (before.act === null) await redactEvent(tx, left.id, { ...texts, fields });
    else await redactAct(tx, before.act, { ...texts, fields });
  }
  return { acts, entries };
}

/** Redacts inside a transaction, and logs it. */
async function redactWithin(ctx: Context, tx: Transaction, input: RedactRecord, revision?: number): Promise<Redaction> {
  const at = ctx.clock();
  const { id, subject, reason } = input;
  // A redaction writes back the other texts of an act, so none may change after they are read.
  await lock(tx, "redactions");
  const found = await findRecord(tx, input, revision);
  const fields = await checkFields(tx, input.fields, found.texts);
  const name = nameOf({ subject, id: subject === "act" ? String(found.act?.seq) : id });
  const first = await takeFirst(tx, ctx, { act: "erasure", subject: `${name} ${fields.toSorted().join(",")}` });
  const text = redactionText(at, reason);
  const { acts, entries } = await redactFound(tx, found, input, { fields, text, at, revision });
  await recordChange(tx, { kind: REDACTED_KIND, subject: name, dids: found.dids, data: { fields, reason } });
  const details = { fields, entries, reason, ...(first === undefined ? {} : { first }) };
  const act = { kind: REDACTED_KIND, actor: actorName(ctx.caller), subject: name, details };
  const { seq } = await appendWithin(tx, COUNCIL_LOG, act, at);
  return { subject, id, fields, text, acts: acts.map((one) => one.seq), seq, at: at.toISOString() };
}

/**
 * Replaces texts of a record everywhere in this service, and logs it. Hashes, leaves and commitments stay. The payload and
 * the salt of each act that contains one of the texts are erased.
 * @throws ServiceError `notFound`; `invalid` for a field that the record does not have; `conflict` if all are
 * redacted, or a second operator must redact it, too;
 * `unavailable` if the journal of erasures cannot be written
 */
export async function redactRecord(ctx: Context, input: RedactRecord): Promise<Redaction> {
  authorize(ctx.caller, "council.redact");
  return withSecond(ctx, () => ctx.db.transaction((tx) => redactWithin(ctx, tx, input)));
}

/**
 * Redacts what a restored database has again, as the journal says. @param key `act:`, `event:` or `version:`, and an id
 * @param revision of the last version of an agent that was redacted
 * @returns whether something was left to redact
 */
export async function redactAgain(
  ctx: Context,
  key: string,
  fields: readonly string[],
  revision?: number,
): Promise<boolean> {
  authorize(ctx.caller, "council.redact");
  const named = recordNamed(key);
  if (named === undefined) return false;
  try {
    const input = { ...named, fields: [...fields], reason: REASON_AGAIN };
    await ctx.db.transaction((tx) => redactWithin(ctx, tx, input, revision));
    return true;
  } catch (error) {
    // The record is newer than the backup, or is redacted already.
    if (error instanceof ServiceError && ["notFound", "conflict", "invalid"].includes(error.kind)) return false;
    throw error;
  }
}
