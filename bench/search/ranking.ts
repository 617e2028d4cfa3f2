import { writeFileSync } from "node:fs";
import { AgentIndex } from "@/lib/search/ranking/agent-index";
import { FEATURES } from "@/lib/search/ranking/features";
import { leastFit } from "@/lib/search/ranking/odds";
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
import { readMeanings } from "./meaning";
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
  /** How near it is by a remote model, or its stand-in; 0 without one. */
  meaning: number;
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
  /** Of `meaning`, in both. */
  meaning: { order: number; fit: number };
}

const NO_MEANING = { order: 0, fit: 0 };

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
      meaning: 0,
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

const zOf = ({ order, meaning }: Omit<Weights, "fit">, agent: Compared) =>
  weighed(order, agent.features) + meaning.order * agent.meaning;

function firstBy(weights: Omit<Weights, "fit">, { agents }: Asked): Compared | undefined {
  let best: { agent: Compared; z: number } | undefined;
  for (const agent of agents) {
    const z = zOf(weights, agent);
    if (!best || z > best.z) best = { agent, z };
  }
  return best?.agent;
}

/** Fits both: the order on all agents, then how likely the first one by it is right. */
function fitWeights(asked: readonly Asked[]): Weights {
  const order = fitLogistic(agentExamples(asked, ({ features }) => ({ features })));
  const weights = { order, meaning: NO_MEANING };
  const fit = fitLogistic(firstExamples(asked, weights, (first, terms) => ({ features: fitFeatures(first, terms) })));
  return { ...weights, fit };
}

/** Fits what `meaning` adds to both, with the other weights as they are. */
function fitMeaning(asked: readonly Asked[], weights: Weights): Weights {
  // The weight does not depend on an agent that is not near.
  const fitOne = (examples: Example[]) =>
    Math.max(0, fitLogistic(examples.filter(({ features: [near = 0] }) => near > 0))[0] ?? 0);
  const order = fitOne(
    agentExamples(asked, ({ features, meaning }) => ({
      features: [meaning],
      known: weighed(weights.order, features),
    })),
  );
  const fit = fitOne(
    firstExamples(asked, { ...weights, meaning: { order, fit: 0 } }, (first, terms) => ({
      features: [first.meaning],
      known: weighed(weights.fit, fitFeatures(first, terms)),
    })),
  );
  return { ...weights, meaning: { order, fit } };
}

type Read = Pick<Example, "features" | "known">;

const isLearnt = ({ question }: Asked) => question.kind !== "exact";

function agentExamples(asked: readonly Asked[], read: (agent: Compared) => Read): Example[] {
  return asked.filter(isLearnt).flatMap(({ agents, share }) => {
    const right = agents.filter(({ grade }) => grade === 2).length;
    return agents.map((agent): Example => {
      const weight = share * (agent.grade > 0 ? RIGHT_AGENTS / Math.max(RIGHT_AGENTS, right) : 1);
      return { ...read(agent), right: RIGHT[agent.grade] ?? 0, weight };
    });
  });
}

/** Returns the first agent of each question. */
function firstExamples(
  asked: readonly Asked[],
  weights: Omit<Weights, "fit">,
  read: (first: Compared, terms: number) => Read,
): Example[] {
  return asked.filter(isLearnt).flatMap((one): Example[] => {
    const first = one.isAsked ? firstBy(weights, one) : undefined;
    return first ? [{ ...read(first, one.terms), right: Number(first.grade === 2), weight: one.share }] : [];
  });
}

/** Answers by weights, as the index does without names, members and trust. */
function answer(asked: Asked, weights: Weights): Answered & { p: number } {
  const { fit, meaning } = weights;
  const ranked = asked.agents.map((agent) => ({ agent, z: zOf(weights, agent) })).sort((a, b) => b.z - a.z);
  const listed = ranked.filter(({ z }) => logistic(z) >= limits.mayFit).map(({ agent }) => agent.slug);
  const [first] = ranked;
  const p =
    first && asked.isAsked
      ? logistic(weighed(fit, fitFeatures(first.agent, asked.terms)) + meaning.fit * first.agent.meaning)
      : 0;
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

/** Adds what a remote model, or its stand-in, says of each question. */
async function addMeanings(asked: readonly Asked[]): Promise<void> {
  const meanings = await readMeanings(
    asked.map(({ question }) => question.question),
    readRecords(),
  );
  for (const { question, agents } of asked) {
    const near = new Map([...(meanings.get(question.question) ?? [])].map(([did, value]) => [slugOf(did), value]));
    for (const agent of agents) agent.meaning = near.get(agent.slug) ?? 0;
  }
}

/** Fits the weights on all judged questions, and writes them to the file of the product. */
export async function fit(): Promise<void> {
  const { plain, fitted } = askAll();
  const learnt = [...plain, ...fitted];
  await addMeanings(learnt);
  const found = fitMeaning(learnt, fitWeights(learnt));
  const rounded = (names: readonly string[], values: readonly number[]) =>
    Object.fromEntries(names.map((name, at) => [name, Math.round((values[at] ?? 0) * 100) / 100]));
  const written = {
    ...weights,
    order: rounded(["bias", ...FEATURES, "meaning"], [...found.order, found.meaning.order]),
    fit: rounded(["bias", "related", "standing", "terms", "meaning"], [...found.fit, found.meaning.fit]),
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
  const held = crossValidated(learnt, fitWeights);
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

const questionsOf = (asked: readonly Asked[]) => asked.map(({ question }) => question);

/** Returns how questions are answered by weights that were fitted without them and their sentences. */
function crossValidated(learnt: readonly Asked[], fitOn: (asked: readonly Asked[]) => Weights) {
  const folds = Array.from({ length: FOLDS }, (_, fold) =>
    fitOn(learnt.filter(({ question }) => question.base % FOLDS !== fold)),
  );
  return (asked: Asked) => answer(asked, folds[asked.question.base % FOLDS] as Weights);
}

/** Prints what a remote model adds: that of EMBEDDINGS_URL, or its stand-in. Exact names are left out, as no weights find them. */
export async function meaning(): Promise<void> {
  const { plain, measured, fitted } = askAll();
  const learnt = [...plain, ...fitted];
  await addMeanings([...learnt, ...measured]);
  const ways = {
    without: fitWeights,
    with: (asked: readonly Asked[]) => fitMeaning(asked, fitWeights(asked)),
  };
  console.log(JUDGED_HEAD);
  for (const [way, fitOn] of Object.entries(ways)) {
    const held = crossValidated(learnt, fitOn);
    for (const [title, asked] of [
      ["as they are", plain.filter(isLearnt)],
      ["inside long sentences", measured],
    ] as const) {
      console.log(judgedLine(`${way} meanings, ${title}`, questionsOf(asked), asked.map(held)));
    }
  }
  console.log(JSON.stringify(ways.with(learnt).meaning));
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
