import { sql } from "drizzle-orm";
import type { Database, Transaction } from "@/lib/db/open";
import { concat, toHex } from "./bytes";
import type { Entry } from "./entry";
import { type Head, lockHead } from "./head";
import { type Draft, draftOf, type LinkedEntry, link } from "./link";
import type { TreeNode } from "./merkle";

/** What is put on record: who did what to whom, with whatever else explains it. */
export interface LedgerRecord {
  /** What happened, as `subject.verb`: `credential.issued`, `tier.granted`. */
  kind: string;
  /** Who did it, as `actorName` says. */
  actor: string;
  /** The DID or id it was done to. */
  subject: string;
  details: Record<string, unknown>;
}

/** The log of people's and standing's changes of state, and of audits. */
export const COUNCIL_LOG = "council";
/** The log of what agents anchor. */
export const ANCHOR_LOG = "anchors";

/** Nodes of the tree are kept at every eighth level (`ledger_nodes`); those of level 0 are the entries. */
export const KEPT_LEVELS = 8;

export interface AppendOptions {
  /** Told of every leaf and every subtree that becomes complete. */
  onNode?: (node: TreeNode) => void;
  /** The subsystem that must not be frozen; a freeze waits for the append, as it does for `refuseFrozen`. */
  unlessFrozen?: string;
}

/**
 * Links drafts to a head as it was last seen, and stores them in one statement, provided that it still stands there.
 * @param head moves on; where nothing was stored it is of no more use
 * @returns null where others appended meanwhile, or the subsystem is frozen
 */
export async function appendAt<D extends Draft>(
  db: Pick<Database | Transaction, "execute">,
  head: Head,
  drafts: readonly D[],
  { onNode, unlessFrozen }: AppendOptions = {},
): Promise<LinkedEntry<D>[] | null> {
  const seenSize = head.edge.size;
  const nodes: { level: number; index: number; hash: string }[] = [];
  const linked = link(head, drafts, (node) => {
    if (node.level > 0 && node.level % KEPT_LEVELS === 0) nodes.push({ ...node, hash: toHex(node.hash) });
    onNode?.(node);
  });
  const rows = linked.map(({ entry, draft: { did, kind, payload, salt } }) => {
    const prev_hash = entry.seq === 1 ? null : entry.prev_hash;
    return { ...entry, prev_hash, did, kind, payload, salt: toHex(salt) };
  });
  const subtrees = toHex(concat(...head.edge.subtrees));
  const [answer] = await db.execute<{ stored: boolean }>(sql`
    select ledger_append(${head.log}, ${seenSize}, ${JSON.stringify(rows)}, ${JSON.stringify(nodes)}, ${head.edge.size},
      ${head.lastAt.toISOString()}, ${head.lastHash}, ${subtrees}, ${unlessFrozen ?? null}) as stored`);
  return answer?.stored ? linked : null;
}

/** Appends drafts to a head that the transaction has locked, as `appendAt` does. */
export async function appendLocked<D extends Draft>(
  tx: Transaction,
  head: Head,
  drafts: readonly D[],
  options?: AppendOptions,
): Promise<LinkedEntry<D>[]> {
  const linked = await appendAt(tx, head, drafts, options);
  if (!linked) throw new Error(`The log ${head.log} moved under its lock.`);
  return linked;
}

/**
 * Appends records inside the caller's transaction: they stand if and only if what they tell of does. Call it last and
 * once, since the head row stays locked until the commit.
 * @returns the entries, in their places in the chain
 */
export async function appendAllWithin(
  tx: Transaction,
  log: string,
  records: readonly LedgerRecord[],
  at: Date,
): Promise<Entry[]> {
  if (records.length === 0) return [];
  const drafts = records.map(({ kind, actor, subject, details }) =>
    draftOf({ scope: "PUBLIC", did: actor, kind, payload: { subject, details } }, at),
  );
  const linked = await appendLocked(tx, await lockHead(tx, log), drafts);
  return linked.map(({ entry }) => entry);
}

/** Appends one record, as `appendAllWithin` does several. */
export async function appendWithin(tx: Transaction, log: string, record: LedgerRecord, at: Date): Promise<Entry> {
  const [entry] = await appendAllWithin(tx, log, [record], at);
  if (!entry) throw new Error("nothing was appended");
  return entry;
}
