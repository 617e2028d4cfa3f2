import { eq, getTableColumns, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { keepPrepared } from "@/lib/database/keep-prepared";
import type { Reader } from "@/lib/database/open";
import { type AgentRow, agentCounts, agents } from "@/lib/database/schema/agents";
import { type AgentFilters, activeFilters, type Filter, STEMS_COLUMN, whereAgents, wordsQuery } from "./filters";
import { bindValue, boundByName, orderOf, selectTotals, totalsCache } from "./find-agents";

/**
 * Maximum number of matches that are ranked. If more agents match, each word says little, so they are ordered by trust.
 */
const MAX_RANKED = sql.raw("500");

/**
 * An agent and how well it matches: over 1 if its name contains the text; 0 if so many match that they are ordered by
 * trust.
 */
export type RankedAgent = AgentRow & { rank: number };

/** The found agents and their number. */
export interface LexicalResults {
  total: number;
  agents: RankedAgent[];
}

/** Returns the rank expression: the name weighs most, then where and how often the record contains the words. */
function rankOf(text: ReturnType<typeof bindValue>) {
  const asked = sql`lower(${text}::text)`;
  return sql`(case when lower(${agents.name}) = ${asked} or lower(${agents.did}) = ${asked} then 4
    when starts_with(lower(${agents.name}), ${asked}) then 2
    when position(${asked} in lower(${agents.name})) > 0 then 1 else 0 end
    + ts_rank(${STEMS_COLUMN}, ${wordsQuery(text)}, 1))`;
}

const TOTAL = sql`(select total from totals)`;

const selectPage = keepPrepared((db: Reader, ...names: Filter[]) => {
  const totals = db.$with("totals").as(selectTotals(db, names));
  const lookedFor = names.includes("text") ? "text" : "words";
  const where = whereAgents(boundByName(names));
  const [limit, offset] = [bindValue("limit"), bindValue("offset")];
  const paged = sql`limit ${limit} offset ${offset}`;
  const trusted = sql.join(orderOf("trusted", agents), sql`, `);
  // If many agents match, reading them in the directory's order until the page is full costs less than sorting all
  // matches. A planner that does not know the words cannot tell, so `offset 0` stops it from rewriting the query.
  const isFrequent = sql`${TOTAL}::float8 * ${TOTAL}
    > (select coalesce(sum(${agentCounts.agents}), 0) from ${agentCounts}) * (${limit}::float8 + ${offset}::float8)`;
  const others = whereAgents(boundByName(names.filter((name) => name !== lookedFor))) ?? sql`true`;
  const inOrder = sql`(select ${agents.did}, ${agents.name}, ${STEMS_COLUMN} from ${agents} where ${others} order by ${trusted} offset 0)`;
  // The limit tells the planner that there are few. Otherwise it starts parallel workers for the many that it expects.
  const few = sql`(select ${agents.did}, ${agents.name}, ${agents.trustScore}, ${agents.registeredAt}, ${STEMS_COLUMN} from ${agents}
    where ${TOTAL} <= ${MAX_RANKED} and ${where} limit ${MAX_RANKED})`;
  const found = sql`(
    (select ${agents.did}, ${rankOf(bindValue(lookedFor))}::real as rank from ${few} as agents order by 2 desc, ${trusted} ${paged})
    union all
    (select ${agents.did}, 0::real from ${agents}
      where ${TOTAL} > ${MAX_RANKED} and not ${isFrequent} and ${where} order by ${trusted} ${paged})
    union all
    (select ${agents.did}, 0::real from ${inOrder} as agents
      where ${TOTAL} > ${MAX_RANKED} and ${isFrequent} and ${whereAgents([[lookedFor, bindValue(lookedFor)]])} ${paged})) as found`;
  const page = db
    .select({ ...getTableColumns(agents), rank: sql<number>`found.rank`.as("rank") })
    .from(agents)
    .innerJoin(found, eq(agents.did, sql`found.did`))
    .as("page");
  return db
    .with(totals)
    .select()
    .from(totals)
    .leftJoin(page, sql`true`)
    .orderBy(sql`${page.rank} desc`, ...orderOf("trusted", page))
    .prepare("agents_by_words");
});

/**
 * Returns one page of the agents that match the words, best first, and their number. The work that grows with the
 * number of agents is done once for each state of the data; see docs/decisions/reads.md.
 */
export async function findByWords(
  { db }: Context,
  filters: AgentFilters,
  { limit, offset }: { limit: number; offset: number },
): Promise<LexicalResults> {
  const present = activeFilters(filters);
  if (present === null) return { total: 0, agents: [] };
  const totals = totalsCache(db);
  const key = JSON.stringify(present);
  const { version: knownVersion = -1, total: knownTotal = 0 } = totals.get(key) ?? {};
  const values = { ...Object.fromEntries(present), limit, offset, knownVersion, knownTotal };
  const rows = await selectPage(db, ...present.map(([name]) => name)).execute(values);
  const counted = rows[0]?.totals ?? { version: 0, total: 0 };
  totals.set(key, counted);
  return { total: counted.total, agents: rows.flatMap(({ page: row }) => (row === null ? [] : [row])) };
}
