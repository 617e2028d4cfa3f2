import { eq } from "drizzle-orm";
import type { Context } from "@/lib/context";
import type { Reader } from "@/lib/db/open";
import { ledgerEntries } from "@/lib/db/schema/ledger";
import { invalid, notFound, ServiceError } from "@/lib/errors";
import { ANCHOR_LOG, COUNCIL_LOG } from "@/lib/ledger/append";
import { fromHex, toHex } from "@/lib/ledger/bytes";
import { type Head, readHead } from "@/lib/ledger/head";
import { verifyConsistency, verifyInclusion } from "@/lib/ledger/merkle";
import { entryOf, readEntries } from "@/lib/ledger/pages";
import { proveConsistency, proveInclusion } from "@/lib/ledger/proofs";
import { receiptOf } from "@/lib/ledger/receipt";
import { sha256 } from "@/lib/ledger/sha256";
import { isUuid } from "@/lib/text/uuid";
import type {
  AnchorProof,
  CheckpointQuery,
  ConsistencyProof,
  ConsistencyQuery,
  LogPage,
  LogPageQuery,
} from "../schema";
import { checkpointSigner, stateCheckpoint } from "./checkpoint";

/** The logs that there are, by the names they go by in addresses. */
export type LogName = typeof ANCHOR_LOG | typeof COUNCIL_LOG;

/** @throws ServiceError `notFound` for a name that is none of the logs' */
function headOf(db: Reader, log: string): Promise<Head> {
  if (log !== ANCHOR_LOG && log !== COUNCIL_LOG) throw notFound(`The logs are ${ANCHOR_LOG} and ${COUNCIL_LOG}.`);
  return readHead(db, log);
}

/** A page of a log: every hashed field, no payload. A full page never changes. */
export async function readLog({ db }: Context, { log, from, limit }: LogPageQuery): Promise<LogPage> {
  const head = await headOf(db, log);
  const entries = await readEntries(db, head, from, limit);
  return { log: head.origin, from, entries, next: entries.length === limit ? from + limit : null };
}

/** What a log states of itself now, signed. */
export async function readCheckpoint({ db }: Context, { log }: CheckpointQuery): Promise<string> {
  const signer = await checkpointSigner(db);
  return (await stateCheckpoint(await headOf(db, log), signer)).note;
}

/**
 * An entry of any log, with the proof that it is in it, and the name of that log.
 * @throws ServiceError `notFound`
 */
export async function locateEntry({ db }: Context, id: string): Promise<{ log: LogName; proof: AnchorProof }> {
  if (!isUuid(id)) throw notFound();
  const signer = await checkpointSigner(db);
  const [row] = await db.select().from(ledgerEntries).where(eq(ledgerEntries.id, id));
  if (!row) throw notFound();
  const head = await readHead(db, row.log);
  const entry = entryOf(row, head.origin);
  const path = await proveInclusion(db, head, row.seq);
  const { checkpoint, note } = await stateCheckpoint(head, signer);
  const { size, root } = checkpoint;
  if (!verifyInclusion(sha256, { index: row.seq - 1, size, leaf: fromHex(entry.hash), path, root })) {
    throw new Error(`the inclusion proof of ${id} does not verify`);
  }
  const receipt = receiptOf(row.seq, path.map(toHex), checkpoint, note);
  return { log: row.log === COUNCIL_LOG ? COUNCIL_LOG : ANCHOR_LOG, proof: { entry, receipt } };
}

/**
 * Holds a log's head against its last entry, and both against a checkpoint as anyone gets it.
 * @returns how many entries it has
 * @throws ServiceError `unavailable`, saying what does not fit
 */
export async function checkHead({ db }: Context, log: LogName): Promise<number> {
  const head = await readHead(db, log);
  const { size } = head.edge;
  const signer = await checkpointSigner(db);
  const { checkpoint } = await stateCheckpoint(head, signer);
  if (size === 0) return 0;
  const [last] = await readEntries(db, head, size, 1);
  const broken = (what: string) => new ServiceError("unavailable", `The log ${log} is not whole: ${what}.`);
  if (last?.seq !== size) throw broken("its last entry is missing");
  if (last.hash !== head.lastHash) throw broken("its head is not its last entry's");
  const path = await proveInclusion(db, head, size);
  const leaf = fromHex(last.hash);
  if (!verifyInclusion(sha256, { index: size - 1, size, leaf, path, root: checkpoint.root })) {
    throw broken("its last entry is not in its tree");
  }
  return size;
}

/** An entry's proof alone, as `locateEntry` finds it. */
export async function proveAnchor(ctx: Context, { id }: { id: string }): Promise<AnchorProof> {
  return (await locateEntry(ctx, id)).proof;
}

/** @throws ServiceError `invalid` for what is no size that the log has had */
function sizeOf(text: string, name: string, largest: number): number {
  const size = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (size <= largest) return size;
  throw invalid(`\`${name}\` must be a whole number from 0 to ${largest}.`, { field: name });
}

/**
 * The proof that a log of `from` entries became that of `to` by appending.
 * @throws ServiceError `invalid`, `notFound`
 */
export async function proveSizes({ db }: Context, query: ConsistencyQuery): Promise<ConsistencyProof> {
  const head = await headOf(db, query.log);
  const to = query.to === undefined ? head.edge.size : sizeOf(query.to, "to", head.edge.size);
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
