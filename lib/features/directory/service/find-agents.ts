import { asc, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { LRUCache } from "lru-cache";
import type { Context } from "@/lib/authority/context";
import { keepPrepared } from "@/lib/database/keep-prepared";
import type { Reader } from "@/lib/database/open";
import { type AgentRow, agentCounts, agents } from "@/lib/database/schema/agents";
import { relayUsage } from "@/lib/database/schema/relay";
import type { DirectorySort } from "../directory-schema";
import {
  type AgentFilters,
  activeFilters,
  type BoundFilters,
  canUseCounts,
  type Filter,
  whereAgents,
  whereCounts,
} from "./filters";

type Ordered = Record<"trustScore" | "did" | "name" | "registeredAt" | "updatedAt", AnyPgColumn | SQL.Aliased>;
type Column = keyof Ordered;
type End = "first" | "last";

/** The orders that have a column. `used` comes from another table. */
type ColumnSort = Exclude<DirectorySort, "used">;

/** The directory's orders. The DID breaks every tie, so pages never overlap. */
const ORDERS: Record<ColumnSort, readonly [Column, "up" | "down"][]> = {
  score: [
    ["trustScore", "down"],
    ["did", "up"],
  ],
  trusted: [
    ["trustScore", "down"],
    ["registeredAt", "up"],
    ["did", "up"],
  ],
  name: [
    ["name", "up"],
    ["did", "up"],
  ],
  newest: [
    ["registeredAt", "down"],
    ["did", "up"],
  ],
  updated: [
    ["updatedAt", "down"],
    ["did", "up"],
  ],
};

/** Returns the expression that a column is ordered by. A record that never changed counts from its registration. */
const keyOf = (column: Column, table: Ordered) =>
  column === "updatedAt" ? sql`coalesce(${table.updatedAt}, ${table.registeredAt})` : table[column];

/** Returns the order's columns. @param from the end at which a scan in this order begins */
export function orderOf(sort: ColumnSort, table: Ordered, from: End = "first"): SQL[] {
  const isForward = from === "first";
  return ORDERS[sort].map(([column, way]) => ((way === "up") === isForward ? asc : desc)(keyOf(column, table)));
}

/** The parameters of the statements below. */
const bindValue = (name: string) => sql.placeholder(name);

const boundByName = (names: readonly Filter[]): BoundFilters => names.map((name) => [name, bindValue(name)]);

/** How many agents match a filter, and the version of the counts at that time. */
interface Known {
  version: number;
  total: number;
}

const MAX_KNOWN = 1_000;
/** The filters of a search name up to a thousand agents. */
const MAX_KEY_CHARACTERS = 1_000_000;
const knownOf = new WeakMap<Reader, LRUCache<string, Known>>();

function totalsCache(db: Reader): LRUCache<string, Known> {
  const known =
    knownOf.get(db) ??
    new LRUCache({
      max: MAX_KNOWN,
      maxSize: MAX_KEY_CHARACTERS,
      sizeCalculation: (_, key) => key.length,
    });
  knownOf.set(db, known);
  return known;
}

/**
 * Returns SQL that counts the matching agents, with the version of the counts. Filters that the counter table does not
 * support are counted in the agents table, but only if the version has changed since the caller's last count.
 */
function selectTotals(db: Reader, names: readonly Filter[]) {
  const filters = boundByName(names);
  const version = sql`coalesce(sum(${agentCounts.version}), 0)`;
  const total = canUseCounts(filters)
    ? sql`coalesce(sum(${agentCounts.agents}), 0)`
    : sql`case when ${version} = ${bindValue("knownVersion")}::bigint then ${bindValue("knownTotal")}::bigint
        else (select count(*) from ${agents} where ${whereAgents(filters)}) end`;
  return db
    .select({
      // Agents have a `version` column too, in the same statement.
      version: sql<number>`${version}`.mapWith(Number).as("counts_version"),
      total: sql<number>`${total}`.mapWith(Number).as("total"),
    })
    .from(agentCounts)
    .where(whereCounts(filters));
}

/**
 * Returns SQL for the DIDs of a page, by a scan that begins at one end of the order. `totals` gives the distance to the
 * other end.
 */
function selectFound(end: End, sort: ColumnSort, names: readonly Filter[]) {
  const [limit, offset, total] = [bindValue("limit"), bindValue("offset"), sql`(select total from totals)`];
  const order = sql.join(orderOf(sort, agents, end), sql`, `);
  const matching = sql`select ${agents.did} from ${agents} where ${whereAgents(boundByName(names)) ?? sql`true`} order by ${order}`;
  if (end === "first") return sql`${matching} limit ${limit} offset ${offset}`;
  // The outer limit tells the planner how few rows there are. It cannot estimate the inner limit.
  return sql`select did from (
    ${matching} limit greatest(least(${limit}::bigint, ${total} - ${offset}::bigint), 0)
      offset greatest(${total} - ${offset}::bigint - ${limit}::bigint, 0)) as backwards limit ${limit}`;
}

/**
 * Returns one page of the matching agents and their number, in one statement. If an index has the order and the
 * filters, it alone finds the page, and only the page's rows are read. The statement's shape depends on the nearer end,
 * the order, and the names of the filters.
 */
const selectPage = keepPrepared((db: Reader, end: End, sort: ColumnSort, ...names: Filter[]) => {
  const totals = db.$with("totals").as(selectTotals(db, names));
  const found = sql`(${selectFound(end, sort, names)}) as found`;
  const page = db
    .select(getTableColumns(agents))
    .from(agents)
    .innerJoin(found, eq(agents.did, sql`found.did`))
    .as("page");
  return db
    .with(totals)
    .select()
    .from(totals)
    .leftJoin(page, sql`true`)
    .orderBy(...orderOf(sort, page))
    .prepare("directory_page");
});

/** Maximum number of agents that are ordered by use. The others follow by trust. */
const MAX_USED = sql.raw("1000");
const USED_DAYS = sql.raw("30");

/**
 * Returns the same with the agents first that the relay used most often in the last days. The statement's shape depends
 * on the names of the filters.
 */
const selectMostUsed = keepPrepared((db: Reader, ...names: Filter[]) => {
  const totals = db.$with("totals").as(selectTotals(db, names));
  const where = whereAgents(boundByName(names)) ?? sql`true`;
  const [limit, offset] = [bindValue("limit"), bindValue("offset")];
  const [trusted, reach] = [sql.join(orderOf("trusted", agents), sql`, `), sql`${limit}::bigint + ${offset}::bigint`];
  const used = sql`(select did, sum(routed + received) as uses from ${relayUsage}
    where day > ${bindValue("today")}::date - ${USED_DAYS} group by did order by uses desc, did limit ${MAX_USED})`;
  const found = sql`(with used as materialized ${used}
    (select ${agents.did}, used.uses from ${agents} join used using (did) where ${where} order by 2 desc, ${trusted} limit ${reach})
    union all
    (select ${agents.did}, 0 from ${agents} where ${where} and ${agents.did} not in (select did from used)
      order by ${trusted} limit ${reach})) as found`;
  const page = db
    .select({ ...getTableColumns(agents), uses: sql<number>`found.uses`.as("uses") })
    .from(agents)
    .innerJoin(found, eq(agents.did, sql`found.did`))
    .orderBy(sql`found.uses desc`, ...orderOf("trusted", agents))
    .limit(limit)
    .offset(offset)
    .as("page");
  return db
    .with(totals)
    .select()
    .from(totals)
    .leftJoin(page, sql`true`)
    .orderBy(sql`${page.uses} desc`, ...orderOf("trusted", page))
    .prepare("directory_most_used");
});

interface PageWanted {
  limit: number;
  offset: number;
  sort?: DirectorySort | undefined;
}

/** From this offset on, a page is read from the nearer end. */
const DEEP = 100;

export async function findAgents(
  { db, clock }: Context,
  filters: AgentFilters,
  { limit, offset, sort = "score" }: PageWanted,
): Promise<{ total: number; agents: AgentRow[] }> {
  const present = activeFilters(filters);
  if (present === null) return { total: 0, agents: [] };
  const totals = totalsCache(db);
  const key = JSON.stringify(present);
  const known = totals.get(key);
  const end = known && offset >= DEEP && 2 * offset > known.total ? "last" : "first";
  const names = present.map(([name]) => name);
  const { version: knownVersion = -1, total: knownTotal = 0 } = known ?? {};
  const values = { ...Object.fromEntries(present), limit, offset, knownVersion, knownTotal };
  const rows =
    sort === "used"
      ? await selectMostUsed(db, ...names).execute({ ...values, today: clock().toISOString().slice(0, 10) })
      : await selectPage(db, end, sort, ...names).execute(values);
  const counted = rows[0]?.totals ?? { version: 0, total: 0 };
  totals.set(key, counted);
  return { total: counted.total, agents: rows.flatMap(({ page: row }) => (row === null ? [] : [row])) };
}
