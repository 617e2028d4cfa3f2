import { drizzle } from "drizzle-orm/postgres-js";
import { type Context, systemContext } from "@/lib/authority/context";
import { openClient } from "@/lib/database/client";
import { borrowEngine, lendEngines } from "@/lib/database/testing/engines";
import { registerAgent } from "@/lib/features/agents/service/register";
import { previewRoute } from "@/lib/features/relay/service/route";
import type { Embedder } from "@/lib/search/embedder";
import { Encoder } from "@/lib/search/encoder/encoder";
import { HybridEmbedder } from "@/lib/search/hybrid";
import { lexicalEmbedder } from "@/lib/search/lexical";
import { setEmbedder } from "@/lib/search/service/get-embedder";
import { drainOutbox } from "@/lib/search/service/outbox";
import { ensureVectorStore, getVectorStoreHealth } from "@/lib/search/service/store";
import { quantile } from "./rounds";
import { clincOf, type Offer, readClinc } from "./routing-questions";

// Compares the cost of a route by words and meanings with one by words alone, as processor time of service, engine and
// encoder.
const EXAMPLES = 100;
const ROUTES = 300;

async function federate(embedder: Embedder, offers: readonly Offer[]): Promise<Context> {
  const ctx = systemContext(drizzle(openClient(await borrowEngine())));
  await ensureVectorStore(ctx, embedder);
  for (const [n, { skill }] of offers.entries()) {
    await registerAgent(ctx, { did: `did:bench:s1:q${n}`, capability_manifest: { skills: [skill] } });
  }
  while ((await drainOutbox(ctx, embedder)).taken > 0);
  process.stderr.write(`${embedder.model}: ${(await getVectorStoreHealth(ctx)).vectors} vectors\n`);
  return ctx;
}

async function processorMilliseconds(ctx: Context, intent: string): Promise<number> {
  const before = process.cpuUsage();
  await previewRoute(ctx, { intent });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const endEngines = await lendEngines([]);
const { offers, test } = clincOf(await readClinc(), EXAMPLES);
const hybrid = new HybridEmbedder(new Encoder({ waitMilliseconds: 30_000 }));
setEmbedder(hybrid);
const [words, both] = [await federate(lexicalEmbedder, offers), await federate(hybrid, offers)];
const intents = test.filter((_, n) => n % Math.floor(test.length / ROUTES) === 0).map(({ intent }) => intent);
const spent: [number, number][] = [];
for (const intent of intents) {
  spent.push([await processorMilliseconds(words, intent), await processorMilliseconds(both, intent)]);
}
// The first ones fill memory.
const counted = spent.slice(Math.floor(spent.length / 5));
const [lexical, semantic] = [0, 1].map((at) =>
  quantile(
    counted.map((pair) => pair[at] ?? 0),
    0.5,
  ),
);
process.stdout.write(
  `${counted.length} routes by turns, processor time p50: words ${lexical?.toFixed(1)} ms, words and meanings ${semantic?.toFixed(1)} ms, ratio ${((semantic ?? 0) / (lexical ?? 1)).toFixed(2)}\n`,
);
await endEngines();
process.exit(0);
