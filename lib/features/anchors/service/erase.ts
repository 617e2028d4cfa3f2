import { and, eq, isNotNull } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { ledgerEntries, ledgerPayloads } from "@/lib/database/schema/ledger";
import { conflict, notFound } from "@/lib/foundation/errors";
import { isUuid } from "@/lib/foundation/text/uuid";
import { actorName, authorize } from "@/lib/identity/permissions";
import { ANCHOR_LOG, appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { entryOf } from "@/lib/ledger/pages";
import type { EraseAnchor, ErasedAnchor } from "../schema";
import { viewPublicAnchor } from "../view";
import { removeFromIndex } from "./search-index";

/**
 * Erases an anchor's content and logs the reason. The entry and every hash stay.
 * @throws ServiceError `notFound`; `conflict` if it is already erased
 */
export async function eraseAnchor(ctx: Context, { id, reason }: EraseAnchor): Promise<ErasedAnchor> {
  authorize(ctx.caller, "memory.erase");
  if (!isUuid(id)) throw notFound();
  return ctx.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(ledgerEntries)
      .where(and(eq(ledgerEntries.log, ANCHOR_LOG), eq(ledgerEntries.id, id)));
    if (!row) throw notFound();
    const erased = await tx
      .update(ledgerPayloads)
      .set({ salt: null, did: null, kind: null, payload: null })
      .where(
        and(eq(ledgerPayloads.log, ANCHOR_LOG), eq(ledgerPayloads.seq, row.seq), isNotNull(ledgerPayloads.payload)),
      )
      .returning({ seq: ledgerPayloads.seq });
    if (erased.length === 0) throw conflict("This anchor is already erased.");
    await removeFromIndex(tx, row.seq);
    const act = {
      kind: "memory.erased",
      actor: actorName(ctx.caller),
      subject: row.id,
      details: { seq: row.seq, reason },
    };
    await appendWithin(tx, COUNCIL_LOG, act, ctx.clock());
    return { ...viewPublicAnchor(entryOf(row, "")), seq: row.seq, erased: true };
  });
}
