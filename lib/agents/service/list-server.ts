import { sql } from "drizzle-orm";
import type { Database } from "@/lib/db/open";
import { mcpServers } from "@/lib/db/schema/mcp-servers";
import { publishedServer } from "../sources/published-server";

/**
 * Lists an agent among the MCP servers where it was made from a `server.json` that clients of a registry can read. Nothing
 * takes it off the list here: a trigger does, where the record gets another manifest.
 * @param record parsed JSON; of another kind, it changes nothing
 */
export async function listServer(
  db: Pick<Database, "insert">,
  did: string,
  record: unknown,
  origin: "import" | "record",
): Promise<void> {
  const published = publishedServer(record);
  if (!published) return;
  const row = { ...published, origin, listed: true, changedAt: sql`clock_timestamp()` };
  const { name, server, official, listed } = mcpServers;
  await db
    .insert(mcpServers)
    .values({ did, ...row })
    .onConflictDoUpdate({
      target: mcpServers.did,
      set: row,
      // What is listed already in the same words keeps its time.
      setWhere: sql`(${listed}, ${name}, ${mcpServers.origin}, ${server}::text, ${official}::text)
        is distinct from (true, excluded.name, excluded.origin, excluded.server::text, excluded.official::text)`,
    });
}
