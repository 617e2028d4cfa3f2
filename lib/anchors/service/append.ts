import { GroupCommit } from "@/lib/db/group-commit";
import type { Database, Transaction } from "@/lib/db/open";
import { anchorKeys } from "@/lib/db/schema/anchors";
import { conflict } from "@/lib/errors";
import { refuseFrozen } from "@/lib/freezes/service/freezes";
import { ANCHOR_LOG, appendLocked } from "@/lib/ledger/append";
import { fromHex } from "@/lib/ledger/bytes";
import { type Head, lockHead } from "@/lib/ledger/head";
import { inclusionRanges, KnownNodes, verifyInclusion } from "@/lib/ledger/merkle";
import { proveInclusion } from "@/lib/ledger/proofs";
import { type Receipt, receiptOf } from "@/lib/ledger/receipt";
import { type Sha256, sha256 } from "@/lib/ledger/sha256";
import { checkpointSigner, type Signer, stateCheckpoint } from "./checkpoint";
import { findById, findByKey, hasKey, type KeyedDraft, keyOf, type Standing, saysTheSame } from "./stored";

/** Drafts that are appended together or not at all. */
type Unit = readonly KeyedDraft[];

/** A draft's entry in the log, the salt of its commitment, and the proof that it is in it. */
export interface Appended extends Standing {
  receipt: Receipt;
}

/** An entry with the hashes that lead from it to the root of the head's tree. */
interface Proven extends Standing {
  path: readonly Uint8Array[];
}

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

/** Appends drafts to the locked log. @returns their entries by id, each with its way to the new root */
async function appendFresh(tx: Transaction, head: Head, drafts: readonly KeyedDraft[]): Promise<Map<string, Proven>> {
  if (drafts.length === 0) return new Map();
  const known = new KnownNodes(sha256);
  for (const node of head.edge.nodes()) known.add(node);
  const linked = await appendLocked(tx, head, drafts, (node) => known.add(node));
  const keys = linked.flatMap(({ entry: { seq }, draft }) =>
    hasKey(draft) ? [{ did: draft.did, key: draft.key, seq }] : [],
  );
  if (keys.length > 0) await tx.insert(anchorKeys).values(keys);
  const prove = (seq: number) => inclusionRanges(seq - 1, head.edge.size).map((range) => known.range(range));
  return new Map(linked.map(({ entry, draft: { salt } }) => [entry.id, { entry, salt, path: prove(entry.seq) }]));
}

/** A digest that computes each once: the ways of one batch to its root meet soon. */
function remember(digest: Sha256): Sha256 {
  const known = new Map<string, Uint8Array>();
  return (bytes) => {
    const key = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
    let hash = known.get(key);
    if (!hash) {
      hash = digest(bytes);
      known.set(key, hash);
    }
    return hash;
  };
}

/** The receipts of proven entries over one signed checkpoint. Each is verified before anybody sees it. */
async function issueReceipts(
  head: Head,
  signer: Signer,
  units: readonly (Proven[] | Error)[],
): Promise<(Appended[] | Error)[]> {
  const { checkpoint, note } = await stateCheckpoint(head, signer);
  const rememberingSha256 = remember(sha256);
  const issue = ({ entry, salt, path }: Proven): Appended => {
    const { size, root } = checkpoint;
    const proof = { index: entry.seq - 1, size, leaf: fromHex(entry.hash), path, root };
    if (!verifyInclusion(rememberingSha256, proof))
      throw new Error(`the inclusion proof of ${entry.id} does not verify`);
    return { entry, salt, receipt: receiptOf(entry.seq, path, checkpoint, note) };
  };
  return units.map((unit) => (unit instanceof Error ? unit : unit.map(issue)));
}

/** Stores a batch and answers for each unit, in order. */
async function commit(db: Database, drain: () => readonly Unit[]): Promise<(Appended[] | Error)[]> {
  const signer = await checkpointSigner(db);
  const { head, units } = await db.transaction(async (tx) => {
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

// Routes are bundled apart, and a test may have several databases; each has one queue.
const slot = globalThis as { fgsAnchorQueues?: WeakMap<Database, GroupCommit<Unit, Appended[]>> };

/**
 * Appends drafts, together or not at all, in a transaction shared with whoever else waits.
 * @throws ServiceError `frozen`; `conflict` for an idempotency key that stands for other content; `unavailable` where too
 *   many wait
 */
export function appendAnchors(db: Database, drafts: Unit): Promise<Appended[]> {
  slot.fgsAnchorQueues ??= new WeakMap();
  let queue = slot.fgsAnchorQueues.get(db);
  if (!queue) {
    queue = new GroupCommit<Unit, Appended[]>({
      commit: (drain) => commit(db, drain),
      lookUp: (units) => lookUp(db, units),
    });
    slot.fgsAnchorQueues.set(db, queue);
  }
  return queue.submit(drafts);
}
