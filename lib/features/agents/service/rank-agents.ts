import { type Context, charged } from "@/lib/authority/context";
import type { Database } from "@/lib/database/open";
import { AgentIndex, type Answer, type MetTerm, type SearchOptions } from "@/lib/search/ranking/agent-index";
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
  isTyping?: boolean,
): Promise<Map<string, MetTerm[]>> {
  const index = await followedAgents(db).current();
  return charged(() => index.explain(question, dids, isTyping));
}
