import { setImmediate } from "node:timers/promises";
import { GroupCommit } from "@/lib/database/group-commit";
import type { Database, Transaction } from "@/lib/database/open";
import { anchorKeys } from "@/lib/database/schema/anchors";
import { assertNotFrozen } from "@/lib/features/council/freezes/service/freezes";
import { conflict, ServiceError, subsystemFrozen } from "@/lib/foundation/errors";
import { log as logger } from "@/lib/foundation/log";
import { reasonOf } from "@/lib/foundation/reason";
import { ANCHOR_LOG, appendAfter, appendLocked } from "@/lib/ledger/append";
import { guardOf, readGuard, stateOf } from "@/lib/ledger/guard/guard";
import type { LogState } from "@/lib/ledger/guard/guard-store";
import { type Head, lockHead } from "@/lib/ledger/head";
import type { LinkedEntry } from "@/lib/ledger/link";
import { inclusionRanges, NodeCache, type TreeNode } from "@/lib/ledger/merkle";
import { proveInclusion } from "@/lib/ledger/proofs";
import { sha256 } from "@/lib/ledger/sha256";
import { checkpointSigners, type Signer } from "./checkpoint";
import { type AppendedEntry, issueReceipts, type ProvenEntry } from "./receipts";
import {
  contentOf,
  findById,
  findByKey,
  hasKey,
  hasSameContent,
  type KeyedDraft,
  keyOf,
  type SaltedEntry,
} from "./stored";

/** Drafts that are appended together or not at all. */
type AtomicBatch = readonly KeyedDraft[];

/**
 * A draft's outcome: an entry that is already stored, or a draft of this batch (usually itself; an earlier one if it is
 * a duplicate).
 */
type DraftOutcome = { stored: SaltedEntry } | { fresh: KeyedDraft };

/**
 * Returns, for each atomic batch, the outcome of its drafts, or an error for the whole batch if one of its idempotency
 * keys was already used for other content.
 */
function resolveKeys(
  atomicBatches: readonly AtomicBatch[],
  stored: ReadonlyMap<string, SaltedEntry>,
): (DraftOutcome[] | Error)[] {
  const taken = new Map<string, KeyedDraft>();
  return atomicBatches.map((atomicBatch) => {
    const taking = new Map<string, KeyedDraft>();
    const settled: DraftOutcome[] = [];
    for (const draft of atomicBatch) {
      const key = hasKey(draft) ? keyOf(draft) : draft.id;
      const storedEntry = stored.get(key);
      const duplicate = taken.get(key) ?? taking.get(key);
      const before = storedEntry ? contentOf(storedEntry) : duplicate;
      if (before && !hasSameContent(before, draft)) {
        return conflict("This idempotency key was already used for other content.");
      }
      if (!before) taking.set(key, draft);
      settled.push(storedEntry ? { stored: storedEntry } : { fresh: duplicate ?? draft });
    }
    for (const [key, draft] of taking) taken.set(key, draft);
    return settled;
  });
}

/** Returns the nodes of a log's tree that an append needs to prove its entries. */
function nodesOf(head: Head): NodeCache {
  const known = new NodeCache(sha256);
  for (const node of head.tree.nodes()) known.add(node);
  return known;
}

/** Returns linked entries by id, each with its path to the root of the head's tree. */
function proveLinked(head: Head, known: NodeCache, linked: readonly LinkedEntry[]): Map<string, ProvenEntry> {
  const prove = (seq: number) => inclusionRanges(seq - 1, head.tree.size).map((range) => known.range(range));
  return new Map(linked.map(({ entry, draft: { salt } }) => [entry.id, { entry, salt, path: prove(entry.seq) }]));
}

/** Appends drafts to the locked log, with their keys. */
async function appendFresh(
  tx: Transaction,
  head: Head,
  drafts: readonly KeyedDraft[],
): Promise<Map<string, ProvenEntry>> {
  if (drafts.length === 0) return new Map();
  const known = nodesOf(head);
  const linked = await appendLocked(tx, head, drafts, { onNode: (node) => known.add(node) });
  const keys = linked.flatMap(({ entry: { seq }, draft }) =>
    hasKey(draft) ? [{ did: draft.did, key: draft.key, seq }] : [],
  );
  if (keys.length > 0) await tx.insert(anchorKeys).values(keys);
  return proveLinked(head, known, linked);
}

/** For each atomic batch, its appended entries, or the error that rejected it. */
type BatchResults = (AppendedEntry[] | Error)[];

/** Appended entries with their receipts, which may be returned once the log's guard has accepted their checkpoint. */
interface Guarded {
  entries: AppendedEntry[];
  accepted: Promise<void>;
}

const WITHOUT_RECEIPT =
  "The anchor is stored, but its receipt waits for the guard of the log. With an idempotency key, repeat the request for it.";

/** Asks the guard to accept a log's head. The next batch does not wait for it. */
function guarded(db: Database, head: Head, results: BatchResults, state: LogState): (Guarded | Error)[] {
  const accepted = guardOf(db, head)
    .accept(state, head)
    .catch((error: unknown) => {
      if (!(error instanceof ServiceError)) logger().error({ event: "receipts_unguarded", error: reasonOf(error) });
      const says = error instanceof ServiceError ? `${WITHOUT_RECEIPT} ${error.message}` : WITHOUT_RECEIPT;
      throw new ServiceError("unavailable", says, { retryAfterSeconds: 1 });
    });
  // Each caller gets the rejection; a batch without callers has none.
  accepted.catch(() => {});
  return results.map((entries) => (entries instanceof Error ? entries : { entries, accepted }));
}

/** A stored batch: the log's head after it, and the outcome of each atomic batch's drafts. */
interface Committed {
  head: Head;
  atomicBatches: (ProvenEntry[] | Error)[];
}

/** After a failed append without the lock, so many batches take it, because another process is probably appending. */
const LOCKED_BATCHES = 16;

/** A process's cache of a log's head: the head after the last batch of this process. */
class HeadCache {
  private head: Head | undefined;
  /** For how many batches the cache is not used. */
  private batchesToLock = 0;

  /** Returns the head for an append without the lock, which changes it; undefined if this batch must take the lock. */
  take(): Head | undefined {
    if (this.head !== undefined && this.batchesToLock === 0) return this.head;
    this.batchesToLock = Math.max(this.batchesToLock - 1, 0);
    return undefined;
  }

  store(head: Head): void {
    this.head = head;
  }

  /** Marks the cached head as wrong or possibly wrong. */
  invalidate(): void {
    this.head = undefined;
    this.batchesToLock = LOCKED_BATCHES;
  }
}

/**
 * Stores a batch in one statement without a lock, on the cached head. Receipts are made while the database works.
 * @returns null if nothing was stored: others moved the head, memory is frozen, or there are keys to look up
 */
async function commitWithoutLock(
  db: Database,
  head: Head,
  signers: readonly Signer[],
  atomicBatches: readonly AtomicBatch[],
): Promise<(Guarded | Error)[] | null> {
  const drafts = atomicBatches.flat();
  if (drafts.length === 0) return [];
  if (drafts.some(hasKey)) return null;
  const known = nodesOf(head);
  const onNode = (node: TreeNode) => known.add(node);
  const { linked, stored } = appendAfter(db, head, drafts, { onNode, subsystem: "memory" });
  const state = stateOf(head);
  const issue = async () => {
    // Lets the driver send the statement before this process is busy with proofs.
    await setImmediate();
    const proven = proveLinked(head, known, linked);
    return issueReceipts(
      head,
      signers,
      atomicBatches.map((atomicBatch) => atomicBatch.flatMap(({ id }) => proven.get(id) ?? [])),
    );
  };
  const [isStored, results] = await Promise.all([stored, issue()]);
  return isStored ? guarded(db, head, results, state) : null;
}

/**
 * Throws if the log may not grow, before anything is stored.
 * @throws ServiceError `frozen` if its guard refuses the log; `unavailable` if the guard does not respond
 */
async function assertGuarded(db: Database): Promise<void> {
  const obstacle = await (await readGuard(db, ANCHOR_LOG)).obstacle();
  if (obstacle !== undefined) throw subsystemFrozen(obstacle);
}

/** Stores a batch with the head's lock. */
function commitLocked(db: Database, drain: () => readonly AtomicBatch[]): Promise<Committed> {
  return db.transaction(async (tx) => {
    const [, head] = await Promise.all([assertNotFrozen(tx, "memory"), lockHead(tx, ANCHOR_LOG)]);
    const guard = guardOf(db, head);
    if (guard.lacks(head)) {
      // The next append, or the next check, compares them and says more.
      guard.forget();
      throw subsystemFrozen("The database has lost entries that were signed.");
    }
    const drained = drain();
    const settled = resolveKeys(drained, await findByKey(tx, head.origin, drained.flat()));
    const drafts = settled.flatMap((atomicBatch) =>
      atomicBatch instanceof Error ? [] : atomicBatch.flatMap((one) => ("fresh" in one ? one.fresh : [])),
    );
    const fresh = await appendFresh(tx, head, [...new Set(drafts)]);
    const prove = async (one: DraftOutcome): Promise<ProvenEntry> => {
      const proven = "fresh" in one ? fresh.get(one.fresh.id) : undefined;
      if (proven) return proven;
      if ("fresh" in one) throw new Error(`${one.fresh.id} was not appended`);
      return { ...one.stored, path: await proveInclusion(tx, head, one.stored.entry.seq) };
    };
    const atomicBatches: (ProvenEntry[] | Error)[] = [];
    for (const atomicBatch of settled)
      atomicBatches.push(atomicBatch instanceof Error ? atomicBatch : await mapSequentially(atomicBatch, prove));
    return { head, atomicBatches };
  });
}

/** Stores a batch and returns the result of each atomic batch, in order. */
async function commit(
  db: Database,
  headCache: HeadCache,
  drain: () => readonly AtomicBatch[],
): Promise<(Guarded | Error)[]> {
  await assertGuarded(db);
  const signers = await checkpointSigners(db);
  const cachedHead = headCache.take();
  if (cachedHead) {
    let results: (Guarded | Error)[] | null = null;
    try {
      results = await commitWithoutLock(db, cachedHead, signers, drain());
    } finally {
      // If the cached head was right and the batch failed for other reasons, using the lock for some batches costs
      // little.
      if (!results) headCache.invalidate();
    }
    if (results) return results;
  }
  const { head, atomicBatches } = await commitLocked(db, drain);
  headCache.store(head);
  return guarded(db, head, await issueReceipts(head, signers, atomicBatches), stateOf(head));
}

/** One after the other, because a transaction has one connection. */
async function mapSequentially<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

/** Finds the outcome of atomic batches whose commit may have happened, after all running statements have ended. */
async function lookUp(db: Database, atomicBatches: readonly AtomicBatch[]): Promise<(Guarded | undefined)[]> {
  const signers = await checkpointSigners(db);
  const { head, found } = await db.transaction(async (tx) => {
    const head = await lockHead(tx, ANCHOR_LOG);
    const drafts = atomicBatches.flat();
    const byKey = await findByKey(tx, head.origin, drafts);
    const byId = await findById(tx, head.origin, drafts);
    const storedEntryOf = (draft: KeyedDraft) => {
      const own = byId.get(draft.id);
      if (own || !hasKey(draft)) return own;
      const earlier = byKey.get(keyOf(draft));
      return earlier && hasSameContent(contentOf(earlier), draft) ? earlier : undefined;
    };
    const found: (ProvenEntry[] | undefined)[] = [];
    for (const atomicBatch of atomicBatches) {
      const stored = atomicBatch.flatMap((draft) => storedEntryOf(draft) ?? []);
      const prove = async (one: SaltedEntry) => ({ ...one, path: await proveInclusion(tx, head, one.entry.seq) });
      found.push(stored.length === atomicBatch.length ? await mapSequentially(stored, prove) : undefined);
    }
    return { head, found };
  });
  const receipts = await issueReceipts(
    head,
    signers,
    found.map((atomicBatch) => atomicBatch ?? []),
  );
  const results = guarded(db, head, receipts, stateOf(head));
  return results.map((result, at) => (found[at] && !(result instanceof Error) ? result : undefined));
}

/**
 * Approximate memory of an entry and its receipt besides the payload, in bytes. Limits how many entries share a
 * statement.
 */
const ENTRY_BYTES = 1_024;

// One queue for each database, because a test may have several.
const queues = new WeakMap<Database, GroupCommit<AtomicBatch, Guarded>>();

/**
 * Appends drafts, together or not at all, in a transaction that is shared with other waiting callers.
 * @throws ServiceError `frozen`; `conflict` for an idempotency key that has other content; `unavailable` if too many
 * callers wait, or if the drafts are stored but the log's guard does not accept their checkpoint
 */
export async function appendAnchors(db: Database, drafts: AtomicBatch): Promise<AppendedEntry[]> {
  let queue = queues.get(db);
  if (!queue) {
    const headCache = new HeadCache();
    queue = new GroupCommit<AtomicBatch, Guarded>({
      commit: (drain) => commit(db, headCache, drain),
      lookUp: (atomicBatches) => lookUp(db, atomicBatches),
      bytesOf: (atomicBatch) =>
        atomicBatch.reduce((bytes, { payload }) => bytes + JSON.stringify(payload).length + ENTRY_BYTES, 0),
    });
    queues.set(db, queue);
  }
  const { entries, accepted } = await queue.submit(drafts);
  await accepted;
  return entries;
}
