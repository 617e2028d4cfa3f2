import { drizzle } from "drizzle-orm/postgres-js";
import { systemContext } from "@/lib/authority/context";
import { openClient } from "@/lib/database/client";
import { borrowEngine } from "@/lib/database/testing/engines";
import { registrationOf } from "@/lib/features/agents/manifests/recognise";
import { importAgent } from "@/lib/features/agents/service/import";
import { AgentSearchQuery } from "@/lib/features/directory/search-schema";
import { searchAgents } from "@/lib/features/directory/service/search-agents";
import { getEmbedder } from "@/lib/search/service/get-embedder";
import { drainOutbox } from "@/lib/search/service/outbox";
import { ensureVectorStore } from "@/lib/search/service/store";
import type { Rank } from "./retrieval-figures";
import type { Server } from "./routing-questions";

/** Enough for every figure. */
const RANKED = 50;

/**
 * Imports the servers into a new database by the service's own verbs, and ranks them by its own search.
 * @throws Error where a server is not imported
 */
export async function serviceRank(servers: readonly Server[]): Promise<{ rank: Rank; close: () => Promise<void> }> {
  const embedded = await borrowEngine();
  const client = openClient(embedded);
  const ctx = systemContext(drizzle(client));
  await ensureVectorStore(ctx, getEmbedder());
  const slugs = new Map<string, string>();
  for (const server of servers) {
    const record = registrationOf(server);
    if (!record) throw new Error(`${server.slug} is of no known kind.`);
    await importAgent(ctx, record.input, { kind: record.kind, bytes: Buffer.from(JSON.stringify(server)) });
    slugs.set(record.input.did, server.slug);
  }
  while ((await drainOutbox(ctx, getEmbedder())).taken > 0);
  return {
    rank: async (question) => {
      const { agents } = await searchAgents(ctx, AgentSearchQuery.parse({ q: question, limit: RANKED }));
      return agents.map(({ did }) => slugs.get(did) ?? did);
    },
    close: async () => {
      await client.end({ timeout: 1 });
      await embedded.stop();
    },
  };
}
