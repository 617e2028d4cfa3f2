import { drizzle } from "drizzle-orm/postgres-js";
import { type Context, systemContext } from "@/lib/authority/context";
import { openClient } from "@/lib/database/client";
import { borrowEngine } from "@/lib/database/testing/engines";
import { registerAgent } from "@/lib/features/agents/service/register";
import type { Embedder } from "@/lib/search/embedder";
import { getEmbedder } from "@/lib/search/service/get-embedder";
import { drainOutbox } from "@/lib/search/service/outbox";
import { ensureVectorStore } from "@/lib/search/service/store";
import type { Offer } from "./routing-questions";

export interface Federation {
  ctx: Context;
  /** Makes the vectors of everything that is registered. */
  index: () => Promise<void>;
  close: () => Promise<void>;
}

/** Opens a federation without agents on its own database. @param embedder null: without a vector store */
export async function openFederation(embedder: Embedder | null = getEmbedder()): Promise<Federation> {
  const embedded = await borrowEngine();
  const client = openClient(embedded);
  const ctx = systemContext(drizzle(client));
  if (embedder) await ensureVectorStore(ctx, embedder);
  return {
    ctx,
    index: async () => {
      while (embedder && (await drainOutbox(ctx, embedder)).taken > 0);
    },
    close: async () => {
      await client.end({ timeout: 1 });
      await embedded.stop();
    },
  };
}

/** The DID of the agent of an offer. It says nothing, so only the texts can decide. */
export const didOf = (offer: number) => `did:bench:s1:q${offer.toString(36)}`;

/** Registers an agent for each offer, by the service's own verb. @returns the milliseconds of each */
export async function registerOffers({ ctx, index }: Federation, offers: readonly Offer[]): Promise<number[]> {
  const milliseconds: number[] = [];
  for (const [n, { skill }] of offers.entries()) {
    const began = performance.now();
    await registerAgent(ctx, { did: didOf(n), capability_manifest: { skills: [skill] } });
    milliseconds.push(performance.now() - began);
  }
  await index();
  process.stderr.write(`${offers.length} agents registered\n`);
  return milliseconds;
}
