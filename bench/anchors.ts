import type { Database } from "@/lib/database/open";
import { ANCHOR_LOG, appendLocked } from "@/lib/ledger/append";
import { lockHead } from "@/lib/ledger/head";
import { createDraft } from "@/lib/ledger/link";

const BULK_ENTRIES = 4_000;

/** Returns an anchor as it is before it is appended. */
export const draftAnchor = () =>
  createDraft(
    { did: "did:bench:s1:atlas", kind: "note", scope: "PUBLIC", payload: { text: "the quick brown fox" } },
    new Date(),
  );

/** Fills the anchors' log up to `size`, by the statement that every append takes. */
export async function fillAnchors(db: Database, size: number): Promise<void> {
  for (let full = false; !full; ) {
    full = await db.transaction(async (tx) => {
      const head = await lockHead(tx, ANCHOR_LOG);
      const drafts = Array.from({ length: Math.min(BULK_ENTRIES, size - head.tree.size) }, draftAnchor);
      if (drafts.length > 0) await appendLocked(tx, head, drafts);
      return head.tree.size >= size;
    });
  }
}
