import { readFileSync } from "node:fs";
import type { AgentRecord } from "@/lib/search/ranking/record";
import { dataPath } from "./routing-questions";

/** A judged question about the servers of the real list. */
export interface JudgedQuestion {
  id: string;
  kind: string;
  question: string;
  /** By slug: 2 right, 1 near; others are wrong. None for a question that nothing answers. */
  grades: Record<string, number>;
  file: string;
  /** The number of the question, also in its sentences: all of them are fitted or measured together. */
  base: number;
}

interface ListedServer {
  slug: string;
  name: string;
  provider?: string;
  description?: string;
  repository?: string;
}

const FILES = ["tune.json", "tune-2.json"];
/** Words from which a question is long by itself. */
export const LONG_WORDS = 12;

/** Long sentences around a short need. These measure. */
const MEASURED_SENTENCES = [
  "we are a small team and every week somebody has to % by hand, is there an agent for that",
  "% so that my colleagues do not waste their mornings on it",
  "is there anything that would let my assistant % without leaving the chat window",
  "our customers keep complaining, could something % before the meeting on Monday",
  "% and then write the results down for my boss",
  "my old laptop is slow but I would still like to % from the kitchen during the night",
];

/** These fit the weights. They share no content word with those that measure. */
const FITTED_SENTENCES = [
  "since our secretary retired nobody remembers how, so please % whenever I am travelling",
  "my daughter asked whether a computer could % while she is at school",
  "for the quarterly review next Thursday I must % and I have no time left",
  "it takes me hours each evening to %, which I would rather spend with the family",
  "the new intern should % but he is ill, so who else in the office could take over",
  "%, ideally in the background and without bothering anybody with a lot of settings",
];

export function readJudged(): JudgedQuestion[] {
  const questions = FILES.flatMap((file) => {
    const judged: Omit<JudgedQuestion, "file" | "base">[] = JSON.parse(
      readFileSync(dataPath(`search/${file}`), "utf8"),
    );
    return judged.map((question) => ({ ...question, file }));
  });
  return questions.map((question, base) => ({ ...question, base }));
}

export function insideSentences(questions: readonly JudgedQuestion[], use: "measure" | "fit"): JudgedQuestion[] {
  const sentences = use === "measure" ? MEASURED_SENTENCES : FITTED_SENTENCES;
  const isShort = ({ kind, question }: JudgedQuestion) =>
    kind !== "exact" && kind !== "foreign" && question.split(/\s+/).length < LONG_WORDS;
  return questions.filter(isShort).flatMap((judged, at) =>
    [at, at + sentences.length / 2].map((n) => {
      const sentence = sentences[n % sentences.length] ?? "%";
      return { ...judged, question: sentence.replace("%", () => judged.question) };
    }),
  );
}

/** Returns the servers of the real list as records. One line of it is empty. */
export function readRecords(): AgentRecord[] {
  const lines = readFileSync(dataPath("mcp-registry-servers.jsonl"), "utf8").trim().split("\n");
  const servers = lines.map((line): ListedServer => JSON.parse(line)).filter(({ slug }) => slug);
  return servers.map(({ slug, ...server }) => ({
    ...server,
    did: didOf(slug),
    isMember: false,
    trustScore: 0,
    tier: "T0",
  }));
}

const DID = "did:mcp:registry:";
const didOf = (slug: string) => `${DID}${slug}`;
export const slugOf = (did: string): string => did.slice(DID.length);

/** Returns a record with tools made up from its description: what a listing with a manifest would add. */
export function withTools(record: AgentRecord): AgentRecord {
  const words = (record.description ?? "").toLowerCase().match(/[a-z]{4,}/g) ?? [];
  const tools = ["get", "list", "create", "update", "delete", "search", "export", "watch"].flatMap((verb, at) => {
    const subject = words.slice(at, at + 2).join("_");
    const description = `Use this tool to ${verb} the ${words.slice(at, at + 4).join(" ")} of the given identifier, with optional filter, page size, output format and timeout in seconds. Returns a list of results, or an error.`;
    return subject === "" ? [] : [{ name: `${verb}_${subject}`, description }];
  });
  return { ...record, tools };
}
