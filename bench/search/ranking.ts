import { writeFileSync } from "node:fs";
import { AgentIndex, leastFit } from "@/lib/search/ranking/agent-index";
import { FEATURES } from "@/lib/search/ranking/features";
import { limits } from "@/lib/search/ranking/weights";
import weights from "@/lib/search/ranking/weights.json";
import { type Answered, JUDGED_HEAD, judgedLine } from "./judged-figures";
import {
  insideSentences,
  type JudgedQuestion,
  LONG_WORDS,
  readJudged,
  readRecords,
  slugOf,
  withTools,
} from "./judged-questions";
import { type Example, fitLogistic, logistic, weighed } from "./logistic";
import { fitSimilar } from "./similar";

const FOLDS = 12;
/** How much a question inside a sentence counts in a fit. */
const SENTENCE_SHARE = 0.5;
/** How right an agent of each grade is. */
const RIGHT = [0, 0.3, 1];
/** A question with many right agents counts like one with so many. */
const RIGHT_AGENTS = 3;
/** Ends of the bins of p in which p is compared with the share of right ones. */
const BINS = [0.3, 0.5, 0.65, 0.8, 1];

interface Compared {
  slug: string;
  grade: number;
  isDoubtful: () => boolean;
  features: readonly number[];
}

/** A question with the agents that were compared, and the features of both fits. */
interface Asked {
  question: JudgedQuestion;
  share: number;
  agents: Compared[];
  terms: number;
  leastFit: number;
  isAsked: boolean;
}

interface Weights {
  order: readonly number[];
  fit: readonly number[];
}

function indexOf(change: typeof withTools = (record) => record): AgentIndex {
  const index = new AgentIndex();
  for (const record of readRecords()) index.put(change(record));
  return index;
}

function ask(index: AgentIndex, question: JudgedQuestion, share: number): Asked {
  const { terms, slots, features } = index.compare(question.question);
  const agents = slots.map((slot, row) => {
    const slug = slugOf(index.didAt(slot));
    const own = features.subarray(row * FEATURES.length, (row + 1) * FEATURES.length);
    return {
      slug,
      grade: question.grades[slug] ?? 0,
      isDoubtful: () => index.isDoubtful(slot, terms),
      features: [1, ...own],
    };
  });
  return {
    question,
    share,
    agents,
    terms: terms.length,
    leastFit: leastFit(terms),
    isAsked: terms.some(({ isGeneric }) => !isGeneric),
  };
}

/** The features of `fit`, for the first agent. */
function fitFeatures({ features }: Compared, terms: number): number[] {
  const [, related = 0, , standing = 0] = features;
  return [1, related, standing, Math.log1p(terms)];
}

function firstBy(order: readonly number[], { agents }: Asked): Compared | undefined {
  let best: { agent: Compared; z: number } | undefined;
  for (const agent of agents) {
    const z = weighed(order, agent.features);
    if (!best || z > best.z) best = { agent, z };
  }
  return best?.agent;
}

/** Fits both: the order on all agents, then how likely the first one by it is right. */
function fitWeights(asked: readonly Asked[]): Weights {
  const learnt = asked.filter(({ question }) => question.kind !== "exact");
  const order = fitLogistic(
    learnt.flatMap(({ agents, share }) => {
      const right = agents.filter(({ grade }) => grade === 2).length;
      return agents.map(({ features, grade }): Example => {
        const weight = share * (grade > 0 ? RIGHT_AGENTS / Math.max(RIGHT_AGENTS, right) : 1);
        return { features, right: RIGHT[grade] ?? 0, weight };
      });
    }),
  );
  const fit = fitLogistic(
    learnt.flatMap((one): Example[] => {
      const first = one.isAsked ? firstBy(order, one) : undefined;
      return first
        ? [{ features: fitFeatures(first, one.terms), right: Number(first.grade === 2), weight: one.share }]
        : [];
    }),
  );
  return { order, fit };
}

/** Answers by weights, as the index does without names, members and trust. */
function answer(asked: Asked, { order, fit }: Weights): Answered & { p: number } {
  const ranked = asked.agents.map((agent) => ({ agent, z: weighed(order, agent.features) })).sort((a, b) => b.z - a.z);
  const listed = ranked.filter(({ z }) => logistic(z) >= limits.mayFit).map(({ agent }) => agent.slug);
  const [first] = ranked;
  const p = first && asked.isAsked ? logistic(weighed(fit, fitFeatures(first.agent, asked.terms))) : 0;
  const isPicked = listed.length > 0 && p >= asked.leastFit && first?.agent.isDoubtful() === false;
  return { listed, pick: isPicked ? (first?.agent.slug ?? null) : null, p };
}

/** What the index itself answers, by the weights of the file. */
function answerOf(index: AgentIndex, { question }: JudgedQuestion): Answered {
  const { found, pick } = index.search(question);
  return { listed: found.map(({ did }) => slugOf(did)), pick: pick && slugOf(pick) };
}

const kindOf = ({ kind, question }: JudgedQuestion) =>
  kind === "sentence" && question.split(/\s+/).length >= LONG_WORDS ? "long sentence" : kind;

function printAll(title: string, questions: readonly JudgedQuestion[], answers: readonly Answered[]): void {
  console.log(judgedLine(title, questions, answers));
  for (const groupOf of [({ file }: JudgedQuestion) => file, kindOf]) {
    for (const group of new Set(questions.map(groupOf))) {
      const places = [...questions.keys()].filter((at) => groupOf(questions[at] as JudgedQuestion) === group);
      const [some, theirs] = [places.map((at) => questions[at]), places.map((at) => answers[at])];
      console.log(judgedLine(`· ${group}`, some as JudgedQuestion[], theirs as Answered[]));
    }
  }
}

/** Asks all judged questions: as they are, inside sentences that measure, and inside those that fit. */
function askAll() {
  const index = indexOf();
  const plain = readJudged();
  const measured = insideSentences(plain, "measure");
  const askEach = (questions: readonly JudgedQuestion[], share: number) =>
    questions.map((each) => ask(index, each, share));
  return {
    index,
    plain: askEach(plain, 1),
    measured: askEach(measured, 1),
    fitted: askEach(insideSentences(plain, "fit"), SENTENCE_SHARE),
  };
}

/** Fits the weights on all judged questions, and writes them to the file of the product. */
export async function fit(): Promise<void> {
  const { plain, fitted } = askAll();
  const found = fitWeights([...plain, ...fitted]);
  const rounded = (names: readonly string[], values: readonly number[]) =>
    Object.fromEntries(names.map((name, at) => [name, Math.round((values[at] ?? 0) * 100) / 100]));
  const written = {
    ...weights,
    order: rounded(["bias", ...FEATURES], found.order),
    fit: rounded(["bias", "related", "standing", "terms"], found.fit),
    similar: { ...weights.similar, ...rounded(["bias", "word", "cosine"], fitSimilar()) },
  };
  writeFileSync("lib/search/ranking/weights.json", `${JSON.stringify(written, null, 2)}\n`);
  const { order, fit, similar } = written;
  console.log(JSON.stringify({ order, fit, similar }));
}

/** Prints how well the judged questions are answered, with weights that were fitted on other questions. */
export async function ranking(): Promise<void> {
  const { index, plain, measured, fitted } = askAll();
  const learnt = [...plain, ...fitted];
  const folds = Array.from({ length: FOLDS }, (_, fold) =>
    fitWeights(learnt.filter(({ question }) => question.base % FOLDS !== fold)),
  );
  const held = (asked: Asked) => answer(asked, folds[asked.question.base % FOLDS] as Weights);
  const questionsOf = (asked: readonly Asked[]) => asked.map(({ question }) => question);
  // The index finds exact names without weights.
  const answerPlain = (asked: Asked) =>
    asked.question.kind === "exact" ? { ...answerOf(index, asked.question), p: 1 } : held(asked);
  console.log(JUDGED_HEAD);
  printAll(`cross-validated in ${FOLDS} folds`, questionsOf(plain), plain.map(answerPlain));
  console.log(judgedLine("inside long sentences", questionsOf(measured), measured.map(held)));
  const asIs = (asked: readonly Asked[], by: AgentIndex) => asked.map(({ question }) => answerOf(by, question));
  console.log(judgedLine("the index, by the weights of the file", questionsOf(plain), asIs(plain, index)));
  console.log(judgedLine("· inside long sentences", questionsOf(measured), asIs(measured, index)));
  const longer = indexOf((record) => (hasOddLength(record.did) ? withTools(record) : record));
  const judgedLonger = plain.filter(({ question }) =>
    Object.entries(question.grades).some(([slug, grade]) => grade === 2 && hasOddLength(slug)),
  );
  console.log(judgedLine("right agents without tools", questionsOf(judgedLonger), asIs(judgedLonger, index)));
  console.log(
    judgedLine("the same, half of the agents with tools", questionsOf(judgedLonger), asIs(judgedLonger, longer)),
  );
  printCalibration([...plain, ...measured], held);
}

const hasOddLength = (text: string) => (text.split(":").at(-1) ?? "").length % 2 === 1;

function printCalibration(asked: readonly Asked[], held: (asked: Asked) => Answered & { p: number }): void {
  const firsts = asked.map((one) => {
    const { p, listed } = held(one);
    return { p, isRight: one.question.grades[listed[0] ?? ""] === 2 };
  });
  console.log("\n| p of the first | questions | mean p | right |\n|---|---:|---:|---:|");
  BINS.slice(0, -1).forEach((from, at) => {
    const inside = firsts.filter(({ p }) => p >= from && p < (BINS[at + 1] ?? 1));
    const mean = (values: number[]) => (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(2);
    const cells = [
      `${from}–${BINS[at + 1]}`,
      inside.length,
      mean(inside.map(({ p }) => p)),
      mean(inside.map(({ isRight }) => Number(isRight))),
    ];
    console.log(`| ${cells.join(" | ")} |`);
  });
}
