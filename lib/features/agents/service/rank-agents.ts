import { type Context, charged, requestScope } from "@/lib/authority/context";
import type { Database } from "@/lib/database/open";
import { ServiceError } from "@/lib/foundation/errors";
import type { ExampleMatch } from "@/lib/search/examples/score";
import { AgentIndex, type Answer, type SearchOptions } from "@/lib/search/ranking/agent-index";
import type { MetTerm } from "@/lib/search/ranking/met";
import type { AgentRecord } from "@/lib/search/ranking/record";
import type { AlikeSkills, Similar } from "@/lib/search/ranking/similar";
import { getEmbedder } from "@/lib/search/service/get-embedder";
import { matchExamples } from "@/lib/search/service/match-examples";
import { vectorStoreOf } from "@/lib/search/service/store";
import { FollowedAgents } from "./follow-agents";

const followed = new WeakMap<Database, FollowedAgents<AgentIndex>>();

function followedAgents(db: Database): FollowedAgents<AgentIndex> {
  const known = followed.get(db) ?? new FollowedAgents(db, new AgentIndex());
  followed.set(db, known);
  return known;
}

/** Reads the changes of agents into the index of this process. */
export async function followAgents(db: Database): Promise<void> {
  await followedAgents(db).follow();
}

/** Throws if the index of this process lacks agents that were committed before this call. @throws ServiceError `unavailable` */
export async function assertIndexed(db: Database): Promise<void> {
  const following = followedAgents(db);
  const { size } = await following.current();
  const { lacks } = following;
  if (lacks > 0) {
    throw new ServiceError("unavailable", `The search has read ${size} of ${size + lacks} records since this start.`);
  }
}

/** Returns the index with all that was committed before this call. A response is not cached while the index lacks agents. */
async function currentIndex(db: Database): Promise<AgentIndex> {
  const following = followedAgents(db);
  const index = await following.current();
  if (following.isBehind) requestScope().isUnannounced = true;
  return index;
}

/** An answer, with the agents that fit or may fit by their examples, by DID. */
export interface RankedAgents extends Answer {
  examples: ReadonlyMap<string, ExampleMatch>;
  /** Whether the vector store could be used. If not, examples were compared by their words alone. */
  semantic: boolean;
}

/**
 * Ranks the offered agents by how well they fit a question, by their words and by their examples. It knows each change that
 * was committed before this call.
 */
export async function rankAgents(
  { db }: Context,
  question: string,
  options?: Omit<SearchOptions, "byExamples" | "byMeaning">,
): Promise<RankedAgents> {
  const index = await currentIndex(db);
  const {
    matches: examples,
    byMeaning,
    semantic,
  } = index.hasExamples || !getEmbedder().builtIn
    ? await matchExamples(db, question)
    : { matches: new Map<string, ExampleMatch>(), byMeaning: new Map(), semantic: vectorStoreOf(db) !== undefined };
  const byExamples = new Map([...examples].map(([did, { p }]) => [did, p]));
  return { ...charged(() => index.search(question, { ...options, byExamples, byMeaning })), examples, semantic };
}

/** Returns what agents that {@link rankAgents} found meet of the question, by DID. */
export function explainAgents({ db }: Context, question: string, dids: readonly string[]): Map<string, MetTerm[]> {
  return charged(() => followedAgents(db).index.explain(question, dids));
}

/** Finds the offered agents that are similar to one, which need not be offered, the most similar first. */
export async function findSimilarAgents({ db }: Context, record: AgentRecord, limit: number): Promise<Similar[]> {
  const index = await currentIndex(db);
  return charged(() => index.similarTo(record, limit));
}

/** Returns the skills of an agent and of one that {@link findSimilarAgents} found that share a telling word, the nearest first. */
export function compareSkills({ db }: Context, record: AgentRecord, other: AgentRecord): AlikeSkills[] {
  return charged(() => followedAgents(db).index.alikeSkills(record, other));
}
