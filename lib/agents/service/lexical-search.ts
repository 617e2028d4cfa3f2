import { eq, getTableColumns, sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { keepPrepared } from "@/lib/db/keep-prepared";
import { type AgentRow, agentCounts, agents } from "@/lib/db/schema/agents";
import { type AgentFilters, type Filter, given, WORDS, whereAgents, wordsQuery } from "./filters";
import { boundByName, knownTotals, orderOf, selectTotals, value } from "./search";

/** So many are put in order by how well they match. Of words that more agents have, each says little: then trust decides. */
const MOST_RANKED = sql.raw("500");

/** An agent and how well it matches: over 1 where its name has the text; 0 where very many match, and trust decides. */
export type Ranked = AgentRow & { rank: number };

/** Agents that are found, and how many there are. */
export interface Found {
  total: number;
  agents: Ranked[];
}

/** How well an agent matches: its name above all, then where and how often its record has the words. */
function rankOf(text: ReturnType<typeof value>) {
  const asked = sql`lower(${text}::text)`;
  return sql`(case when lower(${agents.name}) = ${asked} or lower(${agents.did}) = ${asked} then 4
    when starts_with(lower(${agents.name}), ${asked}) then 2
    when position(${asked} in lower(${agents.name})) > 0 then 1 else 0 end
    + ts_rank(${WORDS}, ${wordsQuery(text)}, 1))`;
}

const TOTAL = sql`(select total from totals)`;

const selectPage = keepPrepared((db, shape) => {
  const names = shape.split(" ") as Filter[];
  const totals = db.$with("totals").as(selectTotals(db, names));
  const lookedFor = names.includes("text") ? "text" : "words";
  const where = whereAgents(boundByName(names));
  const [limit, offset] = [value("limit"), value("offset")];
  const paged = sql`limit ${limit} offset ${offset}`;
  const trusted = sql.join(orderOf("trusted", agents), sql`, `);
  // Reading the register in its order until the page is full costs less than sorting all that match where these are many.
  // A planner that does not know the words cannot tell, so it gets no choice: nothing moves past `offset 0`.
  const isFrequent = sql`${TOTAL}::float8 * ${TOTAL}
    > (select coalesce(sum(${agentCounts.agents}), 0) from ${agentCounts}) * (${limit}::float8 + ${offset}::float8)`;
  const others = whereAgents(boundByName(names.filter((name) => name !== lookedFor))) ?? sql`true`;
  const inOrder = sql`(select ${agents.did}, ${agents.name}, ${WORDS} from ${agents} where ${others} order by ${trusted} offset 0)`;
  // The limit says that they are few: else a planner that expects many starts processes for them.
  const few = sql`(select ${agents.did}, ${agents.name}, ${agents.trustScore}, ${agents.registeredAt}, ${WORDS} from ${agents}
    where ${TOTAL} <= ${MOST_RANKED} and ${where} limit ${MOST_RANKED})`;
  const found = sql`(
    (select ${agents.did}, ${rankOf(value(lookedFor))}::real as rank from ${few} as agents order by 2 desc, ${trusted} ${paged})
    union all
    (select ${agents.did}, 0::real from ${agents}
      where ${TOTAL} > ${MOST_RANKED} and not ${isFrequent} and ${where} order by ${trusted} ${paged})
    union all
    (select ${agents.did}, 0::real from ${inOrder} as agents
      where ${TOTAL} > ${MOST_RANKED} and ${isFrequent} and ${whereAgents([[lookedFor, value(lookedFor)]])} ${paged})) as found`;
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
 * One page of the agents that have the words, the best first, and how many there are. What of it grows with the register is
 * done once for each state of it: see docs/decisions/growth.md.
 */
export async function findByWords(
  { db }: Context,
  filters: AgentFilters,
  { limit, offset }: { limit: number; offset: number },
): Promise<Found> {
  const present = given(filters);
  if (present === null) return { total: 0, agents: [] };
  const totals = knownTotals(db);
  const key = JSON.stringify(present);
  const { version: knownVersion = -1, total: knownTotal = 0 } = totals.get(key) ?? {};
  const values = { ...Object.fromEntries(present), limit, offset, knownVersion, knownTotal };
  const rows = await selectPage(db, present.map(([name]) => name).join(" ")).execute(values);
  const counted = rows[0]?.totals ?? { version: 0, total: 0 };
  totals.set(key, counted);
  return { total: counted.total, agents: rows.flatMap(({ page: row }) => (row === null ? [] : [row])) };
}
