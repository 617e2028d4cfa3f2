import type { Database, Transaction } from "@/lib/db/open";
import { statement } from "@/lib/db/statement";
import { metrics } from "@/lib/metrics";
import { concat, toHex } from "./bytes";
import { refuseWrongClock } from "./clock";
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

/** Linked drafts on their way into the database. */
export interface Appending<D extends Draft> {
  linked: LinkedEntry<D>[];
  /** False where others appended meanwhile, or the subsystem is frozen: then nothing was stored. */
  stored: Promise<boolean>;
}

const APPEND = "select ledger_append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) as stored";

/**
 * Links drafts to a head as it was last seen, and has them stored in one statement, provided that it still stands there.
 * @param head moves on at once; where nothing was stored it is of no more use
 * @throws ServiceError `clockOff`
 */
export function appendAt<D extends Draft>(
  db: Pick<Database | Transaction, "execute">,
  head: Head,
  drafts: readonly D[],
  { onNode, unlessFrozen }: AppendOptions = {},
): Appending<D> {
  refuseWrongClock();
  const seen = { size: head.edge.size, lastHash: head.lastHash };
  const nodes: [level: number, index: number, hash: string][] = [];
  const linked = link(head, drafts, (node) => {
    if (node.level > 0 && node.level % KEPT_LEVELS === 0) nodes.push([node.level, node.index, toHex(node.hash)]);
    onNode?.(node);
  });
  const column = (value: (one: LinkedEntry<D>) => string) => linked.map(value);
  const bytes = (hex: readonly string[]) => Buffer.from(hex.join(""), "hex");
  const append = statement(APPEND, [
    head.log,
    seen.size,
    unlessFrozen ?? null,
    column(({ entry }) => entry.id),
    bytes([seen.lastHash, ...column(({ entry }) => entry.hash)]),
    bytes(column(({ entry }) => entry.payload_commitment)),
    concat(...linked.map(({ draft }) => draft.salt)),
    column(({ entry }) => entry.scope),
    column(({ entry }) => entry.validation_status),
    column(({ entry }) => entry.created_at),
    column(({ draft }) => draft.did),
    column(({ draft }) => draft.kind),
    JSON.stringify(linked.map(({ draft }) => draft.payload)),
    JSON.stringify(nodes),
    concat(...head.edge.subtrees),
  ]);
  const stop = metrics().appendSeconds.startTimer({ log: head.log });
  const stored = db.execute<{ stored: boolean }>(append).then(([answer]) => {
    stop();
    return answer?.stored === true;
  });
  return { linked, stored };
}

/** Appends drafts to a head that the transaction has locked, as `appendAt` does. */
export async function appendLocked<D extends Draft>(
  tx: Transaction,
  head: Head,
  drafts: readonly D[],
  options?: AppendOptions,
): Promise<LinkedEntry<D>[]> {
  const { linked, stored } = appendAt(tx, head, drafts, options);
  if (!(await stored)) throw new Error(`The log ${head.log} moved under its lock.`);
  return linked;
}

/**
 * Appends records inside the caller's transaction: they stand if and only if what they tell of does. The head row stays
 * locked until the commit: call it when all else that the transaction changes is locked already, so that none waits in a
 * circle.
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
