import { and, eq, inArray, sql } from "drizzle-orm";
import type { Reader } from "../open";
import { ledgerActs } from "../schema/ledger";

export const REDACTED_KIND = "record.redacted";
/** How the text that replaces others begins. Triggers know it. */
const BEGINNING = "Redacted on ";
const BECAUSE = " because: ";

/** Returns the text that replaces others. */
export const redactionText = (at: Date, reason: string): string =>
  `${BEGINNING}${at.toISOString().slice(0, 10)}${BECAUSE}${reason}`;

/** Returns what replaces a value of the same type. */
function replacementOf(value: unknown, text: string): unknown {
  if (Array.isArray(value)) return [text];
  return typeof value === "object" && value !== null ? { redacted: text } : text;
}

/** Returns values in which those of some fields are replaced. */
export const replaced = (values: Record<string, unknown>, fields: readonly string[], text: string) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, fields.includes(name) ? replacementOf(value, text) : value]),
  );

/** Returns the text of a value that looks as a redaction leaves it. Authors can write such a value, too. */
function possibleText(value: unknown): string[] {
  const [text] = typeof value === "object" && value !== null ? Object.values(value) : [value];
  if (typeof text !== "string" || !text.startsWith(BEGINNING)) return [];
  return JSON.stringify(value) === JSON.stringify(replacementOf(value, text)) ? [text] : [];
}

/** Returns the texts that no redaction left. A redaction left a text if an act of that day has its reason. */
export async function withoutRedacted(db: Reader, texts: Record<string, unknown>): Promise<Record<string, unknown>> {
  const reasons = Object.values(texts)
    .flatMap(possibleText)
    .map((text) => text.split(BECAUSE).slice(1).join(BECAUSE));
  if (reasons.length === 0) return texts;
  const acts = await db
    .select()
    .from(ledgerActs)
    .where(
      and(
        // An index has the first words of kinds.
        sql`split_part(${ledgerActs.kind}, '.', 1) = 'record'`,
        eq(ledgerActs.kind, REDACTED_KIND),
        inArray(sql`${ledgerActs.details} ->> 'reason'`, reasons),
      ),
    );
  const left = new Set(acts.map(({ createdAt, details }) => redactionText(createdAt, String(details["reason"]))));
  return Object.fromEntries(
    Object.entries(texts).filter(([, value]) => !possibleText(value).some((text) => left.has(text))),
  );
}
