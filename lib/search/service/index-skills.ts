import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database, Transaction } from "@/lib/database/open";
import { agentSkills, vectorModel, vectorOutbox } from "@/lib/database/schema/vectors";
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

/**
 * Replaces an agent's stored skills by the given ones, with their vectors, in one statement of the caller's
 * transaction, which must hold the lock of the agent's row. An unchanged skill and its vectors stay. Without
 * a remote model, only skills with examples get vectors. Those whose vectors are missing, or can be improved later, are queued.
 * @param db the database of `tx`
 * @param embedder the one that prepared the skills
 */
export async function indexSkills(
  db: Database,
  tx: Transaction,
  { did, embedder, skills }: { did: string; embedder: Embedder; skills: readonly PreparedSkill[] },
): Promise<void> {
  const { model } = embedder;
  const incoming = skills.map(({ name, texts, hash, vectors, needsVectors }) => ({
    name,
    texts,
    hash,
    vectors,
    needsVectors,
    words: texts.map(({ text }) => text).join("\n"),
  }));
  const embeds = vectorStoreOf(db) !== undefined && skills.some(({ vectors }) => vectors.length > 0);
  // The shared lock makes a change of model wait. Otherwise vectors of the former model could be stored during it.
  const steps = sql`
    with model as (
      select model = ${model} and ${embeds} as present,
        model = ${model} and ${embeds && !embedder.deferred} and next_model is null as complete
      from ${vectorModel} for share
    ), incoming as (
      select * from jsonb_to_recordset(${JSON.stringify(incoming)}::jsonb)
        as i(name text, texts jsonb, hash text, words text, vectors jsonb, "needsVectors" boolean)
    ), gone as (
      delete from ${agentSkills} where did = ${did} and hash not in (select hash from incoming)
    ), added as (
      insert into ${agentSkills} (did, name, texts, hash, words)
      select ${did}, name, texts, hash, to_tsvector('simple', words) from incoming
      on conflict (did, hash) do nothing
      returning id, hash
    ), queued as (
      insert into ${vectorOutbox} (skill_id, due_at)
      select added.id, now() from added join incoming using (hash)
      where incoming."needsVectors" and not coalesce((select complete from model), false)
    )`;
  if (!embeds) {
    await tx.execute(sql`${steps} select from added`);
    return;
  }
  await tx.execute(sql`${steps}
    insert into skill_vectors (skill_id, model, ordinal, v)
    select added.id, ${model}, each.ordinal, each.v::vector
    from added join incoming using (hash)
      cross join lateral jsonb_array_elements_text(incoming.vectors) with ordinality as each(v, ordinal)
    where (select present from model)`);
}
