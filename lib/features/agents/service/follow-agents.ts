import { setTimeout as sleep } from "node:timers/promises";
import { inArray, lt, type SQL, sql } from "drizzle-orm";
import { isOffered, offered } from "@/lib/database/offered";
import type { Database } from "@/lib/database/open";
import { agentChanges, agents } from "@/lib/database/schema/agents";
import { log } from "@/lib/foundation/log";
import type { AgentRecord } from "@/lib/search/ranking/record";
import { searchRecord } from "../search-record";

/** Records that are read and indexed at once: some milliseconds of work. */
const BATCH = 50;
/** Maximum number of records whose indexing a question waits for. */
const MOST_WAITED = 1_000;
/** The pause after a batch in the background, as a multiple of the time that indexing took. Reading takes nearly as long. */
const REST = 4;
/** Search was measured with up to so many agents. Beyond, PostgreSQL should find candidates for the ranker. */
const MOST_MEASURED = 200_000;
const UNMEASURED = "The search was not measured with so many agents. It may be slow, and take much memory.";
/** With this limit the planner always chooses the index, also if it knows nothing about the table yet. */
const FEW = 1_000;
/** How long a change is kept. */
const KEPT_MILLISECONDS = 3_600_000;
/** After so long without a read, some changes may be deleted, so all records are read again. */
const MOST_BEHIND_MILLISECONDS = KEPT_MILLISECONDS / 2;

/** The columns of `isOffered` and `searchRecord`. The triggers agent_changes_* notice each change of them. */
const SEARCHED = {
  did: agents.did,
  status: agents.status,
  listed: agents.listed,
  name: agents.name,
  provider: agents.provider,
  role: agents.role,
  description: agents.description,
  tags: agents.tags,
  skills: agents.skills,
  capabilities: agents.capabilities,
  capabilityManifest: agents.capabilityManifest,
  homepage: agents.homepage,
  repository: agents.repository,
  domains: agents.domains,
  trustScore: agents.trustScore,
  trustTier: agents.trustTier,
};

/** The oldest transaction that is open, and the server. */
type Snapshot = { horizon: string; server: string };
const SNAPSHOT = sql.raw(
  "pg_snapshot_xmin(pg_current_snapshot())::text as horizon, pg_postmaster_start_time()::text as server",
);

/** An index that is kept equal to the table. */
export interface RecordIndex {
  put: (record: AgentRecord) => void;
  remove: (did: string) => void;
}

/**
 * Keeps an index in this process equal to the records of the offered agents. It reads which agents changed from
 * `agent_changes`, in each transaction that its last snapshot did not contain, and then their rows.
 */
export class FollowedAgents<Index extends RecordIndex> {
  /** As it is at present. See {@link current}. */
  readonly index: Index;
  private readonly db: Database;
  /** The DIDs in the index. */
  private readonly indexed = new Set<string>();
  /** The DIDs to read, the next one last. */
  private waiting: string[] = [];
  /** The oldest transaction that was open at the last read. All before it are known. Undefined before the first read. */
  private horizon: string | undefined;
  /** When the server began. Another one may have lost the last transactions, and use their ids again. */
  private server: string | undefined;
  private readAt = 0;
  /** The changes that the last read found. */
  private seen = new Set<string>();
  private lastRead: Promise<unknown> = Promise.resolve();
  private nextRead: Promise<number> | undefined;
  private lastBatch: Promise<unknown> = Promise.resolve();
  private isFollowing = false;

  /** @param index an empty one */
  constructor(db: Database, index: Index) {
    this.db = db;
    this.index = index;
  }

  /**
   * Returns the index with all that was committed before this call. If very many records wait, as at a start, the newest
   * changes are in it, and the others follow in the background.
   */
  async current(): Promise<Index> {
    const known = await this.read();
    const { length } = this.waiting;
    const least = length <= MOST_WAITED ? 0 : Math.max(known, length - MOST_WAITED);
    // At least one turn, because another caller may be indexing a change that this one needs.
    do await this.indexBatch();
    while (this.waiting.length > least);
    // It reports no failure, because the next question, and the next second, try again.
    if (this.waiting.length > 0) void this.follow().catch(() => {});
    return this.index;
  }

  /** Whether records wait, as after a start. Then answers may lack agents. */
  get isBehind(): boolean {
    return this.waiting.length > 0;
  }

  /** Reads the changes, and indexes all that waits, with pauses. */
  async follow(): Promise<void> {
    if (this.isFollowing) return;
    this.isFollowing = true;
    try {
      await this.read();
      while (this.waiting.length > 0) await sleep(REST * (await this.indexBatch()), undefined, { ref: false });
    } finally {
      this.isFollowing = false;
    }
  }

  /** Reads the changes once for all callers before it begins. @returns how many DIDs waited before those it found */
  private read(): Promise<number> {
    this.nextRead ??= this.lastRead.then(() => {
      this.nextRead = undefined;
      const reading = this.readChanges();
      this.lastRead = reading.catch(() => {});
      return reading;
    });
    return this.nextRead;
  }

  private async readChanges(): Promise<number> {
    const startedAt = performance.now();
    const { horizon, seen, waiting } = this;
    if (horizon === undefined || startedAt - this.readAt > MOST_BEHIND_MILLISECONDS) return this.readAll();
    const few = await this.changesSince(horizon, String(FEW));
    const rows = few.length < FEW ? few : await this.changesSince(horizon, "all");
    const [first] = rows;
    if (first?.server !== this.server) return this.readAll();
    this.horizon = first?.horizon;
    this.readAt = startedAt;
    this.seen = new Set();
    const known = waiting.length;
    for (const { xid, did } of rows.toReversed()) {
      if (xid === null || did === null) continue;
      const change = `${xid} ${did}`;
      this.seen.add(change);
      if (!seen.has(change)) waiting.push(did);
    }
    return known;
  }

  /** Reads the changes of all transactions from `xid` on, the newest first, and at least one row. */
  private changesSince(xid: string, most: string) {
    return this.db.execute<Snapshot & { xid: string | null; did: string | null }>(sql`
      select ${SNAPSHOT}, c.xid::text as xid, c.did
      from (select) as one left join (
        select xid, did from ${agentChanges} where xid >= ${xid}::bigint order by xid desc limit ${sql.raw(most)}
      ) as c on true`);
  }

  /** Makes all records wait. @returns how many */
  private async readAll(): Promise<number> {
    const startedAt = performance.now();
    // Before the agents, so a change after them is read again.
    const [snapshot] = await this.db.execute<Snapshot>(sql`select ${SNAPSHOT}`);
    const rows = await this.db.select({ did: agents.did }).from(agents).where(offered()).orderBy(agents.trustScore);
    // Until then, records from before the snapshot may be indexed.
    await this.lastBatch;
    const there = new Set(rows.map(({ did }) => did));
    if (there.size > MOST_MEASURED) log().warn({ event: "search_unmeasured", agents: there.size }, UNMEASURED);
    this.horizon = snapshot?.horizon;
    this.server = snapshot?.server;
    this.readAt = startedAt;
    this.seen = new Set();
    this.waiting = [...there, ...[...this.indexed].filter((did) => !there.has(did))];
    return this.waiting.length;
  }

  /** Indexes the next records, after the batch before. @returns the milliseconds of work */
  private indexBatch(): Promise<number> {
    const indexing = this.lastBatch.then(async () => {
      const dids = [...new Set(this.waiting.splice(-BATCH))];
      if (dids.length === 0) return 0;
      const rows = await this.readRows(dids);
      const startedAt = performance.now();
      const there = new Map(rows.map((row) => [row.did, row]));
      for (const did of dids) {
        const row = there.get(did);
        if (row && isOffered(row)) {
          this.index.put(searchRecord(row));
          this.indexed.add(row.did);
        } else if (this.indexed.delete(did)) this.index.remove(did);
      }
      return performance.now() - startedAt;
    });
    this.lastBatch = indexing.catch(() => {});
    return indexing;
  }

  /** Reads rows by their key alone, so the planner has no choice. If it fails, they wait again. */
  private async readRows(dids: string[]) {
    try {
      return await this.db.select(SEARCHED).from(agents).where(inArray(agents.did, dids));
    } catch (error) {
      this.waiting.push(...dids);
      throw error;
    }
  }
}

/** Deletes the changes that every process has read. @param now the database's time */
export async function forgetAgentChanges(db: Database, now: SQL = sql`now()`): Promise<void> {
  const kept = sql`make_interval(secs => ${KEPT_MILLISECONDS / 1_000})`;
  await db.delete(agentChanges).where(lt(agentChanges.at, sql`${now} - ${kept}`));
}
