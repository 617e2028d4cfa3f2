import { charged } from "@/lib/authority/context";
import type { Database } from "@/lib/database/open";
import { type ExampleMatch, scoreByExamples } from "../examples/score";
import { rescaledCosine } from "../rules";
import { baselineSimilarity } from "./baseline-similarity";
import { findExampleSkills, findNearAgents } from "./find-example-skills";
import { getActiveEmbedder, setActiveModel } from "./get-embedder";
import { readProfiles } from "./profiles";
import { vectorStoreOf } from "./store";

export interface MatchedByExamples {
  matches: Map<string, ExampleMatch>;
  /** How near the agents nearest to a remote model's vector are, by DID: 0 as unrelated texts, 1 as equal ones. */
  byMeaning: Map<string, number>;
  /** Whether vectors were compared. Otherwise only words were. */
  semantic: boolean;
}

/**
 * Scores the offered agents whose skills have examples, those that may fit a question. A remote model also finds agents
 * without examples. Words alone decide if the model does
 * not respond in time, or without a vector store.
 */
export async function matchExamples(db: Database, question: string): Promise<MatchedByExamples> {
  const embedder = getActiveEmbedder(db);
  const embedded = vectorStoreOf(db) ? await embedder.embedIntent(question) : null;
  const baseline = embedded && (await baselineSimilarity(embedder, embedded.vector));
  const embedding = embedded && { model: embedder.model, vector: embedded.vector };
  const { skills, semantic, model } = await findExampleSkills(db, { question, embedding });
  // Another process has replaced the model, so the question needs a vector of the new one.
  if (model !== null && setActiveModel(db, model)) return matchExamples(db, question);
  const cosines = embedding && semantic && baseline !== null ? await findNearAgents(db, embedding) : [];
  const byMeaning = new Map([...cosines].map(([did, cosine]) => [did, rescaledCosine(cosine, baseline ?? 1)]));
  const profiles = await readProfiles(db, skills);
  const candidates = skills.flatMap(({ skillId, did, skill, cosine }) => {
    const profile = profiles.get(skillId);
    return profile ? [{ did, skill, cosine, profile }] : [];
  });
  const retrieval = { embedding: semantic ? (embedded?.embedding ?? null) : null, baseline };
  return { matches: charged(() => scoreByExamples(question, candidates, retrieval)), byMeaning, semantic };
}
