import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database, Transaction } from "@/lib/db/open";
import { agentSkills, vectorModel, vectorOutbox } from "@/lib/db/schema/vectors";
import type { Embedder } from "../embedder";
import { prototypesPerSkill, vectorLiteral } from "../rules";
import type { RoutableSkill } from "../schema";
import { vectorStoreOf } from "./store";

/** A skill as it will be stored, made before the transaction that stores it. */
export interface PreparedSkill extends RoutableSkill {
  hash: string;
  /** Its prototypes as pgvector reads them; empty where they come later. */
  vectors: string[];
}

function hashOf({ name, texts }: RoutableSkill): string {
  return createHash("sha256")
    .update(JSON.stringify([name, texts.map(({ kind, text }) => [kind, text])]))
    .digest("base64url");
}

/** Makes an agent's skills ready to be stored, with the vectors that its embedder makes at once. */
export function prepareSkills({ embedAtOnce }: Embedder, skills: readonly RoutableSkill[]): PreparedSkill[] {
  const most = prototypesPerSkill(skills.length);
  return skills.map((skill) => ({
    ...skill,
    hash: hashOf(skill),
    vectors: (embedAtOnce?.(skill.texts) ?? []).slice(0, most).flatMap((vector) => vectorLiteral(vector) ?? []),
  }));
}

/**
 * Makes an agent's stored skills those given, with their vectors, in one statement of the caller's transaction, which
 * must hold the lock of the agent's row. A skill that stands already is left alone, with its vectors. What cannot have
 * vectors now, or better ones later, is queued for them.
 * @param db what `tx` is a transaction of
 * @param embedder what prepared the skills
 */
export async function indexSkills(
  db: Database,
  tx: Transaction,
  { did, embedder, skills }: { did: string; embedder: Embedder; skills: readonly PreparedSkill[] },
): Promise<void> {
  const { model } = embedder;
  const incoming = skills.map(({ name, texts, hash, vectors }) => ({
    ...{ name, texts, hash, vectors },
    words: texts.map(({ text }) => text).join("\n"),
  }));
  const embeds = vectorStoreOf(db) !== undefined && skills.some(({ vectors }) => vectors.length > 0);
  // The shared lock makes a change of model wait, so that no vectors of the former are stored behind its back.
  const steps = sql`
    with model as (
      select model = ${model} and ${embeds} as present,
        model = ${model} and ${embeds && !embedder.deferred} and next_model is null as complete
      from ${vectorModel} for share
    ), incoming as (
      select * from jsonb_to_recordset(${JSON.stringify(incoming)}::jsonb)
        as i(name text, texts jsonb, hash text, words text, vectors jsonb)
    ), gone as (
      delete from ${agentSkills} where did = ${did} and hash not in (select hash from incoming)
    ), added as (
      insert into ${agentSkills} (did, name, texts, hash, words)
      select ${did}, name, texts, hash, to_tsvector('simple', words) from incoming
      on conflict (did, hash) do nothing
      returning id, hash
    ), queued as (
      insert into ${vectorOutbox} (skill_id, due_at)
      select id, now() from added where not coalesce((select complete from model), false)
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
