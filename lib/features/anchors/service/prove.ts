import { and, eq, inArray } from "drizzle-orm";
import { type Context, requestScope } from "@/lib/authority/context";
import type { Database, Reader } from "@/lib/database/open";
import { type LedgerEntryRow, ledgerEntries } from "@/lib/database/schema/ledger";
import { found, foundRow, invalid, notFound, ServiceError } from "@/lib/foundation/errors";
import { isUuid } from "@/lib/foundation/text/uuid";
import { ANCHOR_LOG, COUNCIL_LOG } from "@/lib/ledger/append";
import { fromHex, toHex } from "@/lib/ledger/bytes";
import { type Checkpoint, readCheckpoint as openNote } from "@/lib/ledger/checkpoint";
import { guardOf } from "@/lib/ledger/guard/guard";
import { type Head, readHead } from "@/lib/ledger/head";
import { verifyConsistency, verifyInclusion } from "@/lib/ledger/merkle";
import { entryOf, readEntries } from "@/lib/ledger/pages";
import { proveConsistency, proveInclusion, proveInclusions } from "@/lib/ledger/proofs";
import { receiptOf } from "@/lib/ledger/receipt";
import { sha256 } from "@/lib/ledger/sha256";
import type {
  AnchorProof,
  ConsistencyProof,
  ConsistencyQuery,
  LogEntry,
  LogPage,
  LogPageQuery,
  Receipt,
} from "../schema";
import { addCosignatures, readWitnessedCheckpoint } from "../witnesses/service/cosignatures";
import { checkpointSigners, issueCheckpoint, signHead, trialSigners } from "./checkpoint";

/** The logs by their names in addresses. */
export type LogName = typeof ANCHOR_LOG | typeof COUNCIL_LOG;

/** Reads the head of a log by its name. @throws ServiceError `notFound` if there is no such log */
export function headOf(db: Reader, log: string): Promise<Head> {
  if (log !== ANCHOR_LOG && log !== COUNCIL_LOG) throw notFound(`The logs are ${ANCHOR_LOG} and ${COUNCIL_LOG}.`);
  return readHead(db, log);
}

/** Reads a page of a log: every hashed field, no payload. A full page never changes. */
export async function readLog({ db }: Context, { log, from, limit }: LogPageQuery): Promise<LogPage> {
  const head = await headOf(db, log);
  const entries = await readEntries(db, head, from, limit);
  return { log: head.origin, from, entries, next: entries.length === limit ? from + limit : null };
}

/** Returns a log's present checkpoint, signed, with the lines of the witnesses that cosigned exactly this one after it. */
export async function readCheckpoint({ db }: Context, { log }: { log: string }): Promise<string> {
  const signers = await checkpointSigners(db);
  const { note } = await issueCheckpoint(db, await headOf(db, log), signers);
  return addCosignatures(db, log, note);
}

/** Returns a log's newest checkpoint with a quorum of witnesses; without one, the present checkpoint. */
export async function readLogCheckpoint(ctx: Context, { log }: { log: string }): Promise<string> {
  // First, because the guard must accept the log.
  const present = await readCheckpoint(ctx, { log });
  return (await readWitnessedCheckpoint(ctx.db, log))?.note ?? present;
}

/** Reads the newest checkpoint of a log with a quorum of witnesses; undefined if there is none, or an entry is not in it yet. */
async function readWitnessedFor(db: Database, { log, seq }: Pick<LedgerEntryRow, "log" | "seq">) {
  const witnessed = await readWitnessedCheckpoint(db, log);
  const checkpoint = witnessed && openNote(witnessed.note);
  return witnessed && checkpoint && seq <= checkpoint.size ? { checkpoint, note: witnessed.note } : undefined;
}

/** A log at one size, with its signed checkpoint. Proofs of the same one agree with each other. */
export interface FixedLog {
  head: Head;
  checkpoint: Checkpoint;
  note: string;
}

/** Fixes a log at its present size. @throws ServiceError `unavailable` if its guard refuses it */
export async function fixLog(db: Database, log: string): Promise<FixedLog> {
  return fixHead(db, await readHead(db, log));
}

async function fixHead(db: Database, head: Head): Promise<FixedLog> {
  return { head, ...(await issueCheckpoint(db, head, await checkpointSigners(db))) };
}

/** Proves that entries are in a log. Each proof is verified before it is returned. */
async function proveRows(
  db: Reader,
  { head, checkpoint, note }: FixedLog,
  rows: readonly LedgerEntryRow[],
): Promise<AnchorProof[]> {
  const { size, root } = checkpoint;
  const seqs = rows.map(({ seq }) => seq);
  const paths = await proveInclusions(db, { log: head.log, tree: checkpoint }, seqs);
  return rows.map((row, at) => {
    const path = paths[at] ?? [];
    if (!verifyInclusion(sha256, { index: row.seq - 1, size, leaf: row.hash, path, root })) {
      throw new Error(`the inclusion proof of ${row.id} does not verify`);
    }
    const receipt = receiptOf(row.seq, path.map(toHex), checkpoint, note);
    return { entry: entryOf(row, head.origin), receipt };
  });
}

/** Proves the entries at these places, which the log must have at its fixed size. In no certain order. */
export async function proveEntries(db: Reader, log: FixedLog, seqs: readonly number[]): Promise<AnchorProof[]> {
  const rows = await db
    .select()
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.log, log.head.log), inArray(ledgerEntries.seq, [...seqs])));
  return proveRows(db, log, rows);
}

/** An entry, with its proof, or with the reason why nothing of its log is signed now. */
export type LocatedEntry = { log: LogName; entry: LogEntry } & (
  | { receipt: Receipt; unsigned?: undefined }
  | { receipt: null; unsigned: ServiceError }
);

/**
 * Finds an entry of any log. It can be read also while the guard refuses its log; then it has no proof.
 * @param isWitnessed whether the proof is by a checkpoint that witnesses cosigned, if the entry is in one
 * @throws ServiceError `notFound`
 */
export async function locateEntry({ db }: Context, id: string, isWitnessed = false): Promise<LocatedEntry> {
  if (!isUuid(id)) throw notFound();
  const row = foundRow(await db.select().from(ledgerEntries).where(eq(ledgerEntries.id, id)));
  const log = row.log === COUNCIL_LOG ? COUNCIL_LOG : ANCHOR_LOG;
  const head = await readHead(db, log);
  try {
    // Also if another checkpoint is used, because the guard must accept the log.
    const present = await fixHead(db, head);
    const witnessed = isWitnessed ? await readWitnessedFor(db, row) : undefined;
    const [proof] = await proveRows(db, { ...present, ...witnessed }, [row]);
    return { log, ...found(proof) };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== "unavailable") throw error;
    // The next request may find a proof.
    requestScope().isPartial = true;
    return { log, entry: entryOf(row, head.origin), receipt: null, unsigned: error };
  }
}

/** Returns an entry with its proof. @throws ServiceError `unavailable` if it has none now */
export function provenEntry({ entry, receipt, unsigned }: LocatedEntry): AnchorProof {
  if (receipt === null) throw unsigned;
  return { entry, receipt };
}

/**
 * Compares a log's head with its last entry, and both with a public checkpoint. Fails too while its guard refuses the log.
 * @returns how many entries it has
 * @throws ServiceError `unavailable` with what does not match
 */
export async function checkHead({ db }: Context, log: LogName): Promise<number> {
  const head = await readHead(db, log);
  const { size } = head.tree;
  const { checkpoint } = await signHead(head, await trialSigners(db));
  await guardOf(db, head).check();
  if (size === 0) return 0;
  const [last] = await readEntries(db, head, size, 1);
  const broken = (what: string) => new ServiceError("unavailable", `The log ${log} is damaged: ${what}.`);
  if (last?.seq !== size) throw broken("its last entry is missing");
  if (last.hash !== head.lastHash) throw broken("its head does not match its last entry");
  const path = await proveInclusion(db, head, size);
  const leaf = fromHex(last.hash);
  if (!verifyInclusion(sha256, { index: size - 1, size, leaf, path, root: checkpoint.root })) {
    throw broken("its last entry is not in its tree");
  }
  return size;
}

/** Returns an entry's proof, as `locateEntry` finds it. @throws ServiceError `notFound`; `unavailable` while the guard refuses the log */
export async function proveAnchor(ctx: Context, { id }: { id: string }, isWitnessed = false): Promise<AnchorProof> {
  return provenEntry(await locateEntry(ctx, id, isWitnessed));
}

/** Checks a size. @throws ServiceError `invalid` if the log never had that size */
function sizeOf(text: string, name: string, largest: number): number {
  const size = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (size <= largest) return size;
  throw invalid(`\`${name}\` must be an integer from 0 to ${largest}.`, { field: name });
}

/**
 * Returns the proof that the log of `to` entries was made from the log of `from` entries by appending.
 * @throws ServiceError `invalid`, `notFound`
 */
export async function proveSizes({ db }: Context, query: ConsistencyQuery): Promise<ConsistencyProof> {
  const head = await headOf(db, query.log);
  const to = query.to === undefined ? head.tree.size : sizeOf(query.to, "to", head.tree.size);
  const from = sizeOf(query.from, "from", to);
  const { path, fromRoot, toRoot } = await proveConsistency(db, head.log, from, to);
  if (!verifyConsistency(sha256, { from, to, fromRoot, toRoot, path })) {
    throw new Error(`the consistency proof from ${from} to ${to} does not verify`);
  }
  return {
    log: head.origin,
    from,
    to,
    from_root_hash: toHex(fromRoot),
    to_root_hash: toHex(toRoot),
    consistency_path: path.map(toHex),
  };
}
