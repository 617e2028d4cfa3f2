import { createHash } from "node:crypto";
import type { Database, Transaction } from "@/lib/database/open";
import { statement } from "@/lib/database/statement";
import type { Embedder } from "../embedder";
import { prototypesPerSkill, vectorLiteral } from "../rules";
import type { RoutableSkill } from "../schema";
import { getEmbedder } from "./get-embedder";
import { vectorStoreOf } from "./store";

/** A skill to store, prepared before the transaction that stores it. */
export interface PreparedSkill extends RoutableSkill {
  hash: string;
  /** Whether it is compared by vectors: it has examples, or the model is a remote one. */
  needsVectors: boolean;
  /** Its prototypes as text for pgvector; empty if they are made later, or not needed. */
  vectors: string[];
}

function hashOf({ name, texts }: RoutableSkill): string {
  return createHash("sha256")
    .update(JSON.stringify([name, texts.map(({ kind, text }) => [kind, text])]))
    .digest("base64url");
}

/** Prepares an agent's skills for storing, with the vectors that its embedder makes at once. */
export function prepareSkills({ embedAtOnce }: Embedder, skills: readonly RoutableSkill[]): PreparedSkill[] {
  const most = prototypesPerSkill(skills.length);
  // While the index changes to a remote model, the vectors of the former one are still made at once.
  const { builtIn } = getEmbedder();
  return skills.map((skill) => {
    const hasExamples = skill.texts.some(({ kind }) => kind === "example");
    const vectors = (hasExamples ? embedAtOnce?.(skill.texts) : undefined) ?? [];
    return {
      ...skill,
      hash: hashOf(skill),
      needsVectors: hasExamples || !builtIn,
      vectors: vectors.slice(0, most).flatMap((vector) => vectorLiteral(vector) ?? []),
    };
  });
}

/** The skills of one agent, as the embedder has prepared them. */
export interface AgentSkills {
  did: string;
  embedder: Embedder;
  skills: readonly PreparedSkill[];
}

/**
 * Replaces the stored skills of some agents by the given ones, with their vectors, in one statement of the caller's
 * transaction, which must hold the locks of the agents' rows. An unchanged skill and its vectors stay. Without
 * a remote model, only skills with examples get vectors. Those whose vectors are missing, or can be improved later, are queued.
 * @param db the database of `tx`
 * @param prepared one or more agents, which one embedder has prepared
 */
export async function indexSkills(db: Database, tx: Transaction, prepared: readonly AgentSkills[]): Promise<void> {
  const [first] = prepared;
  if (!first) return;
  const { model, deferred } = first.embedder;
  const incoming = prepared.flatMap(({ did, skills }) =>
    skills.map(({ name, texts, hash, vectors, needsVectors }) => ({
      did,
      name,
      texts,
      hash,
      vectors,
      needsVectors,
      words: texts.map(({ text }) => text).join("\n"),
    })),
  );
  const embeds = vectorStoreOf(db) !== undefined && incoming.some(({ vectors }) => vectors.length > 0);
  // The shared lock makes a change of model wait. Otherwise vectors of the former model could be stored during it.
  const steps = `
    with model as (
      select model = $1 and $2 as present, model = $1 and $3 and next_model is null as complete
      from vector_model for share
    ), incoming as (
      select * from jsonb_to_recordset($4::jsonb)
        as i(did text, name text, texts jsonb, hash text, words text, vectors jsonb, "needsVectors" boolean)
    ), gone as (
      delete from agent_skills as old where did = any($5::text[])
        and not exists (select from incoming where incoming.did = old.did and incoming.hash = old.hash)
    ), added as (
      insert into agent_skills (did, name, texts, hash, words)
      select did, name, texts, hash, to_tsvector('simple', words) from incoming
      on conflict (did, hash) do nothing
      returning id, did, hash
    ), queued as (
      insert into vector_outbox (skill_id, due_at)
      select added.id, now() from added join incoming using (did, hash)
      where incoming."needsVectors" and not coalesce((select complete from model), false)
    )`;
  const store = `
    insert into skill_vectors (skill_id, model, ordinal, v)
    select added.id, $1, each.ordinal, each.v::vector
    from added join incoming using (did, hash)
      cross join lateral jsonb_array_elements_text(incoming.vectors) with ordinality as each(v, ordinal)
    where (select present from model)`;
  const dids = prepared.map(({ did }) => did);
  const parameters = [model, embeds, embeds && !deferred, JSON.stringify(incoming), dids];
  await tx.execute(statement(`${steps}${embeds ? store : " select from added"}`, parameters));
}
