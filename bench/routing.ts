import { drizzle } from "drizzle-orm/postgres-js";
import { systemContext } from "@/lib/authority/context";
import { openClient } from "@/lib/database/client";
import { borrowEngine, lendEngines } from "@/lib/database/testing/engines";
import { registerAgent } from "@/lib/features/agents/service/register";
import { RouteIntent } from "@/lib/features/relay/route-schema";
import { routeIntent } from "@/lib/features/relay/service/route";
import { getEmbedder } from "@/lib/search/service/get-embedder";
import { drainOutbox } from "@/lib/search/service/outbox";
import { ensureVectorStore } from "@/lib/search/service/store";
import { provenance } from "./report";
import { quantile } from "./rounds";
import { type Line, lineOf, type Question, type Routed, thresholdFor } from "./routing-figures";
import { clincOf, halves, type Offer, readClinc, readServers, serversOf, someIntents } from "./routing-questions";
import { curveOf, documentRun, HEAD, type Run, rowOf } from "./routing-report";

const SOURCE = "did:bench:s1:source";
/** Routes under way at once; latencies are measured one at a time. */
const AT_ONCE = 4;
const TIMED = 500;
const VALIDATION_STEP = 3;
/** The threshold is where, in each federation of validation texts, this share of the out-of-scope texts is turned away. */
const TURNED_AWAY = 0.5;
/** The lines without a goal are measured on every third text, so that the whole takes minutes. */
const SAMPLE_STEP = 3;

interface Federation {
  route: (question: Question) => Promise<Routed>;
  registrationsMilliseconds: number[];
  close: () => Promise<void>;
}

/** Registers one agent an offer, by the service's own verb. Names say nothing, so that only the texts can decide. */
async function federate(offers: Offer[], { vectorStore = true } = {}): Promise<Federation> {
  const embedded = await borrowEngine();
  const client = openClient(embedded);
  const ctx = systemContext(drizzle(client));
  if (vectorStore) await ensureVectorStore(ctx, getEmbedder());
  await registerAgent(ctx, { did: SOURCE });
  const answers = new Map<string, string>();
  const registrationsMilliseconds: number[] = [];
  for (const [n, { answer, skill }] of offers.entries()) {
    const did = `did:bench:s1:q${n.toString(36)}`;
    answers.set(did, answer);
    const began = performance.now();
    await registerAgent(ctx, { did, capability_manifest: { skills: [skill] } });
    registrationsMilliseconds.push(performance.now() - began);
  }
  while (vectorStore && (await drainOutbox(ctx, getEmbedder())).taken > 0);
  process.stderr.write(`${offers.length} agents registered\n`);
  return {
    registrationsMilliseconds,
    route: async ({ intent, answer }) => {
      const began = performance.now();
      const { candidates } = await routeIntent(ctx, RouteIntent.parse({ src_did: SOURCE, intent, limit: 50 }), null);
      const milliseconds = performance.now() - began;
      const [best] = candidates;
      const found = candidates.some(({ did }) => answers.get(did) === answer);
      const right = best !== undefined && answers.get(best.did) === answer;
      return { inScope: answer !== null, right, found, score: best?.score ?? 0, milliseconds };
    },
    close: async () => {
      await client.end({ timeout: 1 });
      await embedded.stop();
    },
  };
}

async function routeAll({ route }: Federation, questions: Question[]): Promise<Routed[]> {
  const routed: Routed[] = [];
  let next = 0;
  const work = async () => {
    for (let at = next++; at < questions.length; at = next++) {
      const question = questions[at];
      if (question) routed[at] = await route(question);
      if (at % 500 === 0) process.stderr.write(`${at} of ${questions.length} routed\n`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return routed;
}

async function oneByOne({ route }: Federation, questions: Question[]): Promise<number[]> {
  const milliseconds: number[] = [];
  for (const question of questions) milliseconds.push((await route(question)).milliseconds);
  return milliseconds;
}

async function measure(name: string, offers: Offer[], questions: Question[], options = {}): Promise<Line> {
  const federation = await federate(offers, options);
  const routed = await routeAll(federation, questions);
  await federation.close();
  return lineOf(name, offers.length, routed, federation.registrationsMilliseconds);
}

/** Routes validation texts and says where they would set the threshold. */
async function choose(): Promise<void> {
  const clinc = await readClinc();
  const lines: Line[] = [];
  for (const examples of [100, 10, 1]) {
    const { offers, validation } = clincOf(clinc, examples);
    const sample = validation.filter(({ answer }, n) => answer === null || n % VALIDATION_STEP === 0);
    lines.push(await measure(`all intents, ${examples} examples`, offers, sample));
  }
  for (const [name, { offers, questions }] of [
    ["75 of the intents, 100 examples", halves(clinc, "val", 0)],
    ["the other 75, 100 examples", halves(clinc, "val", 1)],
    ["15 of the intents, 100 examples", someIntents(clinc, 15, 100, "val")],
  ] as const) {
    lines.push(await measure(name, offers, questions));
  }
  for (const line of lines) process.stdout.write(`${HEAD}\n${rowOf(line)}\n${curveOf(line)}\n`);
  const threshold = Math.max(...lines.map((line) => thresholdFor(line, TURNED_AWAY)));
  process.stdout.write(`In each federation ${TURNED_AWAY} of the strangers are turned away at ${threshold}.\n`);
}

async function main(): Promise<void> {
  const clinc = await readClinc();
  const servers = await readServers();
  const run: Run = { provenance: provenance("embedded engine", "npm run bench:routing"), latency: null, lines: [] };
  const keep = async (line: Line) => {
    process.stdout.write(`${rowOf(line)}\n`);
    run.lines.push(line);
    await documentRun(run);
  };
  const full = clincOf(clinc, 100);
  const federation = await federate(full.offers);
  const routed = await routeAll(federation, full.test);
  const timed = await oneByOne(
    federation,
    full.test.filter((_, n) => n % Math.ceil(full.test.length / TIMED) === 0),
  );
  await federation.close();
  run.latency = { p50Milliseconds: quantile(timed, 0.5), p99Milliseconds: quantile(timed, 0.99) };
  await keep(lineOf("CLINC150, 100 examples", 150, routed, federation.registrationsMilliseconds));
  const ten = clincOf(clinc, 10);
  await keep(await measure("CLINC150, 10 examples", ten.offers, ten.test));
  const sample = full.test.filter((_, n) => n % SAMPLE_STEP === 0);
  await keep(await measure("CLINC150, 1 example", clincOf(clinc, 1).offers, sample));
  await keep(await measure("CLINC150, 100 examples, no vector store", full.offers, sample, { vectorStore: false }));
  for (const [name, { offers, questions }] of [
    ["75 of the intents, 100 examples", halves(clinc)],
    ["15 of the intents, 100 examples", someIntents(clinc, 15, 100)],
    ["15 of the intents, 20 examples", someIntents(clinc, 15, 20)],
    ["15 of the intents, their names only", someIntents(clinc, 15, 0)],
    ["MCP servers, half of a description's words", serversOf(servers)],
  ] as const) {
    await keep(await measure(name, offers, questions));
  }
}

const endEngines = await lendEngines([]);
if (process.argv.includes("--choose")) await choose();
else await main();
await endEngines();
process.exit(0);
