import { max, type SQL, sql } from "drizzle-orm";
import { lock } from "@/lib/database/locks";
import type { Database, Reader } from "@/lib/database/open";
import { anchorTexts } from "@/lib/database/schema/anchors";
import { ledgerPayloads } from "@/lib/database/schema/ledger";
import { ANCHOR_LOG } from "@/lib/ledger/append";

const BATCH_ANCHORS = 2_000;

/** Returns the words of a payload. */
export const payloadWords = (payload: SQL): SQL =>
  sql`jsonb_to_tsvector('simple', ${payload}, '["string", "numeric"]')`;

/** Reads the `seq` up to which anchors are indexed, 0 if none is. */
export async function indexedUpTo(db: Reader): Promise<number> {
  const [last] = await db.select({ seq: max(anchorTexts.seq) }).from(anchorTexts);
  return last?.seq ?? 0;
}

/** Adds a batch of anchors to the text index. */
export async function indexAnchors(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await lock(tx, "anchorTexts");
    const upTo = await indexedUpTo(tx);
    await tx.execute(sql`
      insert into ${anchorTexts} (seq, did, kind, words)
      select seq, did, kind, ${payloadWords(sql`payload`)} from ${ledgerPayloads}
      where log = ${ANCHOR_LOG} and seq > ${upTo} and payload is not null order by seq limit ${BATCH_ANCHORS}`);
  });
}
