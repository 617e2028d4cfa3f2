import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Question } from "./routing-figures";

/** An agent to register: its name in the questions, and the one skill of its manifest. */
export interface Offer {
  answer: string;
  skill: { name: string; description?: string; examples?: string[] };
}

type Labelled = [text: string, intent: string];
type Split = "train" | "val" | "test" | "oos_train" | "oos_val" | "oos_test";
type Clinc = Record<Split, Labelled[]>;

/** The folder of the data, beside the repository or in ROUTING_DATA. It is not part of the repository. */
export const dataPath = (file: string): string =>
  path.join(process.env["ROUTING_DATA"] ?? path.resolve("../shared/data"), file);

async function read(file: string): Promise<string> {
  return readFile(dataPath(file), "utf8").catch(() => {
    throw new Error(`${dataPath(file)} is missing. ROUTING_DATA names the folder that has it.`);
  });
}

/** CLINC150 (Larson et al. 2019), "full". Nothing is trained on its out-of-scope training texts: they are strangers of validation. */
export async function readClinc(): Promise<Clinc> {
  return JSON.parse(await read("clinc150.json"));
}

const unknown = (labelled: Labelled[]) => labelled.map(([intent]): Question => ({ intent, answer: null }));
const known = (labelled: Labelled[]) => labelled.map(([intent, answer]): Question => ({ intent, answer }));

function offersOf({ train }: Clinc, examples: number, intents: readonly string[]): Offer[] {
  return intents.map((answer, n) => {
    const texts = train.filter(([, intent]) => intent === answer).map(([text]) => text);
    return { answer, skill: { name: `q${n.toString(36)}`, examples: texts.slice(0, examples) } };
  });
}

const intentsOf = ({ train }: Clinc) => [...new Set(train.map(([, intent]) => intent))];

/** All intents with their first examples. Names of skills have no meaning. */
export function clincOf(clinc: Clinc, examples: number) {
  return {
    offers: offersOf(clinc, examples, intentsOf(clinc)),
    validation: [...known(clinc.val), ...unknown([...clinc.oos_val, ...clinc.oos_train])],
    test: [...known(clinc.test), ...unknown(clinc.oos_test)],
  };
}

const QUESTIONS_A_SIDE = 500;

/** Returns a number of items, evenly spread over a list. */
function spread<T>(list: readonly T[], most: number): T[] {
  const step = Math.max(1, list.length / most);
  return Array.from({ length: Math.min(most, list.length) }, (_, n) => list[Math.floor(n * step)] as T);
}

/** Validation uses all texts, because it chooses the threshold. The test uses enough for a figure. */
const mostOf = (split: "val" | "test") => (split === "val" ? Number.POSITIVE_INFINITY : QUESTIONS_A_SIDE);

function partly(clinc: Clinc, split: "val" | "test", intents: readonly string[], offers: Offer[]) {
  const texts = clinc[split];
  const chosen = new Set(intents);
  const theirs = texts.filter(([, intent]) => chosen.has(intent));
  const others = texts.filter(([, intent]) => !chosen.has(intent));
  return {
    offers,
    questions: [...known(spread(theirs, mostOf(split))), ...unknown(spread(others, mostOf(split)))],
  };
}

/** Every other intent; the rest are out of scope, and as close to them as intents of one domain are. */
export function halves(clinc: Clinc, split: "val" | "test" = "test", half: 0 | 1 = 0) {
  const intents = intentsOf(clinc)
    .sort()
    .filter((_, n) => n % 2 === half);
  return partly(clinc, split, intents, offersOf(clinc, 100, intents));
}

/** A few intents with few examples; with none they have their names. */
export function someIntents(clinc: Clinc, count: number, examples: number, split: "val" | "test" = "test") {
  const intents = spread(intentsOf(clinc).sort(), count);
  const named = intents.map((answer) => ({ answer, skill: { name: answer } }));
  return partly(clinc, split, intents, examples === 0 ? named : offersOf(clinc, examples, intents));
}

export interface Server {
  slug: string;
  name: string;
  provider: string;
  description: string;
}

export async function readServers(): Promise<Server[]> {
  const lines = (await read("mcp-registry-servers.jsonl")).trim().split("\n");
  return lines.map((line) => JSON.parse(line));
}

const LEAST_WORDS = 6;

/** Every other server is registered; asked is, of each, for every other word of its description. */
export function serversOf(servers: Server[]) {
  const distinct = [...new Map(servers.map((server) => [server.description, server])).values()];
  const described = distinct.filter(({ description }) => description.split(/\s+/).length >= LEAST_WORDS);
  const registered = described.filter((_, n) => n % 2 === 0);
  const question = ({ description }: Server) =>
    description
      .split(/\s+/)
      .filter((_, n) => n % 2 === 1)
      .join(" ");
  return {
    offers: registered.map(({ name, description }) => ({ answer: description, skill: { name, description } })),
    questions: described.map(
      (server, n): Question => ({
        intent: question(server),
        answer: n % 2 === 0 ? server.description : null,
      }),
    ),
  };
}
