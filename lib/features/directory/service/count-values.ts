import { type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { agents } from "@/lib/database/schema/agents";
import { type AgentFilters, filterCondition, PRIMARY_PROTOCOL } from "./filters";

interface Counted {
  value: SQL;
  /** The table to join for agents with several values. */
  each?: SQL;
}

const FIELDS = {
  leading: { value: PRIMARY_PROTOCOL },
  tag: { value: sql`each.value`, each: sql`, unnest(${agents.tags}) as each(value)` },
  capability: {
    value: sql`each.value`,
    each: sql`, lateral (select distinct value from unnest(${agents.capabilities} || ${agents.skills}) as value) as each`,
  },
  tier: { value: sql`${agents.trustTier}` },
  provider: { value: sql`${agents.provider}` },
} as const satisfies Record<string, Counted>;

export type CountedField = keyof typeof FIELDS;

/** Returns SQL for a field's most frequent values with their counts, and the sum of all other counts. */
export interface ValueCounts {
  values: { value: string; agents: number }[];
  others: number;
}

export async function countMatching({ db }: Context, filters: AgentFilters): Promise<number> {
  return db.$count(agents, filterCondition(filters));
}

export async function countValues(
  { db }: Context,
  field: CountedField,
  filters: AgentFilters,
  { limit, least }: { limit: number; least: number },
): Promise<ValueCounts> {
  const { value, each = sql`` }: Counted = FIELDS[field];
  const where = filterCondition(filters) ?? sql`true`;
  const rows = await db.execute<{ value: string; agents: string; all: string }>(sql`
    with counted as materialized (
      select ${value} as value, count(*) as agents from ${agents}${each}
      where ${value} <> '' and (${where}) group by 1 having count(*) >= ${least}
    )
    select value, agents, (select sum(agents) from counted) as all from counted
    order by agents desc, value limit ${limit}`);
  const values = rows.map((row) => ({ value: row.value, agents: Number(row.agents) }));
  const shown = values.reduce((sum, row) => sum + row.agents, 0);
  return { values, others: Number(rows[0]?.all ?? 0) - shown };
}
