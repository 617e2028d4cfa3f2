import { asc, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { LRUCache } from "lru-cache";
import type { Context } from "@/lib/context";
import { keepPrepared } from "@/lib/db/keep-prepared";
import type { Reader } from "@/lib/db/open";
import { type AgentRow, agentCounts, agents } from "@/lib/db/schema/agents";
import { relayUsage } from "@/lib/db/schema/relay";
import type { DirectorySort } from "../schema";
import { type AgentFilters, areCounted, type Bound, type Filter, given, whereAgents, whereCounts } from "./filters";

type Ordered = Record<"trustScore" | "did" | "name" | "registeredAt", AnyPgColumn | SQL.Aliased>;
type Column = keyof Ordered;
type End = "first" | "last";

/** The orders that a column has; `used` is made from another table. */
type ColumnSort = Exclude<DirectorySort, "used">;

/** The directory's orders; the DID settles every tie, so that pages never overlap. */
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
};

/** @param from the end at which a scan in this order begins */
export function orderOf(sort: ColumnSort, table: Ordered, from: End = "first"): SQL[] {
  const isForward = from === "first";
  return ORDERS[sort].map(([column, way]) => ((way === "up") === isForward ? asc : desc)(table[column]));
}

/** Values of the statements below. */
export const value = (name: string) => sql.placeholder(name);

export const boundByName = (names: readonly Filter[]): Bound => names.map((name) => [name, value(name)]);

/** How many agents a filter found, and the version of their counts by then. */
interface Known {
  version: number;
  total: number;
}

const MAX_KNOWN = 1_000;
const knownOf = new WeakMap<Reader, LRUCache<string, Known>>();

export function knownTotals(db: Reader): LRUCache<string, Known> {
  const known = knownOf.get(db) ?? new LRUCache({ max: MAX_KNOWN });
  knownOf.set(db, known);
  return known;
}

/**
 * Selects how many agents match, with the version of their counts. Filters that the counter table does not know are counted
 * among the agents, but only where the version is not the one at which the caller counted last.
 */
export function selectTotals(db: Reader, names: readonly Filter[]) {
  const filters = boundByName(names);
  const version = sql`coalesce(sum(${agentCounts.version}), 0)`;
  const total = areCounted(filters)
    ? sql`coalesce(sum(${agentCounts.agents}), 0)`
    : sql`case when ${version} = ${value("knownVersion")}::bigint then ${value("knownTotal")}::bigint
        else (select count(*) from ${agents} where ${whereAgents(filters)}) end`;
  return db
    .select({
      // Agents have a `version` of their own, in the same statement.
      version: sql<number>`${version}`.mapWith(Number).as("counts_version"),
      total: sql<number>`${total}`.mapWith(Number).as("total"),
    })
    .from(agentCounts)
    .where(whereCounts(filters));
}

/** Selects the DIDs of a page by a scan that begins at one end of the order. `totals` says how far the other end is. */
function selectFound(end: End, sort: ColumnSort, names: readonly Filter[]) {
  const [limit, offset, total] = [value("limit"), value("offset"), sql`(select total from totals)`];
  const order = sql.join(orderOf(sort, agents, end), sql`, `);
  const matching = sql`select ${agents.did} from ${agents} where ${whereAgents(boundByName(names)) ?? sql`true`} order by ${order}`;
  if (end === "first") return sql`${matching} limit ${limit} offset ${offset}`;
  // The outer limit tells the planner how few rows there are: it cannot estimate the inner one.
  return sql`select did from (
    ${matching} limit greatest(least(${limit}::bigint, ${total} - ${offset}::bigint), 0)
      offset greatest(${total} - ${offset}::bigint - ${limit}::bigint, 0)) as backwards limit ${limit}`;
}

/**
 * One page of the matching agents, and how many match, in one statement. The page is found by an index alone where one has
 * the order and the filters; only its own rows are read. Its shape: the nearer end, the order, then the filters' names.
 */
const selectPage = keepPrepared((db, shape) => {
  const [end, sort, ...names] = shape.split(" ") as [End, ColumnSort, ...Filter[]];
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

/** So many agents are put in order by how often they were used; the others follow by trust. */
const MOST_USED = sql.raw("1000");
const USED_DAYS = sql.raw("30");

/** The same, those first that the relay used most often in the last days. Its shape: the filters' names. */
const selectMostUsed = keepPrepared((db, shape) => {
  const filters = boundByName(shape.split(" ").filter((name) => name !== "") as Filter[]);
  const totals = db.$with("totals").as(
    selectTotals(
      db,
      filters.map(([name]) => name),
    ),
  );
  const where = whereAgents(filters) ?? sql`true`;
  const [limit, offset] = [value("limit"), value("offset")];
  const [trusted, reach] = [sql.join(orderOf("trusted", agents), sql`, `), sql`${limit}::bigint + ${offset}::bigint`];
  const used = sql`(select did, sum(routed + received) as uses from ${relayUsage}
    where day > ${value("today")}::date - ${USED_DAYS} group by did order by uses desc, did limit ${MOST_USED})`;
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

/** From here on a page is sought from the nearer end. */
const DEEP = 100;

/** One page of the matching agents, and how many match. */
export async function findAgents(
  { db, clock }: Context,
  filters: AgentFilters,
  { limit, offset, sort = "score" }: PageWanted,
): Promise<{ total: number; agents: AgentRow[] }> {
  const present = given(filters);
  if (present === null) return { total: 0, agents: [] };
  const totals = knownTotals(db);
  const key = JSON.stringify(present);
  const known = totals.get(key);
  const end = known && offset >= DEEP && 2 * offset > known.total ? "last" : "first";
  const names = present.map(([name]) => name);
  const { version: knownVersion = -1, total: knownTotal = 0 } = known ?? {};
  const values = { ...Object.fromEntries(present), limit, offset, knownVersion, knownTotal };
  const rows =
    sort === "used"
      ? await selectMostUsed(db, names.join(" ")).execute({ ...values, today: clock().toISOString().slice(0, 10) })
      : await selectPage(db, [end, sort, ...names].join(" ")).execute(values);
  const counted = rows[0]?.totals ?? { version: 0, total: 0 };
  totals.set(key, counted);
  return { total: counted.total, agents: rows.flatMap(({ page: row }) => (row === null ? [] : [row])) };
}
