import { sql } from "drizzle-orm";
import type { Database } from "@/lib/database/open";
import { mcpServers } from "@/lib/database/schema/mcp-servers";
import { publishedServer } from "../manifests/published-server";

/**
 * Lists an agent among the MCP servers if it was made from a `server.json` that registry clients can read. It is not
 * removed from the list here: a trigger removes it when the record gets another manifest.
 * @param record parsed JSON; a record of another kind changes nothing
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
      // An unchanged entry keeps its time.
      setWhere: sql`(${listed}, ${name}, ${mcpServers.origin}, ${server}::text, ${official}::text)
        is distinct from (true, excluded.name, excluded.origin, excluded.server::text, excluded.official::text)`,
    });
}
