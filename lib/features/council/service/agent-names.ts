import { inArray } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { agents } from "@/lib/database/schema/agents";
import { type AgentNames, nameOf } from "@/lib/identity/did";

/** Returns the names of the agents among some DIDs and other names. */
export async function readAgentNames({ db }: Pick<Context, "db">, called: readonly string[]): Promise<AgentNames> {
  const dids = [...new Set(called)].filter((name) => name.startsWith("did:"));
  if (dids.length === 0) return new Map();
  const rows = await db.select({ did: agents.did, name: agents.name }).from(agents).where(inArray(agents.did, dids));
  return new Map(rows.map((row) => [row.did, nameOf(row)]));
}

/** Returns the names of the agents whose DIDs a record has, at any depth, as a whole text. */
export const readNamesIn = (ctx: Pick<Context, "db">, record: unknown): Promise<AgentNames> =>
  readAgentNames(ctx, [...textsIn(record)]);

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null) for (const each of Object.values(value)) yield* textsIn(each);
}
