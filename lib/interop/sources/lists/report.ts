import type { FieldChange } from "@/lib/features/agents/changes";
import type { ImportOutcome } from "@/lib/features/agents/service/import";
import { boundaryBefore } from "@/lib/foundation/text/cut";
import { describePlace, type Place } from "./place";

const SHOWN_CHARACTERS = 48;
/** Characters before the first difference that are still shown. */
const LEAD_CHARACTERS = 12;

/** The results of an import, or the expected results of a dry run, in the order of the input. */
export interface Report {
  dry_run: boolean;
  /** False if the database failed before the end. Another run continues the import. */
  finished: boolean;
  totals: { registered: number; updated: number; unchanged: number; refused: number };
  registered: (Place & { did: string })[];
  updated: (Place & { did: string; changes: FieldChange[] })[];
  /** `taken`: the record is valid, but somebody else owns its DID, or it is a member. */
  refused: (Place & { reason: string; taken?: true })[];
}

export function emptyReport(dryRun: boolean): Report {
  const totals = { registered: 0, updated: 0, unchanged: 0, refused: 0 };
  return { dry_run: dryRun, finished: false, totals, registered: [], updated: [], refused: [] };
}

/** Removes terminal control and bidi characters from a text, because lists are written by strangers. */
export function printable(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (c) => `\\u${(c.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
}

/** Returns both values as JSON, shortened around their first difference. */
function shorten({ from, to }: Pick<FieldChange, "from" | "to">): [string, string] {
  const texts = [from, to].map((value) => (value === undefined ? "nothing" : JSON.stringify(value))) as [
    string,
    string,
  ];
  const [before, after] = texts;
  const same = [...before].findIndex((character, at) => character !== after[at]);
  const start = Math.max(before.length, after.length) > SHOWN_CHARACTERS ? Math.max(same - LEAD_CHARACTERS, 0) : 0;
  return texts.map((text) => {
    const from = boundaryBefore(text, start);
    const end = boundaryBefore(text, start + SHOWN_CHARACTERS);
    return `${from > 0 ? "…" : ""}${text.slice(from, end)}${end < text.length ? "…" : ""}`;
  }) as [string, string];
}

export function recordOutcome(report: Report, place: Place, did: string, { outcome, changes }: ImportOutcome): void {
  report.totals[outcome] += 1;
  if (outcome === "registered") report.registered.push({ ...place, did });
  if (outcome !== "updated") return;
  const shortened = changes.map((change) => {
    const [from, to] = shorten(change);
    return { field: change.field, from, to };
  });
  report.updated.push({ ...place, did, changes: shortened });
}

export function recordRejection(report: Report, place: Place, reason: string, isTaken = false): void {
  report.totals.refused += 1;
  report.refused.push({ ...place, reason, ...(isTaken ? { taken: true } : {}) });
}

/** Sorts the entries in the order of the input, because concurrent work ends in any order. */
export function sortReport(report: Report, names: string[]): void {
  const order = (a: Place, b: Place) =>
    names.indexOf(a.file) - names.indexOf(b.file) || (a.line ?? 0) - (b.line ?? 0) || (a.index ?? 0) - (b.index ?? 0);
  report.registered.sort(order);
  report.updated.sort(order);
  report.refused.sort(order);
}

/** Returns the report for people, with rejected records separate, because they go to standard error. */
export function describeReport(report: Report): { rejections: string; summary: string } {
  const rejections = report.refused.map((one) => `${describePlace(one)}: ${one.reason}`);
  const updates = report.updated.flatMap(({ did, changes }) => [
    `${did}`,
    ...changes.map(({ field, from, to }) => `  ${field}: ${from} → ${to}`),
  ]);
  const { registered, updated, unchanged, refused } = report.totals;
  const totals = `${registered} registered, ${updated} updated, ${unchanged} unchanged, ${refused} refused`;
  const summary = [...updates, report.dry_run ? `Dry run, nothing stored: ${totals}` : totals];
  const text = (lines: string[]) => lines.map((line) => `${printable(line)}\n`).join("");
  return { rejections: text(rejections), summary: text(summary) };
}
