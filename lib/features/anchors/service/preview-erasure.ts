import { and, eq, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { ledgerEntries, ledgerPayloads } from "@/lib/database/schema/ledger";
import { foundRow, notFound } from "@/lib/foundation/errors";
import { isUuid } from "@/lib/foundation/text/uuid";
import { authorize } from "@/lib/identity/permissions";
import { ANCHOR_LOG } from "@/lib/ledger/append";
import type { ErasureEffect } from "../schema";

/** Returns what the erasure of an anchor removes. @throws ServiceError `notFound` */
export async function previewErasure({ db, caller }: Context, { id }: { id: string }): Promise<ErasureEffect> {
  authorize(caller, "council.read_acts");
  if (!isUuid(id)) throw notFound();
  const ofEntry = and(eq(ledgerPayloads.log, ledgerEntries.log), eq(ledgerPayloads.seq, ledgerEntries.seq));
  const { seq, scope, did, kind, bytes, createdAt } = foundRow(
    await db
      .select({
        ...{ seq: ledgerEntries.seq, scope: ledgerEntries.scope, createdAt: ledgerEntries.createdAt },
        ...{ did: ledgerPayloads.did, kind: ledgerPayloads.kind },
        bytes: sql<number | null>`octet_length(${ledgerPayloads.payload}::text)`,
      })
      .from(ledgerEntries)
      .innerJoin(ledgerPayloads, ofEntry)
      .where(and(eq(ledgerEntries.log, ANCHOR_LOG), eq(ledgerEntries.id, id))),
  );
  const content = did === null || bytes === null ? null : { did, kind: kind ?? "", bytes };
  return { id, seq, scope, created_at: createdAt.toISOString(), content };
}
