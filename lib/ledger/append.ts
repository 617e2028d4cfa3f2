import type { Database, Transaction } from "@/lib/database/open";
import { statement } from "@/lib/database/statement";
import { metrics } from "@/lib/foundation/metrics";
import { concat, toHex } from "./bytes";
import { assertClock } from "./clock";
import type { Entry } from "./entry";
import { type Head, lockHead } from "./head";
import { createDraft, type Draft, type LinkedEntry, linkDrafts } from "./link";
import type { TreeNode } from "./merkle";

/** A public record of the log: an actor, an event and the affected subject, with details. */
export interface LedgerRecord {
  /** The event, as `subject.verb`: `credential.issued`, `tier.granted`. */
  kind: string;
  /** The actor, as in `actorName`. The log has its public name. */
  actor: string;
  /** The affected DID or id. */
  subject: string;
  details: Record<string, unknown>;
}

/** The log of decisions, changes of standing, and audits. */
export const COUNCIL_LOG = "council";
/** The log of the agents' anchors. */
export const ANCHOR_LOG = "anchors";

/** Tree nodes are stored at every eighth level (`ledger_nodes`). The leaves, one for each entry, are level 0. */
export const STORED_LEVEL_STEP = 8;

export interface AppendOptions {
  /** Called for every leaf and every subtree that becomes complete. */
  onNode?: (node: TreeNode) => void;
  /** A subsystem. If it is frozen, nothing is appended. A freeze that begins now waits for the append. */
  subsystem?: string;
}

/** The result of `appendAfter`. The entries are known at once, but the database may still reject them. */
export interface PendingAppend<D extends Draft> {
  linked: LinkedEntry<D>[];
  /** false if the head has moved or the subsystem is frozen. Then nothing was stored. */
  stored: Promise<boolean>;
}

const APPEND = "select ledger_append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) as stored";

/**
 * Appends drafts after a head that need not be locked. One statement stores them if the log still ends at this head.
 * @param head moves to the new end before the statement runs; discard it if `stored` becomes false
 * @throws ServiceError `clockSkew`
 */
export function appendAfter<D extends Draft>(
  db: Pick<Database | Transaction, "execute">,
  head: Head,
  drafts: readonly D[],
  { onNode, subsystem }: AppendOptions = {},
): PendingAppend<D> {
  assertClock();
  const before = { size: head.tree.size, lastHash: head.lastHash };
  const nodes: [level: number, index: number, hash: string][] = [];
  const linked = linkDrafts(head, drafts, (node) => {
    if (node.level > 0 && node.level % STORED_LEVEL_STEP === 0) nodes.push([node.level, node.index, toHex(node.hash)]);
    onNode?.(node);
  });
  const column = (value: (one: LinkedEntry<D>) => string) => linked.map(value);
  const bytes = (hex: readonly string[]) => Buffer.from(hex.join(""), "hex");
  const append = statement(APPEND, [
    head.log,
    before.size,
    subsystem ?? null,
    column(({ entry }) => entry.id),
    bytes([before.lastHash, ...column(({ entry }) => entry.hash)]),
    bytes(column(({ entry }) => entry.payload_commitment)),
    concat(...linked.map(({ draft }) => draft.salt)),
    column(({ entry }) => entry.scope),
    column(({ entry }) => entry.validation_status),
    column(({ entry }) => entry.created_at),
    column(({ draft }) => draft.did),
    column(({ draft }) => draft.kind),
    JSON.stringify(linked.map(({ draft }) => draft.payload)),
    JSON.stringify(nodes),
    concat(...head.tree.subtrees),
  ]);
  const stopTimer = metrics().appendSeconds.startTimer({ log: head.log });
  const stored = db.execute<{ stored: boolean }>(append).then(([row]) => {
    stopTimer();
    return row?.stored === true;
  });
  return { linked, stored };
}

/** Appends drafts with `appendAfter`, after a head that the transaction has locked. Throws if they were not stored. */
export async function appendLocked<D extends Draft>(
  tx: Transaction,
  head: Head,
  drafts: readonly D[],
  options?: AppendOptions,
): Promise<LinkedEntry<D>[]> {
  const { linked, stored } = appendAfter(tx, head, drafts, options);
  if (!(await stored)) throw new Error(`The log ${head.log} moved under its lock.`);
  return linked;
}

/**
 * Appends records inside the caller's transaction, so they are stored only if the change they describe is stored. The
 * head row stays locked until the commit. To prevent deadlocks, call it after all other rows of the transaction are
 * locked.
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
    createDraft({ scope: "PUBLIC", did: actor, kind, payload: { subject, details } }, at),
  );
  const linked = await appendLocked(tx, await lockHead(tx, log), drafts);
  return linked.map(({ entry }) => entry);
}

/** Appends one record. `appendAllWithin` appends several. */
export async function appendWithin(tx: Transaction, log: string, record: LedgerRecord, at: Date): Promise<Entry> {
  const [entry] = await appendAllWithin(tx, log, [record], at);
  if (!entry) throw new Error("nothing was appended");
  return entry;
}
