import { createHash } from "node:crypto";
import { ne } from "drizzle-orm";
import type { Database, Transaction } from "@/lib/database/open";
import { agentSources } from "@/lib/database/schema/agents";
import type { SourceKind } from "../manifests/recognise";
import { listServer } from "./list-server";

/** The text from which a record was translated. */
export interface ReadSource {
  kind: SourceKind;
  /** JSON, exactly as in the file or response. */
  bytes: Uint8Array;
}

/**
 * Stores the text from which an agent was read, and replaces the former text. The same bytes keep their first date. An
 * MCP server is also listed as one.
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
