import { getTableColumns, sql } from "drizzle-orm";
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
  | ("derivedTags" | "derivedFrom" | "updatedAt" | "unversioned")
>;

/** Only these can be inserted, in this order. The database computes the others. */
const columns = Object.values(getTableColumns(agents)).filter(({ generated }) => generated === undefined);
const keyOf = new Map(Object.entries(getTableColumns(agents)).map(([key, column]) => [column.name, key]));

/** Reads agents from JSON, so that any number of them is one statement. */
const incoming = sql`select ${sql.join(
  columns.map(({ name }) => sql`i.${sql.identifier(keyOf.get(name) ?? "")}`),
  sql`, `,
)} from jsonb_to_recordset(${sql.placeholder("agents")}::jsonb) as i(${sql.join(
  columns.map((column) => sql`${sql.identifier(keyOf.get(column.name) ?? "")} ${sql.raw(column.getSQLType())}`),
  sql`, `,
)})`;
const jsonOf = (list: readonly NewAgent[]) => ({
  agents: JSON.stringify(list.map((agent) => ({ ...agent, ...derivedColumns(agent) }))),
});

const insert = keepPrepared((tx: Transaction) =>
  tx.insert(agents).select(incoming).returning(assessedAgent).prepare("insert_agents"),
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
const excluded = (name: keyof AgentRow) => sql`excluded.${sql.identifier(agents[name].name)}`;

/** A registration completes an agent that has only joined. A listed record stays listed here; see `endListing`. */
const COMPLETED = sql`case when ${agents.status} = 'unverified' and ${agents.listed} is null then 'active'
  else ${agents.status} end`;

const upsert = keepPrepared((tx: Transaction, key: "key" | "keyless") => {
  const replaced = [...REPLACED, ...(key === "key" ? ["publicKey" as const] : [])];
  return tx
    .insert(agents)
    .select(incoming)
    .onConflictDoUpdate({
      target: agents.did,
      set: {
        ...Object.fromEntries(replaced.map((name) => [name, excluded(name)])),
        revision: sql`${agents.revision} + 1`,
        status: COMPLETED,
        lastSeen: excluded("lastSeen"),
        changedBy: excluded("changedBy"),
      },
    })
    .returning({ ...assessedAgent, isNew: sql<boolean>`xmax = 0` })
    .prepare("upsert_agent");
});

/** Inserts new agents. @returns their rows by DID */
export async function insertAgents(tx: Transaction, list: readonly NewAgent[]): Promise<Map<string, AssessedAgent>> {
  const inserted = list.length === 0 ? [] : await insert(tx).execute(jsonOf(list));
  return new Map(inserted.map((row) => [row.did, row]));
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
  const [stored] = await upsert(tx, namesKey ? "key" : "keyless").execute(jsonOf([agent]));
  if (!stored) throw new Error("the upsert returned no row");
  return stored;
}
