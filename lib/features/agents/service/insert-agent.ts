import { getTableColumns, type Placeholder, sql } from "drizzle-orm";
import { keepPrepared } from "@/lib/database/keep-prepared";
import type { Transaction } from "@/lib/database/open";
import { type AgentRow, agents } from "@/lib/database/schema/agents";
import type { AssessedAgent } from "@/lib/features/trust/rules";
import { assessedAgent } from "@/lib/features/trust/service/events";
import { derivedColumns } from "../derived-tags";

/**
 * Returns a new agent's row. It has no proven key and is neither withdrawn nor deprecated. The database computes its
 * protocols, and its words give its derived tags.
 */
export type NewAgent = Omit<
  AgentRow,
  | ("keyProvenAt" | "protocols" | "withdrawnAt" | "deprecatedAt" | "successor" | "claimProof")
  | ("derivedTags" | "derivedFrom")
>;

const {
  keyProvenAt: _k,
  protocols: _p,
  withdrawnAt: _w,
  deprecatedAt: _d,
  successor: _s,
  claimProof: _c,
  ...columns
} = getTableColumns(agents);
const placeholders = {
  ...(Object.fromEntries(Object.keys(columns).map((name) => [name, sql.placeholder(name)])) as unknown as Record<
    keyof typeof columns,
    Placeholder
  >),
  // As plain placeholders, these do not take null.
  listed: sql`${sql.placeholder("listed")}::jsonb`,
  memberSince: sql`${sql.placeholder("memberSince")}::timestamptz`,
};
const valuesOf = (agent: NewAgent) => ({
  ...agent,
  ...derivedColumns(agent),
  listed: agent.listed && JSON.stringify(agent.listed),
  memberSince: agent.memberSince?.toISOString() ?? null,
});

const insert = keepPrepared((tx: Transaction) =>
  tx.insert(agents).values(placeholders).returning(assessedAgent).prepare("insert_agent"),
);

/**
 * Returns the columns that a registration replaces in an existing row. The key is replaced only if the registration
 * names one.
 */
const REPLACED = [
  ...([
    "zone",
    "name",
    "provider",
    "providerKey",
    "role",
    "model",
    "modelGiven",
    "runtimeType",
    "capabilities",
    "skills",
  ] as const),
  ...(["description", "version", "homepage", "repository", "licence", "tags", "endpoints"] as const),
  ...(["derivedTags", "derivedFrom"] as const),
  "capabilityManifest",
] as const;
const excluded = (name: keyof typeof columns) => sql`excluded.${sql.identifier(columns[name].name)}`;

/** A registration completes an agent that has only joined. A listed record stays listed here; see `endListing`. */
const COMPLETED = sql`case when ${agents.status} = 'unverified' and ${agents.listed} is null then 'active'
  else ${agents.status} end`;

const upsert = keepPrepared((tx: Transaction, key: "key" | "keyless") => {
  const replaced = [...REPLACED, ...(key === "key" ? ["publicKey" as const] : [])];
  return tx
    .insert(agents)
    .values(placeholders)
    .onConflictDoUpdate({
      target: agents.did,
      set: {
        ...Object.fromEntries(replaced.map((name) => [name, excluded(name)])),
        revision: sql`${agents.revision} + 1`,
        status: COMPLETED,
        lastSeen: excluded("lastSeen"),
      },
    })
    .returning({ ...assessedAgent, isNew: sql<boolean>`xmax = 0` })
    .prepare("upsert_agent");
});

/** Inserts a new agent. */
export async function insertAgent(tx: Transaction, agent: NewAgent): Promise<AssessedAgent> {
  const [inserted] = await insert(tx).execute(valuesOf(agent));
  if (!inserted) throw new Error("the insert returned no row");
  return inserted;
}

/**
 * Inserts an agent, or replaces the record of an existing one and increments its revision.
 * @param namesKey whether the record's key replaces the present one
 * @returns the row, and whether it is new
 */
export async function upsertAgent(
  tx: Transaction,
  agent: NewAgent,
  namesKey: boolean,
): Promise<AssessedAgent & { isNew: boolean }> {
  const [stored] = await upsert(tx, namesKey ? "key" : "keyless").execute(valuesOf(agent));
  if (!stored) throw new Error("the upsert returned no row");
  return stored;
}
