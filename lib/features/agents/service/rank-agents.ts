import { type Context, charged } from "@/lib/authority/context";
import type { Database } from "@/lib/database/open";
import { AgentIndex, type Answer, type MetTerm, type SearchOptions } from "@/lib/search/ranking/agent-index";
import type { AgentRecord } from "@/lib/search/ranking/record";
import type { AlikeSkills, Similar } from "@/lib/search/ranking/similar";
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

/** Ranks the offered agents by how well they fit a question. It knows each change that was committed before this call. */
export async function rankAgents({ db }: Context, question: string, options?: SearchOptions): Promise<Answer> {
  const index = await followedAgents(db).current();
  return charged(() => index.search(question, options));
}

/** Returns what agents meet of a question, by DID: the words that {@link rankAgents} compared. */
export async function explainAgents(
  { db }: Context,
  question: string,
  dids: readonly string[],
): Promise<Map<string, MetTerm[]>> {
  const index = await followedAgents(db).current();
  return charged(() => index.explain(question, dids));
}

/** Finds the offered agents that are similar to one, which need not be offered, the most similar first. */
export async function findSimilarAgents({ db }: Context, record: AgentRecord, limit: number): Promise<Similar[]> {
  const index = await followedAgents(db).current();
  return charged(() => index.similarTo(record, limit));
}

/** Returns the skills of an agent and of others that share a telling word, the nearest first, in the order of the others. */
export async function compareSkills(
  { db }: Context,
  record: AgentRecord,
  others: readonly AgentRecord[],
): Promise<AlikeSkills[][]> {
  const index = await followedAgents(db).current();
  return charged(() => others.map((other) => index.alikeSkills(record, other)));
}
