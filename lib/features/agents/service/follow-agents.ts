import { setTimeout as sleep } from "node:timers/promises";
import { eq, inArray } from "drizzle-orm";
import { isOffered, offered } from "@/lib/database/offered";
import type { Database } from "@/lib/database/open";
import { type Changed, type ChangeRow, RecentChanges } from "@/lib/database/recent-changes";
import { agents } from "@/lib/database/schema/agents";
import { agentLiveness } from "@/lib/database/schema/liveness";
import { statement } from "@/lib/database/statement";
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

/**
 * The columns of `isOffered` and `searchRecord`. The triggers agent_changes_* notice each change of them; of the last two,
 * whether they are null.
 */
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
  answeredAt: agentLiveness.answeredAt,
  silentSince: agentLiveness.silentSince,
};

/** An index that is kept equal to the table. */
export interface RecordIndex {
  put: (record: AgentRecord) => void;
  remove: (did: string) => void;
}

/**
 * Keeps an index in this process equal to the records of the offered agents. It reads which agents changed, and then
 * their rows.
 */
export class FollowedAgents<Index extends RecordIndex> {
  /** As it is at present. See {@link current}. */
  readonly index: Index;
  private readonly db: Database;
  private readonly indexed = new Set<string>();
  /** The DIDs to read, the next one last. */
  private waiting: string[] = [];
  /** How many records waited before the last read. */
  private older = 0;
  private readonly changes: RecentChanges;
  private lastBatch: Promise<unknown> = Promise.resolve();
  private isFollowing = false;

  /** @param index an empty one */
  constructor(db: Database, index: Index) {
    this.db = db;
    this.index = index;
    this.changes = new RecentChanges({
      ask: async (text, parameters) => db.execute<ChangeRow & Record<string, unknown>>(statement(text, parameters)),
      follows: "agents",
      onChanges: (changed) => this.addWaiting(changed),
    });
  }

  /**
   * Returns the index with all that was committed before this call. If very many records wait, as at a start, the newest
   * changes are in it, and the others follow in the background.
   */
  async current(): Promise<Index> {
    await this.changes.read();
    const { length } = this.waiting;
    const least = length <= MOST_WAITED ? 0 : Math.max(this.older, length - MOST_WAITED);
    // At least one turn, because another caller may be indexing a change that this one needs.
    do await this.indexBatch();
    while (this.waiting.length > least);
    // It reports no failure, because the next question, and the next second, try again.
    if (this.waiting.length > 0) void this.follow().catch(() => {});
    return this.index;
  }

  /** How many records wait. */
  get lacks(): number {
    return this.waiting.length;
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
      await this.changes.read();
      while (this.waiting.length > 0) await sleep(REST * (await this.indexBatch()), undefined, { ref: false });
    } finally {
      this.isFollowing = false;
    }
  }

  /** Makes the changed records wait, the newest change last, so it is indexed first. */
  private async addWaiting(changed: Changed): Promise<void> {
    if (changed === "all") return this.addAll();
    this.older = this.waiting.length;
    this.waiting.push(...[...changed].toReversed());
  }

  /** Makes all records wait. */
  private async addAll(): Promise<void> {
    const rows = await this.db.select({ did: agents.did }).from(agents).where(offered()).orderBy(agents.trustScore);
    // Until then, records from before this read may be indexed.
    await this.lastBatch;
    const there = new Set(rows.map(({ did }) => did));
    if (there.size > MOST_MEASURED) log().warn({ event: "search_unmeasured", agents: there.size }, UNMEASURED);
    this.waiting = [...there, ...[...this.indexed].filter((did) => !there.has(did))];
    this.older = this.waiting.length;
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
      const searched = this.db.select(SEARCHED).from(agents);
      return await searched.leftJoin(agentLiveness, eq(agentLiveness.did, agents.did)).where(inArray(agents.did, dids));
    } catch (error) {
      this.waiting.push(...dids);
      throw error;
    }
  }
}
