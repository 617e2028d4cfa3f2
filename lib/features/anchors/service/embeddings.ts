import { and, asc, eq, gt, isNotNull, max, sql } from "drizzle-orm";
import type { Database } from "@/lib/database/open";
import { anchorTexts } from "@/lib/database/schema/anchors";
import { ledgerPayloads } from "@/lib/database/schema/ledger";
import { ANCHOR_LOG } from "@/lib/ledger/append";
import type { Embedder } from "@/lib/search/embedder";
import { vectorLiteral } from "@/lib/search/rules";
import { vectorStoreOf } from "@/lib/search/service/store";
import { textOf } from "../rules";

const BATCH_ANCHORS = 100;
/** How many of the newest anchors have vectors. They are compared with one by one. */
export const MAX_EMBEDDED_ANCHORS = 20_000;

/** Reads the anchors after the last one that has a vector of the model, in their order. */
async function nextTexts(db: Database, model: string): Promise<{ seq: number; text: string }[]> {
  const [newest] = await db.select({ seq: max(anchorTexts.seq) }).from(anchorTexts);
  const [last] = await db.execute<{ seq: string | null }>(
    sql`select max(seq) as seq from anchor_vectors where model = ${model}`,
  );
  const after = Math.max(Number(last?.seq ?? 0), (newest?.seq ?? 0) - MAX_EMBEDDED_ANCHORS);
  if (!newest?.seq || newest.seq <= after) return [];
  const rows = await db
    .select({ seq: anchorTexts.seq, payload: ledgerPayloads.payload })
    .from(anchorTexts)
    .innerJoin(ledgerPayloads, and(eq(ledgerPayloads.log, ANCHOR_LOG), eq(ledgerPayloads.seq, anchorTexts.seq)))
    .where(and(gt(anchorTexts.seq, after), isNotNull(ledgerPayloads.payload)))
    .orderBy(asc(anchorTexts.seq))
    .limit(BATCH_ANCHORS);
  return rows.map(({ seq, payload }) => ({ seq, text: textOf(payload) }));
}

/**
 * Computes vectors for the next anchors that have none. The embedder is called outside of any transaction. An anchor
 * that is erased in the meantime gets no vector.
 * @returns how many got a vector; 0 if none was missing or there is no vector store
 * @throws Error with a sentence if a remote model does not respond
 */
export async function embedAnchors(db: Database, embedder: Embedder): Promise<number> {
  if (!vectorStoreOf(db)) return 0;
  const texts = await nextTexts(db, embedder.model);
  if (texts.length === 0) return 0;
  const vectors = await embedder.embedSkills(texts.map(({ text }) => [{ kind: "description", text }]));
  const rows = texts.map(({ seq }, at) => ({
    seq,
    v: vectorLiteral(vectors[at]?.prototypes[0] ?? new Float32Array()),
  }));
  await db.execute(sql`
    insert into anchor_vectors (model, seq, v)
    select ${embedder.model}, i.seq, i.v::vector
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i(seq bigint, v text)
      join ${anchorTexts} as t on t.seq = i.seq
    on conflict do nothing`);
  return texts.length;
}
