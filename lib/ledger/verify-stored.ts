import { sql } from "drizzle-orm";
import { REDACTED_KIND } from "@/lib/database/erasures/redaction-text";
import type { Database, Transaction } from "@/lib/database/open";
import { STORED_LEVEL_STEP } from "./append";
import { toHex } from "./bytes";
import type { CheckedPage } from "./check-page";
import { PageCheckers } from "./check-threads";
import type { Checkpoint } from "./checkpoint";
import { GENESIS_PREV_HASH } from "./entry";
import type { TreeNode } from "./merkle";
import { sha256 } from "./sha256";
import { ISO, readPage } from "./stored-page";
import { type Fault, LogVerifier } from "./verify";

type Executor = Pick<Database | Transaction, "execute">;

const PAGE_ENTRIES = 2_000;

export interface VerifyOptions {
  /** Checkpoints of this log that were kept elsewhere. */
  checkpoints?: readonly Checkpoint[];
  /** Called with the number of entries checked since the last call. */
  onProgress?: (entries: number) => void;
  /** The number of threads that recompute entries. 0 (the default) uses the present thread. */
  threads?: number;
  /** The number of entries that are read at once. */
  pageEntries?: number;
}

/** The result of checking a stored log: success, or the first fault. */
export interface LogVerification {
  fault: Fault | null;
  /** How many entries were correct. */
  size: number;
  /** The root over them, lower-case hex. */
  root: string;
}

interface HeadRow extends Record<string, unknown> {
  origin: string;
  size: string;
  last_at: string;
  last_hash: string | null;
  subtrees: string;
}

/** Reads the names, origin lines and sizes of the stored logs. */
export async function listLogs(db: Executor): Promise<{ log: string; origin: string; size: number }[]> {
  const rows = await db.execute<{ log: string; origin: string; size: string }>(
    sql`select log, origin, size from ledger_heads order by log`,
  );
  return rows.map(({ log, origin, size }) => ({ log, origin, size: Number(size) }));
}

async function readHeadRow(db: Executor, log: string): Promise<HeadRow> {
  const [row] = await db.execute<HeadRow>(sql`
    select origin, size, to_char(last_at at time zone 'UTC', ${ISO}) as last_at, encode(last_hash, 'hex') as last_hash,
      encode(subtrees, 'hex') as subtrees
    from ledger_heads where log = ${log}`);
  if (!row) throw new Error(`There is no log named ${log}.`);
  return row;
}

const atTheEnd = (reason: string): Fault => ({ seq: null, id: null, reason });

function faultInHead(head: HeadRow, { size, head: { lastHash, lastAt, subtrees } }: LogVerifier): Fault | null {
  if (size < Number(head.size)) {
    return atTheEnd(
      `the log ends after ${size} entries, though its head counts ${head.size}: entries were removed from its end`,
    );
  }
  if ((head.last_hash ?? GENESIS_PREV_HASH) !== lastHash)
    return atTheEnd("the head's last_hash is not the last entry's");
  if (size > 0 && head.last_at !== lastAt) return atTheEnd("the head's last_at is not the last entry's");
  if (head.subtrees !== subtrees.map(toHex).join(""))
    return atTheEnd("the head's subtrees are not those of the entries");
  return null;
}

async function faultInNodes(
  db: Executor,
  log: string,
  size: number,
  nodes: Map<string, string>,
): Promise<Fault | null> {
  const stored = await db.execute<{ level: number; index: string; hash: string }>(sql`
    select level, index, encode(hash, 'hex') as hash from ledger_nodes
    where log = ${log} and (index + 1) * (2 ^ level)::bigint <= ${size} order by level, index`);
  for (const { level, index, hash } of stored) {
    const key = `${level}/${index}`;
    if (nodes.get(key) !== hash) return atTheEnd(`the stored tree node ${key} is not the root of its entries`);
    nodes.delete(key);
  }
  const [missing] = nodes.keys();
  return missing === undefined ? null : atTheEnd(`the tree node ${missing} is not stored`);
}

/** Finds an entry whose erasure no act records. An act that was erased itself proves nothing. */
async function faultInErasures(db: Executor, erased: CheckedPage["erased"]): Promise<Fault | null> {
  if (erased.length === 0) return null;
  const redactions = await db.execute<{ id: string }>(sql`
    select jsonb_array_elements_text(details -> 'entries') as id from ledger_acts
    where kind = ${REDACTED_KIND} and not is_erased`);
  const redacted = new Set(redactions.map(({ id }) => id));
  for (let at = 0; at < erased.length; at += PAGE_ENTRIES) {
    const page = erased.slice(at, at + PAGE_ENTRIES);
    const acts = await db.execute<{ subject: string }>(sql`
      select a.subject from ledger_acts a join json_array_elements_text(${JSON.stringify(page.map(({ id }) => id))}::json) as w (id)
        on a.subject = w.id where a.kind = 'memory.erased' and not a.is_erased`);
    const recorded = new Set(acts.map(({ subject }) => subject));
    const silent = page.find(({ id }) => !recorded.has(id) && !redacted.has(id));
    if (silent) return { ...silent, reason: "its payload is missing, and no log entry records its erasure" };
  }
  return null;
}

/** Finds entries and payloads that are outside every head. */
async function faultBeyond(db: Executor, log: string): Promise<Fault | null> {
  const [row] = await db.execute<{ entry: string | null; payload: string | null }>(sql`
    select (select min(seq) from ledger_entries e where e.log = h.log and e.seq > h.size) as entry,
      (select min(seq) from ledger_payloads p where p.log = h.log and p.seq > h.size) as payload
    from ledger_heads h where h.log = ${log}`);
  const seq = row?.entry ?? row?.payload ?? null;
  return seq === null ? null : { seq: Number(seq), id: null, reason: "it is beyond the head of the log" };
}

/** Yields the checked pages of a log up to `size`, in order. Reads and checks some pages ahead. */
async function* checkedPages(
  db: Executor,
  { log, origin, size }: { log: string; origin: string; size: number },
  { threads = 0, pageEntries = PAGE_ENTRIES }: VerifyOptions,
): AsyncGenerator<CheckedPage> {
  const checkers = new PageCheckers(size > pageEntries ? threads : 0);
  const ahead: Promise<CheckedPage>[] = [];
  const check = async (first: number) => {
    const page = await readPage(db, log, [first, Math.min(first + pageEntries - 1, size)]);
    return checkers.check({ page, origin });
  };
  try {
    for (let first = 1; first <= size || ahead.length > 0; ) {
      while (first <= size && ahead.length < 2 + 2 * threads) {
        const page = check(first);
        page.catch(() => {});
        ahead.push(page);
        first += pageEntries;
      }
      const next = await ahead.shift();
      if (next) yield next;
    }
  } finally {
    await Promise.allSettled(ahead);
    await checkers.end();
  }
}

/**
 * Checks a stored log up to the head at the beginning, and recomputes everything: chain, commitments, tree, stored
 * nodes and head. Also checks that each erasure has a log entry. Others may append in the meantime.
 */
export async function verifyStoredLog(
  db: Executor,
  log: string,
  options: VerifyOptions = {},
): Promise<LogVerification> {
  const head = await readHeadRow(db, log);
  const verifier = new LogVerifier(sha256, head.origin, options.checkpoints);
  const verdict = (fault: Fault | null): LogVerification => ({ fault, size: verifier.size, root: verifier.root() });
  const nodes = new Map<string, string>();
  const keep = ({ level, index, hash }: TreeNode) => {
    if (level > 0 && level % STORED_LEVEL_STEP === 0) nodes.set(`${level}/${index}`, toHex(hash));
  };
  const erased: CheckedPage["erased"] = [];
  const source = { log, origin: head.origin, size: Number(head.size) };
  for await (const page of checkedPages(db, source, options)) {
    const before = verifier.size;
    const fault = (page.range && verifier.addRange(page.range, keep)) ?? page.fault;
    if (fault) return verdict(fault);
    erased.push(...page.erased);
    options.onProgress?.(verifier.size - before);
  }
  return verdict(
    faultInHead(head, verifier) ??
      verifier.finish() ??
      (await faultInNodes(db, log, verifier.size, nodes)) ??
      (await faultInErasures(db, erased)) ??
      (await faultBeyond(db, log)),
  );
}
