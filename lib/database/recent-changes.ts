import { sql } from "drizzle-orm";
import type { Database } from "./open";
import { recentChanges } from "./schema/system";

/** A row of the statement. `value` is null if nothing changed. */
export interface ChangeRow {
  snapshot: string;
  start: string | null;
  origin: string;
  value: string | null;
}

/** Sends a statement. @throws any error, also if no rows came in time */
export type Ask = (text: string, parameters: string[]) => Promise<readonly ChangeRow[]>;

/** What changed, or `all` if anything may have, as before the first read and after another server took over. */
export type Changed = ReadonlySet<string> | "all";

/** The transactions in a snapshot: all before `next`, except those that were open. */
interface Snapshot {
  oldest: bigint;
  next: string;
  /** An array in PostgreSQL's syntax. */
  open: string;
  origin: string;
}

/** With a limit, the planner always chooses the index, also if it knows nothing about the table yet. */
const FEW = 1_000;

const COLUMNS = { tables: ["name", "name <> '' and did = ''"], agents: ["did", "did <> ''"] } as const;

function statementFor(follows: keyof typeof COLUMNS, limit: string): string {
  const [column, condition] = COLUMNS[follows];
  return `
    select pg_current_snapshot()::text as snapshot, (select min(xid) from recent_changes)::text as start,
      pg_postmaster_start_time()::text || ' ' || 'recent_changes'::regclass::oid as origin, c.value
    from (select) as one left join (
      (select ${column} as value from recent_changes where xid >= $1::bigint and ${condition} order by xid desc ${limit})
      union all select ${column} from recent_changes where xid = any($2::bigint[]) and ${condition}
    ) as c on true`;
}

/** Reads `12:20:14,17`: the oldest open transaction, the next one, and those that are open. */
function snapshotOf({ snapshot, origin }: ChangeRow): Snapshot {
  const [oldest = "", next = "", open = ""] = snapshot.split(":");
  return { oldest: BigInt(oldest), next, open: `{${open}}`, origin };
}

interface Options {
  ask: Ask;
  follows: keyof typeof COLUMNS;
  /** Called once for each read. A read waits for it. If it fails, the next read finds the same changes. */
  onChanges: (changed: Changed) => Promise<void> | void;
}

/**
 * Reads what transactions have changed since the last read, from `recent_changes`, which triggers fill. A transaction
 * is read once its commit is visible, in whatever order they commit. So a read knows all that was committed before it
 * began, without a notification, and a write waits for no other one.
 */
export class RecentChanges {
  private readonly options: Options;
  private readonly few: string;
  private readonly all: string;
  private known: Snapshot | undefined;
  private running: Promise<unknown> = Promise.resolve();
  private next: Promise<void> | undefined;
  private readAt = Number.NEGATIVE_INFINITY;

  constructor(options: Options) {
    this.options = options;
    this.few = statementFor(options.follows, `limit ${FEW}`);
    this.all = statementFor(options.follows, "");
  }

  /** Reads once for all callers before it begins. @throws any error of the database */
  read(): Promise<void> {
    this.next ??= this.running.then(() => {
      this.next = undefined;
      const reading = this.readNow();
      this.running = reading.catch(() => this.expire());
      return reading;
    });
    return this.next;
  }

  /** The time since the beginning of the last read that ended, if it succeeded; else infinite. */
  get ageMilliseconds(): number {
    return performance.now() - this.readAt;
  }

  /** Makes the last read count no more, as after a lost connection. */
  expire(): void {
    this.readAt = Number.NEGATIVE_INFINITY;
  }

  private async readNow(): Promise<void> {
    const begunAt = performance.now();
    const { known } = this;
    const parameters = [known?.next ?? "0", known?.open ?? "{}"];
    const few = await this.options.ask(this.few, parameters);
    const rows = few.length < FEW || !known ? few : await this.options.ask(this.all, parameters);
    const [first] = rows;
    if (!first) throw new Error("PostgreSQL returned no snapshot");
    const snapshot = snapshotOf(first);
    const isComplete = known?.origin === snapshot.origin && BigInt(first.start ?? 0) <= known.oldest;
    await this.options.onChanges(isComplete ? new Set(rows.flatMap(({ value }) => value ?? [])) : "all");
    this.known = snapshot;
    this.readAt = begunAt;
  }
}

/**
 * Deletes the changes of the transactions before one, and those of another server, whose ids this one has not reached:
 * a restored backup may contain them. The first row then says how far changes were deleted.
 * @param before from an earlier call, so that every process has read those rows; `0` deletes none of this server
 * @returns the oldest open transaction
 */
export async function forgetChanges(db: Database, before: string): Promise<string> {
  const rows = await db.execute<{ oldest: string }>(sql`
    with server as (
      select pg_snapshot_xmin(s)::text as oldest, pg_snapshot_xmax(s)::text::bigint as next from pg_current_snapshot() as s
    ), marked as (
      select greatest(max(xid), ${before}::bigint) as xid from ${recentChanges}, server where name = '' and xid < next
    ), deleted as (
      delete from ${recentChanges} where xid < ${before}::bigint or xid > (select next from server)
    ), inserted as (
      insert into ${recentChanges} (xid, name) select xid, '' from marked on conflict do nothing
    )
    select oldest from server`);
  return rows[0]?.oldest ?? before;
}

/** Returns the announced tables if processes of 0.3.0 use the database, else none. Their connections have another name. */
export async function findOldProcesses(db: Database): Promise<string[]> {
  const rows = await db.execute<{ name: string }>(sql`
    select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgname = 'announce_change' and exists (
      select from pg_stat_activity where datname = current_database() and application_name = 'governance')`);
  return rows.map(({ name }) => name);
}
