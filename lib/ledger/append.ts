import { sql } from "drizzle-orm";
import type { Transaction } from "@/lib/db/open";
import { ledgerEntries, ledgerHeads, ledgerNodes, ledgerPayloads } from "@/lib/db/schema/ledger";
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

/**
 * Links drafts to a locked head and stores them, in one statement whatever their number.
 * @param onNode is told of every leaf and every subtree that becomes complete
 */
export async function appendLocked<D extends Draft>(
  tx: Transaction,
  head: Head,
  drafts: readonly D[],
  onNode?: (node: TreeNode) => void,
): Promise<LinkedEntry<D>[]> {
  const nodes: { level: number; index: number; hash: string }[] = [];
  const linked = link(head, drafts, (node) => {
    if (node.level > 0 && node.level % KEPT_LEVELS === 0) nodes.push({ ...node, hash: toHex(node.hash) });
    onNode?.(node);
  });
  const rows = linked.map(({ entry, draft: { did, kind, payload, salt } }) => {
    const prev_hash = entry.seq === 1 ? null : entry.prev_hash;
    return { ...entry, prev_hash, did, kind, payload, salt: toHex(salt) };
  });
  const { log, edge, lastAt, lastHash } = head;
  await tx.execute(sql`
    with added as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as t (seq bigint, id uuid, hash text, prev_hash text,
        scope text, validation_status text, created_at timestamptz, payload_commitment text, salt text, did text, kind text,
        payload jsonb)
    ), moved as (
      update ${ledgerHeads} set size = ${edge.size}, last_at = ${lastAt.toISOString()}, last_hash = decode(${lastHash}, 'hex'),
        subtrees = decode(${toHex(concat(...edge.subtrees))}, 'hex')
      where log = ${log}
    ), committed as (
      insert into ${ledgerPayloads} (log, seq, salt, did, kind, payload)
      select ${log}, seq, decode(salt, 'hex'), did, kind, payload from added
    ), completed as (
      insert into ${ledgerNodes} (log, level, index, hash)
      select ${log}, level, index, decode(hash, 'hex')
      from json_to_recordset(${JSON.stringify(nodes)}::json) as n (level smallint, index bigint, hash text)
    )
    insert into ${ledgerEntries} (log, seq, id, hash, prev_hash, scope, validation_status, created_at, payload_commitment)
    select ${log}, seq, id, decode(hash, 'hex'), decode(prev_hash, 'hex'), scope, validation_status, created_at,
      decode(payload_commitment, 'hex')
    from added`);
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
