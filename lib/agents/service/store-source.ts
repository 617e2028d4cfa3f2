import { createHash } from "node:crypto";
import { ne } from "drizzle-orm";
import type { Database, Transaction } from "@/lib/db/open";
import { agentSources } from "@/lib/db/schema/agents";
import type { SourceKind } from "../sources/recognise";
import { listServer } from "./list-server";

/** What a record was translated from. */
export interface ReadSource {
  kind: SourceKind;
  /** JSON, as the file or response has it. */
  bytes: Uint8Array;
}

/**
 * Stores what an agent was read from, in place of what was read before. The same bytes keep their first day. An MCP server is
 * listed as one.
 */
export async function storeSource(
  db: Database | Transaction,
  did: string,
  { kind, bytes }: ReadSource,
  importedAt: Date,
): Promise<void> {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const source = { kind, mediaType: "application/json", bytes, sha256, importedAt };
  await db
    .insert(agentSources)
    .values({ did, ...source })
    .onConflictDoUpdate({ target: agentSources.did, set: source, setWhere: ne(agentSources.sha256, sha256) });
  if (kind === "mcp-server-json") await listServer(db, did, JSON.parse(Buffer.from(bytes).toString()), "import");
}
