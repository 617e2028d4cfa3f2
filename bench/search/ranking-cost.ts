import { AgentIndex } from "@/lib/search/ranking/agent-index";
import { getKnowledge } from "@/lib/search/ranking/knowledge";
import type { AgentRecord } from "@/lib/search/ranking/record";
import { BAD_QUESTIONS } from "@/lib/search/testing/bad-questions";
import { Random } from "@/lib/system/demo/random";
import { processorMilliseconds } from "../measure";
import { quantile } from "../rounds";
import { insideSentences, readJudged, readRecords } from "./judged-questions";

/** The agents of the real list. */
const REAL = 464;
const AGENTS = [REAL, Number(process.env["AGENTS"] ?? 100_000)];
/** Words of the knowledge that are added to each synthetic description. */
const ADDED_WORDS = 4;
const SEED = 7;
/** The most similar agents that a caller may ask for. */
const SIMILAR = 20;
const BAD_ROUNDS = 15;
const MEGABYTE = 1_000_000;

/** Returns records of real names and descriptions in new combinations, with random words. */
function* syntheticRecords(count: number): Generator<AgentRecord> {
  const random = new Random(SEED);
  const real = readRecords();
  const { stems } = getKnowledge();
  for (let n = 0; n < count; n += 1) {
    const words = Array.from({ length: ADDED_WORDS }, () => random.pick(stems)).join(" ");
    const name = `${random.pick(real).name}-${n.toString(36)}`;
    const description = `${random.pick(real).description ?? ""} ${words}`;
    yield {
      ...random.pick(real),
      did: `did:mcp:registry:${n}`,
      name,
      description,
      repository: `https://github.com/a${n}/${name}`,
    };
  }
}

/** Returns what the heap and buffers hold. Buffers are freed only after a turn. */
const heldMegabytes = async () => {
  for (let turn = 0; turn < 3; turn += 1) {
    globalThis.gc?.();
    await new Promise(setImmediate);
  }
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return (heapUsed + Math.max(external, arrayBuffers)) / MEGABYTE;
};

function putAll(index: AgentIndex, records: Iterable<AgentRecord>): void {
  for (const record of records) index.put(record);
}

/** Returns p50 / p95 of the processor time of some work. */
async function quantilesOf(work: readonly (() => unknown)[]): Promise<string> {
  const times: number[] = [];
  for (const each of work) times.push(await processorMilliseconds(each));
  return `${quantile(times, 0.5).toFixed(2)} / ${quantile(times, 0.95).toFixed(2)}`;
}

/** Returns the bad question that takes longest, with the median of its milliseconds. */
async function worstOfBad(index: AgentIndex): Promise<string> {
  let worst = { what: "", milliseconds: 0 };
  for (const [what, question] of BAD_QUESTIONS) {
    const times: number[] = [];
    for (let round = 0; round < BAD_ROUNDS; round += 1) {
      times.push(await processorMilliseconds(() => index.search(question)));
    }
    const milliseconds = quantile(times, 0.5);
    if (milliseconds > worst.milliseconds) worst = { what, milliseconds };
  }
  return `${worst.milliseconds.toFixed(2)} (${worst.what})`;
}

/** Prints the processor time and the memory of the index. Run it with `NODE_OPTIONS=--expose-gc`. */
export async function rankingCost(): Promise<void> {
  const loading = await processorMilliseconds(() => getKnowledge());
  console.log(`knowledge: ${loading.toFixed(0)} ms`);
  const questions = readJudged();
  const long = insideSentences(questions, "measure");
  console.log(
    "| agents | build, s | MB | cold p50 / p95, ms | warm p50 / p95 | long, warm p50 / p95 | put, ms | similar p50 / p95 | worst of the bad inputs, p50 |\n|---|---|---|---|---|---|---|---|---|",
  );
  for (const count of AGENTS) {
    const records = () => (count === REAL ? readRecords() : syntheticRecords(count));
    const before = await heldMegabytes();
    const index = new AgentIndex();
    const building = await processorMilliseconds(() => putAll(index, records()));
    const held = (await heldMegabytes()) - before;
    const timesOf = async (asked: readonly { question: string }[]) =>
      quantilesOf(
        asked.map(
          ({ question }) =>
            () =>
              index.search(question),
        ),
      );
    const cold = await timesOf(questions);
    for (let round = 0; round < 3; round += 1) await timesOf([...questions, ...long]);
    const putting = (await processorMilliseconds(() => putAll(index, readRecords()))) / REAL;
    const cells = [
      count,
      (building / 1000).toFixed(1),
      held.toFixed(0),
      cold,
      await timesOf(questions),
      await timesOf(long),
      putting.toFixed(2),
      await quantilesOf(readRecords().map((record) => () => index.similarTo(record, SIMILAR))),
      await worstOfBad(index),
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
}
