import { sql } from "drizzle-orm";
import type { Database, Transaction } from "@/lib/db/open";
import { ANCHOR_LOG, KEPT_LEVELS } from "./append";
import { toHex } from "./bytes";
import type { Checkpoint } from "./checkpoint";
import { type Content, type Entry, GENESIS_PREV_HASH } from "./entry";
import { sha256 } from "./sha256";
import { type Fault, LogVerifier } from "./verify";

type Executor = Pick<Database | Transaction, "execute">;

const PAGE_ENTRIES = 2_000;
/** As `Date.toISOString` writes it. */
const ISO = sql.raw(`'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`);

export interface VerifyOptions {
  /** Of this log, kept elsewhere. */
  checkpoints?: readonly Checkpoint[];
  /** Told how many entries were looked at since it was last told. */
  onProgress?: (entries: number) => void;
}

/** What a walk over a stored log found: nothing wrong, or the first fault. */
export interface Verdict {
  fault: Fault | null;
  /** Entries found right. */
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

interface EntryRow extends Omit<Entry, "seq">, Record<string, unknown> {
  seq: string;
  salt: string | null;
  did: string | null;
  kind: string | null;
  payload: unknown;
  has_payload_row: boolean;
}

/** The stored logs by name, with their origin lines and sizes. */
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

async function readPage(db: Executor, log: string, after: number): Promise<EntryRow[]> {
  return await db.execute<EntryRow>(sql`
    select h.origin as log, e.seq, e.id, encode(e.hash, 'hex') as hash,
      coalesce(encode(e.prev_hash, 'hex'), ${GENESIS_PREV_HASH}) as prev_hash, e.scope, e.validation_status,
      to_char(e.created_at at time zone 'UTC', ${ISO}) as created_at, encode(e.payload_commitment, 'hex') as payload_commitment,
      encode(p.salt, 'hex') as salt, p.did, p.kind, p.payload, p.log is not null as has_payload_row
    from ledger_entries e join ledger_heads h on h.log = e.log
      left join ledger_payloads p on p.log = e.log and p.seq = e.seq
    where e.log = ${log} and e.seq > ${after} order by e.seq limit ${PAGE_ENTRIES}`);
}

/** What stands beside the chain and must agree with it. */
class Walk {
  readonly verifier: LogVerifier;
  readonly nodes = new Map<string, string>();
  readonly erased: { seq: number; id: string }[] = [];
  private readonly erasable: boolean;

  constructor(log: string, origin: string, checkpoints: readonly Checkpoint[]) {
    this.verifier = new LogVerifier(sha256, origin, checkpoints);
    this.erasable = log === ANCHOR_LOG;
  }

  add(row: EntryRow): Fault | null {
    const entry: Entry = { ...row, seq: Number(row.seq) };
    const { seq, id } = entry;
    const content = contentOf(row);
    if (content === "broken" || (content === null && !this.erasable)) {
      const chain = this.verifier.add(entry);
      return chain ?? { seq, id, reason: "what it commits to is missing, in whole or in part" };
    }
    if (content === null) this.erased.push({ seq, id });
    return this.verifier.add(entry, content, ({ level, index, hash }) => {
      if (level > 0 && level % KEPT_LEVELS === 0) this.nodes.set(`${level}/${index}`, toHex(hash));
    });
  }
}

/** What an entry's row commits to: null where it was erased, `broken` where neither is so. */
function contentOf({
  has_payload_row,
  salt,
  did,
  kind,
  payload,
}: EntryRow): (Content & { salt: string }) | null | "broken" {
  if (has_payload_row && salt !== null && did !== null && kind !== null && payload !== null) {
    return { salt, did, kind, payload };
  }
  const empty = salt === null && did === null && kind === null && payload === null;
  return has_payload_row && empty ? null : "broken";
}

const atTheEnd = (reason: string): Fault => ({ seq: null, id: null, reason });

function faultInHead(head: HeadRow, { size, head: { lastHash, lastAt, subtrees } }: LogVerifier): Fault | null {
  if (size < Number(head.size)) {
    return atTheEnd(`the log ends after ${size} entries, though its head counts ${head.size}: its tail was cut off`);
  }
  if ((head.last_hash ?? GENESIS_PREV_HASH) !== lastHash)
    return atTheEnd("the head's last_hash is not the last entry's");
  if (size > 0 && head.last_at !== lastAt) return atTheEnd("the head's last_at is not the last entry's");
  if (head.subtrees !== subtrees.map(toHex).join(""))
    return atTheEnd("the head's subtrees are not those of the entries");
  return null;
}

async function faultInNodes(db: Executor, log: string, { nodes, verifier }: Walk): Promise<Fault | null> {
  const stored = await db.execute<{ level: number; index: string; hash: string }>(sql`
    select level, index, encode(hash, 'hex') as hash from ledger_nodes
    where log = ${log} and (index + 1) * (2 ^ level)::bigint <= ${verifier.size} order by level, index`);
  for (const { level, index, hash } of stored) {
    const key = `${level}/${index}`;
    if (nodes.get(key) !== hash) return atTheEnd(`the stored tree node ${key} is not the root of its entries`);
    nodes.delete(key);
  }
  const [missing] = nodes.keys();
  return missing === undefined ? null : atTheEnd(`the tree node ${missing} is not stored`);
}

async function faultInErasures(db: Executor, { erased }: Walk): Promise<Fault | null> {
  for (let at = 0; at < erased.length; at += PAGE_ENTRIES) {
    const page = erased.slice(at, at + PAGE_ENTRIES);
    const acts = await db.execute<{ subject: string }>(sql`
      select a.subject from ledger_acts a join json_array_elements_text(${JSON.stringify(page.map(({ id }) => id))}::json) as w (id)
        on a.subject = w.id where a.kind = 'memory.erased'`);
    const recorded = new Set(acts.map(({ subject }) => subject));
    const silent = page.find(({ id }) => !recorded.has(id));
    if (silent) return { ...silent, reason: "its payload is gone, and no act says who erased it" };
  }
  return null;
}

/** Entries and payloads that no head accounts for. */
async function faultBeyond(db: Executor, log: string): Promise<Fault | null> {
  const [row] = await db.execute<{ entry: string | null; payload: string | null }>(sql`
    select (select min(seq) from ledger_entries e where e.log = h.log and e.seq > h.size) as entry,
      (select min(seq) from ledger_payloads p where p.log = h.log and p.seq > h.size) as payload
    from ledger_heads h where h.log = ${log}`);
  const seq = row?.entry ?? row?.payload ?? null;
  return seq === null ? null : { seq: Number(seq), id: null, reason: "it stands beyond the head of the log" };
}

/**
 * Walks a stored log to where its head stood at the beginning, and recomputes everything: chain, commitments, tree, stored
 * nodes, head, and that an act stands for each erasure. Others may append meanwhile.
 */
export async function verifyStoredLog(db: Executor, log: string, options: VerifyOptions = {}): Promise<Verdict> {
  const head = await readHeadRow(db, log);
  const walk = new Walk(log, head.origin, options.checkpoints ?? []);
  const { verifier } = walk;
  const verdict = (fault: Fault | null): Verdict => ({ fault, size: verifier.size, root: verifier.root() });
  const size = Number(head.size);
  let next = readPage(db, log, 0);
  while (verifier.size < size) {
    const rows = (await next).filter((row) => Number(row.seq) <= size);
    // The next page is on its way while this one is hashed.
    next = readPage(db, log, verifier.size + rows.length);
    next.catch(() => {});
    for (const row of rows) {
      const fault = walk.add(row);
      if (fault) return verdict(fault);
    }
    if (rows.length === 0) break;
    options.onProgress?.(rows.length);
  }
  await next;
  return verdict(
    faultInHead(head, verifier) ??
      verifier.end() ??
      (await faultInNodes(db, log, walk)) ??
      (await faultInErasures(db, walk)) ??
      (await faultBeyond(db, log)),
  );
}
