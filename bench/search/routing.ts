import { registerAgent } from "@/lib/features/agents/service/register";
import { RouteIntent } from "@/lib/features/relay/route-schema";
import { routeIntent } from "@/lib/features/relay/service/route";
import { Encoder } from "@/lib/search/encoder/encoder";
import { THRESHOLD } from "@/lib/search/examples/settings";
import { HybridEmbedder } from "@/lib/search/hybrid";
import { setEmbedder } from "@/lib/search/service/get-embedder";
import { matchExamples } from "@/lib/search/service/match-examples";
import { provenance } from "../report";
import { quantile } from "../rounds";
import { didOf, openFederation, registerOffers } from "./federation";
import { fitLogistic } from "./logistic";
import { type Line, lineOf, type Question, type Routed, type Scored, thresholdFor } from "./routing-figures";
import { clincOf, halves, type Offer, readClinc, readServers, serversOf, someIntents } from "./routing-questions";
import { documentRun, type Run, rowOf } from "./routing-report";

const SOURCE = "did:bench:s1:source";
/** Routes under way at once; latencies are measured one at a time. */
const AT_ONCE = 4;
const TIMED = 500;
const VALIDATION_STEP = 3;
/** The threshold is where, in each federation of validation texts, this share of the out-of-scope texts is turned away. */
const TURNED_AWAY = 0.5;
/** The lines without a goal are measured on every third text, so that the whole takes minutes. */
const SAMPLE_STEP = 3;

type Route = (question: Question) => Promise<Routed>;
type Score = (question: Question) => Promise<Scored>;

/** Lets every text wait for its embedding, so that a busy machine changes no figure. */
function waitForMeanings(): void {
  setEmbedder(new HybridEmbedder(new Encoder({ waitMilliseconds: 60_000 }), 60_000));
}

/** Registers an agent for each offer. Returns a function that routes a question. */
async function federate(offers: readonly Offer[], { vectorStore = true } = {}) {
  const federation = await openFederation(vectorStore ? undefined : null);
  const { ctx, close } = federation;
  await registerAgent(ctx, { did: SOURCE });
  const registrationsMilliseconds = await registerOffers(federation, offers);
  const answers = new Map(offers.map(({ answer }, n) => [didOf(n), answer]));
  const route: Route = async ({ intent, answer }) => {
    const began = performance.now();
    const { candidates, target } = await routeIntent(
      ctx,
      RouteIntent.parse({ src_did: SOURCE, intent, limit: 50 }),
      null,
    );
    const milliseconds = performance.now() - began;
    const [best] = candidates;
    const found = candidates.some(({ did }) => answers.get(did) === answer);
    const right = best !== undefined && answers.get(best.did) === answer;
    return { inScope: answer !== null, right, found, isRouted: target !== null, milliseconds };
  };
  const score: Score = async ({ intent, answer }) => {
    const [best] = [...(await matchExamples(ctx.db, intent)).matches].sort(([, a], [, b]) => b.score - a.score);
    const right = best !== undefined && answers.get(best[0]) === answer;
    return { inScope: answer !== null, right, score: best?.[1].score ?? 0 };
  };
  return { route, score, registrationsMilliseconds, close };
}

async function askAll<T>(ask: (question: Question) => Promise<T>, questions: readonly Question[]): Promise<T[]> {
  const routed: T[] = [];
  let next = 0;
  const work = async () => {
    for (let at = next++; at < questions.length; at = next++) {
      const question = questions[at];
      if (question) routed[at] = await ask(question);
      if (at % 500 === 0) process.stderr.write(`${at} of ${questions.length} routed\n`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return routed;
}

async function measure(name: string, offers: Offer[], questions: Question[], options = {}): Promise<Line> {
  const { route, registrationsMilliseconds, close } = await federate(offers, options);
  const routed = await askAll(route, questions);
  await close();
  return lineOf(name, offers.length, routed, registrationsMilliseconds);
}

/** Scores validation texts, and says where they would set the threshold and the steepness. */
export async function chooseThreshold(): Promise<void> {
  waitForMeanings();
  const clinc = await readClinc();
  const scored: Scored[][] = [];
  const scoreAll = async (offers: readonly Offer[], questions: readonly Question[]) => {
    const { score, close } = await federate(offers);
    scored.push(await askAll(score, questions));
    await close();
  };
  for (const examples of [100, 10, 1]) {
    const { offers, validation } = clincOf(clinc, examples);
    await scoreAll(
      offers,
      validation.filter(({ answer }, n) => answer === null || n % VALIDATION_STEP === 0),
    );
  }
  for (const { offers, questions } of [
    halves(clinc, "val", 0),
    halves(clinc, "val", 1),
    someIntents(clinc, 15, 100, "val"),
  ]) {
    await scoreAll(offers, questions);
  }
  const threshold = Math.max(...scored.map((each) => thresholdFor(each, TURNED_AWAY)));
  const examples = scored
    .flat()
    .map(({ score, right }) => ({ features: [score - THRESHOLD], right: Number(right), weight: 1 }));
  const [steepness = Number.NaN] = fitLogistic(examples);
  process.stdout.write(
    `In each federation ${TURNED_AWAY} of the strangers are turned away at ${threshold}. The steepness is ${steepness.toFixed(1)}.\n`,
  );
}

/** Routes the test texts, and writes the figures into the document. */
export async function routing(): Promise<void> {
  waitForMeanings();
  const clinc = await readClinc();
  const servers = await readServers();
  const run: Run = {
    provenance: provenance("embedded engine", "npm run bench:search -- routing"),
    latency: null,
    lines: [],
  };
  const keep = async (line: Line) => {
    process.stdout.write(`${rowOf(line)}\n`);
    run.lines.push(line);
    await documentRun(run);
  };
  const full = clincOf(clinc, 100);
  const { route, registrationsMilliseconds, close } = await federate(full.offers);
  const routed = await askAll(route, full.test);
  const timed: number[] = [];
  for (const question of full.test.filter((_, n) => n % Math.ceil(full.test.length / TIMED) === 0)) {
    timed.push((await route(question)).milliseconds);
  }
  await close();
  run.latency = { p50Milliseconds: quantile(timed, 0.5), p99Milliseconds: quantile(timed, 0.99) };
  await keep(lineOf("CLINC150, 100 examples", 150, routed, registrationsMilliseconds));
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
