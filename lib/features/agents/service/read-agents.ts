import { sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { agents } from "@/lib/database/schema/agents";
import type { Agent } from "../schema";
import { viewAgent } from "../view";

/** Returns the agents with these DIDs, by DID. A DID without an agent has no entry. */
export async function readAgents({ db }: Context, dids: readonly string[]): Promise<Map<string, Agent>> {
  if (dids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(agents)
    .where(sql`${agents.did} in (select jsonb_array_elements_text(${JSON.stringify(dids)}::jsonb))`);
  return new Map(rows.map((row) => [row.did, viewAgent(row)]));
}
