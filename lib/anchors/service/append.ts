import { setImmediate } from "node:timers/promises";
import { GroupCommit } from "@/lib/db/group-commit";
import type { Database, Transaction } from "@/lib/db/open";
import { anchorKeys } from "@/lib/db/schema/anchors";
import { conflict } from "@/lib/errors";
import { refuseFrozen } from "@/lib/freezes/service/freezes";
import { ANCHOR_LOG, appendAt, appendLocked } from "@/lib/ledger/append";
import { type Head, lockHead } from "@/lib/ledger/head";
import type { LinkedEntry } from "@/lib/ledger/link";
import { inclusionRanges, KnownNodes, type TreeNode } from "@/lib/ledger/merkle";
import { proveInclusion } from "@/lib/ledger/proofs";
import { sha256 } from "@/lib/ledger/sha256";
import { checkpointSigner, type Signer } from "./checkpoint";
import { type Appended, issueReceipts, type Proven } from "./receipts";
import { findById, findByKey, hasKey, type KeyedDraft, keyOf, type Standing, saysTheSame } from "./stored";

/** Drafts that are appended together or not at all. */
type Unit = readonly KeyedDraft[];

/** What stands for a draft: an entry that is stored already, or a draft of this batch, itself mostly. */
type Settled = { stored: Standing } | { fresh: KeyedDraft };

/** Tells for each unit what stands for its drafts. One with a key that stands for something else is refused whole. */
function settleKeys(units: readonly Unit[], stored: ReadonlyMap<string, Standing>): (Settled[] | Error)[] {
  const taken = new Map<string, KeyedDraft>();
  return units.map((unit) => {
    const taking = new Map<string, KeyedDraft>();
    const settled: Settled[] = [];
    for (const draft of unit) {
      const key = hasKey(draft) ? keyOf(draft) : draft.id;
      const standing = stored.get(key);
      const twin = taken.get(key) ?? taking.get(key);
      const before = standing
        ? { ...standing.entry, salt: standing.salt, payloadCommitment: standing.entry.payload_commitment }
        : twin;
      if (before && !saysTheSame(before, draft)) {
        return conflict("This idempotency key already stands for other content.");
      }
      if (!before) taking.set(key, draft);
      settled.push(standing ? { stored: standing } : { fresh: twin ?? draft });
    }
    for (const [key, draft] of taking) taken.set(key, draft);
    return settled;
  });
}

/** The nodes of a log's tree that an append needs to prove its entries. */
function nodesOf(head: Head): KnownNodes {
  const known = new KnownNodes(sha256);
  for (const node of head.edge.nodes()) known.add(node);
  return known;
}

/** Linked entries, each with its way to the root of the head's tree, by id. */
function proveLinked(head: Head, known: KnownNodes, linked: readonly LinkedEntry[]): Map<string, Proven> {
  const prove = (seq: number) => inclusionRanges(seq - 1, head.edge.size).map((range) => known.range(range));
  return new Map(linked.map(({ entry, draft: { salt } }) => [entry.id, { entry, salt, path: prove(entry.seq) }]));
}

/** Appends drafts to the locked log, with their keys. */
async function appendFresh(tx: Transaction, head: Head, drafts: readonly KeyedDraft[]): Promise<Map<string, Proven>> {
  if (drafts.length === 0) return new Map();
  const known = nodesOf(head);
  const linked = await appendLocked(tx, head, drafts, { onNode: (node) => known.add(node) });
  const keys = linked.flatMap(({ entry: { seq }, draft }) =>
    hasKey(draft) ? [{ did: draft.did, key: draft.key, seq }] : [],
  );
  if (keys.length > 0) await tx.insert(anchorKeys).values(keys);
  return proveLinked(head, known, linked);
}

/** For each unit, what it is answered. */
type Answers = (Appended[] | Error)[];

/** A stored batch: where the log's head stands after it, and what stands for each unit's drafts. */
interface Committed {
  head: Head;
  units: (Proven[] | Error)[];
}

const LOCKED_BATCHES = 16;

/** What a process remembers of a database's log: its head as the last batch of this process left it. */
class Memory {
  private head: Head | undefined;
  /** For how many batches that is not relied on, since others were found appending. */
  private batchesToLock = 0;

  /** Takes the head to append to without a lock, where it may be relied on. The batch that takes it moves it on. */
  recall(): Head | undefined {
    if (this.head !== undefined && this.batchesToLock === 0) return this.head;
    this.batchesToLock = Math.max(this.batchesToLock - 1, 0);
    return undefined;
  }

  remember(head: Head): void {
    this.head = head;
  }

  /** What was remembered proved wrong, or may have. */
  forget(): void {
    this.head = undefined;
    this.batchesToLock = LOCKED_BATCHES;
  }
}

/**
 * Stores a batch in one statement and without a lock, onto the head where this process left it. Receipts are made while the
 * database is at work.
 * @returns null where nothing was stored: others moved the head, memory is frozen, or there are keys to look up
 */
async function commitOnto(db: Database, head: Head, signer: Signer, units: readonly Unit[]): Promise<Answers | null> {
  const drafts = units.flat();
  if (drafts.length === 0) return [];
  if (drafts.some(hasKey)) return null;
  const known = nodesOf(head);
  const onNode = (node: TreeNode) => known.add(node);
  const { linked, stored } = appendAt(db, head, drafts, { onNode, unlessFrozen: "memory" });
  const issue = async () => {
    // The statement is out first.
    await setImmediate();
    const proven = proveLinked(head, known, linked);
    return issueReceipts(
      head,
      signer,
      units.map((unit) => unit.flatMap(({ id }) => proven.get(id) ?? [])),
    );
  };
  const [isStored, answers] = await Promise.all([stored, issue()]);
  return isStored ? answers : null;
}

/** Stores a batch behind the head's lock. */
function commitLocked(db: Database, drain: () => readonly Unit[]): Promise<Committed> {
  return db.transaction(async (tx) => {
    const [, head] = await Promise.all([refuseFrozen(tx, "memory"), lockHead(tx, ANCHOR_LOG)]);
    const drained = drain();
    const settled = settleKeys(drained, await findByKey(tx, head.origin, drained.flat()));
    const drafts = settled.flatMap((unit) =>
      unit instanceof Error ? [] : unit.flatMap((one) => ("fresh" in one ? one.fresh : [])),
    );
    const fresh = await appendFresh(tx, head, [...new Set(drafts)]);
    const prove = async (one: Settled): Promise<Proven> => {
      const proven = "fresh" in one ? fresh.get(one.fresh.id) : undefined;
      if (proven) return proven;
      if ("fresh" in one) throw new Error(`${one.fresh.id} was not appended`);
      return { ...one.stored, path: await proveInclusion(tx, head, one.stored.entry.seq) };
    };
    const units: (Proven[] | Error)[] = [];
    for (const unit of settled) units.push(unit instanceof Error ? unit : await inTurn(unit, prove));
    return { head, units };
  });
}

/** Stores a batch and answers for each unit, in order. */
async function commit(db: Database, memory: Memory, drain: () => readonly Unit[]): Promise<Answers> {
  const signer = await checkpointSigner(db);
  const remembered = memory.recall();
  if (remembered) {
    let answers: Answers | null = null;
    try {
      answers = await commitOnto(db, remembered, signer, drain());
    } finally {
      // Where the remembered head was good only for other reasons, the lock for some batches costs little.
      if (!answers) memory.forget();
    }
    if (answers) return answers;
  }
  const { head, units } = await commitLocked(db, drain);
  memory.remember(head);
  return issueReceipts(head, signer, units);
}

/** One after the other: a transaction is one connection. */
async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

/** What became of units whose commit may have happened, once whatever is still under way has ended. */
async function lookUp(db: Database, units: readonly Unit[]): Promise<(Appended[] | undefined)[]> {
  const signer = await checkpointSigner(db);
  const { head, found } = await db.transaction(async (tx) => {
    const head = await lockHead(tx, ANCHOR_LOG);
    const drafts = units.flat();
    const byKey = await findByKey(tx, head.origin, drafts);
    const byId = await findById(tx, head.origin, drafts);
    const standing = (draft: KeyedDraft) => byId.get(draft.id) ?? (hasKey(draft) ? byKey.get(keyOf(draft)) : undefined);
    const found: (Proven[] | undefined)[] = [];
    for (const unit of units) {
      const stored = unit.flatMap((draft) => standing(draft) ?? []);
      const prove = async (one: Standing) => ({ ...one, path: await proveInclusion(tx, head, one.entry.seq) });
      found.push(stored.length === unit.length ? await inTurn(stored, prove) : undefined);
    }
    return { head, found };
  });
  const receipts = await issueReceipts(
    head,
    signer,
    found.map((unit) => unit ?? []),
  );
  return receipts.map((unit, at) => (found[at] && !(unit instanceof Error) ? unit : undefined));
}

/** About what an entry and its receipt take in memory besides the payload. Bounds how many entries share a statement. */
const ENTRY_BYTES = 1_024;

// A test may have several databases. Each has one queue.
const queues = new WeakMap<Database, GroupCommit<Unit, Appended[]>>();

/**
 * Appends drafts, together or not at all, in a transaction shared with whoever else waits.
 * @throws ServiceError `frozen`; `conflict` for an idempotency key that stands for other content; `unavailable` where too
 *   many wait
 */
export function appendAnchors(db: Database, drafts: Unit): Promise<Appended[]> {
  let queue = queues.get(db);
  if (!queue) {
    const memory = new Memory();
    queue = new GroupCommit<Unit, Appended[]>({
      commit: (drain) => commit(db, memory, drain),
      lookUp: (units) => lookUp(db, units),
      bytesOf: (unit) => unit.reduce((bytes, { payload }) => bytes + JSON.stringify(payload).length + ENTRY_BYTES, 0),
    });
    queues.set(db, queue);
  }
  return queue.submit(drafts);
}
