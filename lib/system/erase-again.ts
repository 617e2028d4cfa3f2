import type { Context } from "@/lib/authority/context";
import { erase, type WholeErasure } from "@/lib/database/erasures/erase";
import type { ErasureKind, JournalLine } from "@/lib/database/erasures/journal";
import { withdrawAgain } from "@/lib/features/access/applications/service/withdraw";
import { eraseAnchorsAgain } from "@/lib/features/anchors/service/erase";
import { redactAgain } from "@/lib/features/council/redactions/service/redact";
import { checkClock } from "@/lib/ledger/clock";

const ROWS_AT_A_TIME = 100;

type Again = (ctx: Context, keys: string[], before: Date | undefined) => Promise<string[]>;

const removing =
  (kind: WholeErasure): Again =>
  ({ db }, keys, before) =>
    db.transaction((tx) => erase(tx, kind, keys, before));

/** How each kind is erased again. The council's log of the restored database lacks the acts of anchors and withdrawals. */
const AGAIN: Record<WholeErasure, Again> = {
  anchor: eraseAnchorsAgain,
  withdrawal: withdrawAgain,
  application: removing("application"),
  report: removing("report"),
  guest: removing("guest"),
};

/**
 * Erases what the lines of a journal list and a restored database has again.
 * @returns how many rows of each kind had content
 */
export async function eraseAgain(ctx: Context, lines: readonly JournalLine[]): Promise<Map<ErasureKind, number>> {
  await checkClock(ctx.db);
  const counts = new Map<ErasureKind, number>();
  for (const [kind, again] of Object.entries(AGAIN) as [WholeErasure, Again][]) {
    const batches = new Map<string, Set<string>>();
    for (const { key, before = "" } of lines.filter((line) => line.kind === kind)) {
      batches.set(before, (batches.get(before) ?? new Set()).add(key));
    }
    let count = 0;
    for (const [before, keys] of batches) {
      const all = [...keys];
      for (let at = 0; at < all.length; at += ROWS_AT_A_TIME) {
        const until = before === "" ? undefined : new Date(before);
        count += (await again(ctx, all.slice(at, at + ROWS_AT_A_TIME), until)).length;
      }
    }
    counts.set(kind, count);
  }
  counts.set("redaction", 0);
  for (const { kind, key, fields = [], revision } of lines) {
    if (kind === "redaction" && (await redactAgain(ctx, key, fields, revision))) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
  }
  return counts;
}
