import { and, eq, inArray } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { takeFirst, withSecond } from "@/lib/authority/second-operator";
import { erase } from "@/lib/database/erasures/erase";
import type { Transaction } from "@/lib/database/open";
import { ledgerEntries, ledgerPayloads } from "@/lib/database/schema/ledger";
import { conflict, foundRow, notFound } from "@/lib/foundation/errors";
import { isUuid } from "@/lib/foundation/text/uuid";
import { actorName, authorize } from "@/lib/identity/permissions";
import { ANCHOR_LOG, appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { entryOf } from "@/lib/ledger/pages";
import type { EraseAnchor, ErasedAnchor } from "../schema";
import { viewPublicAnchor } from "../view";

const ALREADY = "This anchor is already erased.";
const REASON_AGAIN = "Erased again after a restore.";

const inLog = (ids: readonly string[]) => and(eq(ledgerEntries.log, ANCHOR_LOG), inArray(ledgerEntries.id, [...ids]));

/** Erases contents of anchors, and logs each with the reason. @returns the ids of those that had content */
async function eraseWithin(ctx: Context, tx: Transaction, ids: readonly string[], said: object): Promise<string[]> {
  const erased = await erase(tx, "anchor", ids);
  if (erased.length === 0) return [];
  const rows = await tx.select().from(ledgerEntries).where(inLog(erased)).orderBy(ledgerEntries.seq);
  for (const { id, seq } of rows) {
    const act = { kind: "memory.erased", actor: actorName(ctx.caller), subject: id, details: { seq, ...said } };
    await appendWithin(tx, COUNCIL_LOG, act, ctx.clock());
  }
  return erased;
}

/**
 * Erases an anchor's content and logs the reason. The entry and every hash stay.
 * @throws ServiceError `notFound`; `conflict` if it is already erased, or a second operator must erase it, too; `unavailable` if the journal cannot be written
 */
export async function eraseAnchor(ctx: Context, { id, reason }: EraseAnchor): Promise<ErasedAnchor> {
  authorize(ctx.caller, "memory.erase");
  if (!isUuid(id)) throw notFound();
  return withSecond(ctx, () =>
    ctx.db.transaction(async (tx) => {
      const { row, payload } = foundRow(
        await tx
          .select({ row: ledgerEntries, payload: ledgerPayloads.payload })
          .from(ledgerEntries)
          .innerJoin(
            ledgerPayloads,
            and(eq(ledgerPayloads.log, ledgerEntries.log), eq(ledgerPayloads.seq, ledgerEntries.seq)),
          )
          .where(inLog([id]))
          .for("update", { of: ledgerPayloads }),
      );
      if (payload === null) throw conflict(ALREADY);
      const first = await takeFirst(tx, ctx, { act: "erasure", subject: `anchor:${row.id}` });
      const erased = await eraseWithin(ctx, tx, [id], first === undefined ? { reason } : { reason, first });
      if (erased.length === 0) throw conflict(ALREADY);
      return { ...viewPublicAnchor(entryOf(row, "")), seq: row.seq, erased: true };
    }),
  );
}

/** Erases anchors that a restored database has again, as the journal says. @returns the ids of those that had content */
export function eraseAnchorsAgain(ctx: Context, ids: readonly string[]): Promise<string[]> {
  authorize(ctx.caller, "memory.erase");
  return ctx.db.transaction((tx) => eraseWithin(ctx, tx, ids, { reason: REASON_AGAIN }));
}
