import { sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import type { Transaction } from "@/lib/database/open";
import { agentSkills, skillEmbeddings, vectorModel, vectorOutbox } from "@/lib/database/schema/vectors";
import { reasonOf } from "@/lib/foundation/reason";
import { cut } from "@/lib/foundation/text/cut";
import type { EmbeddedSkill, Embedder } from "../embedder";
import { packEmbeddings } from "../packed-embeddings";
import { prototypesPerSkill, vectorLiteral } from "../rules";
import type { SkillText } from "../schema";
import { createIndex, promoteNext, type VectorStore, vectorStoreOf } from "./store";

const BATCH_SKILLS = 16;
/** How long a worker holds a skill: longer than a batch with all its retries. */
const LEASE_SECONDS = 120;
const FIRST_PAUSE_SECONDS = 2;
const LONGEST_PAUSE_SECONDS = 600;
const MAX_ERROR_CHARACTERS = 200;

interface Claimed {
  id: number;
  texts: SkillText[];
  attempts: number;
  /** How many skills its agent has. */
  siblings: number;
}

/** Takes skills that are due, of the present model only. A skill is held by one worker at a time. */
async function claim({ db, clock }: Context, model: string): Promise<Claimed[]> {
  const now = clock().toISOString();
  const rows = await db.execute<{ id: string; texts: SkillText[]; attempts: number; siblings: string }>(sql`
    with taken as (
      update ${vectorOutbox} as o
      set attempts = attempts + 1, due_at = ${now}::timestamptz + make_interval(secs => ${LEASE_SECONDS})
      where exists (select from ${vectorModel} where coalesce(next_model, model) = ${model}) and o.skill_id in (
        select skill_id from ${vectorOutbox} where due_at <= ${now}::timestamptz order by due_at, skill_id
        limit ${BATCH_SKILLS} for update skip locked
      )
      returning skill_id, attempts
    )
    select s.id, s.texts, t.attempts,
      (select count(*) from ${agentSkills} as sibling where sibling.did = s.did) as siblings
    from taken as t join ${agentSkills} as s on s.id = t.skill_id`);
  return rows.map(({ id, texts, attempts, siblings }) => ({
    texts,
    attempts,
    id: Number(id),
    siblings: Number(siblings),
  }));
}

/** Stores why a batch failed, and when to try again. */
async function postpone(ctx: Context, claimed: readonly Claimed[], reason: string): Promise<void> {
  const attempts = Math.max(...claimed.map((one) => one.attempts));
  const seconds = Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempts - 1), LONGEST_PAUSE_SECONDS);
  const dueAt = new Date(ctx.clock().getTime() + seconds * 1_000).toISOString();
  await ctx.db.execute(sql`
    update ${vectorOutbox} set due_at = ${dueAt}::timestamptz, last_error = ${cut(reason, MAX_ERROR_CHARACTERS)}
    where skill_id in (select value::bigint from jsonb_array_elements_text(${idsOf(claimed)}::jsonb))`);
}

const idsOf = (claimed: readonly Claimed[]) => JSON.stringify(claimed.map(({ id }) => id));

/**
 * Returns whether vectors of the model with these dimensions are wanted. The first response of a remote model sets the
 * dimensions, and only then can the index be built. Locks the model's row.
 */
async function settleDimensions(
  tx: Transaction,
  vectorStore: VectorStore,
  { model, dimensions }: { model: string; dimensions: number | null },
): Promise<boolean> {
  const [present] = await tx.select().from(vectorModel).for("update");
  if (!present || (present.nextModel ?? present.model) !== model) return false;
  const known = present.nextModel === null ? present.dimensions : present.nextDimensions;
  if (dimensions === null || known === dimensions) return true;
  if (known !== null) return false;
  await tx.update(vectorModel).set(present.nextModel === null ? { dimensions } : { nextDimensions: dimensions });
  await createIndex(tx, vectorStore, { model, dimensions });
  return true;
}

/**
 * Stores the vectors of a batch and removes it from the outbox. The last batch completes a change of model.
 * @returns false if the model changed in the meantime, or its vectors have other dimensions than before
 */
async function store({ db, clock }: Context, model: string, claimed: readonly Claimed[], embedded: EmbeddedSkill[]) {
  const rows = claimed.flatMap(({ id, siblings }, n) =>
    (embedded[n]?.prototypes ?? [])
      .slice(0, prototypesPerSkill(siblings))
      .flatMap((vector) => vectorLiteral(vector) ?? [])
      .map((v, ordinal) => ({ id, ordinal: ordinal + 1, v })),
  );
  const embeddings = claimed.flatMap(({ id }, n) => {
    const each = embedded[n]?.embeddings;
    return each ? [{ id, packed: packEmbeddings(each).toString("base64") }] : [];
  });
  const vectorStore = vectorStoreOf(db);
  if (!vectorStore) return false;
  return db.transaction(async (tx) => {
    const first = embedded.flatMap(({ prototypes }) => prototypes)[0];
    if (!(await settleDimensions(tx, vectorStore, { model, dimensions: first?.length ?? null }))) return false;
    // A skill that was replaced in the meantime is deleted, and its row in the outbox too.
    await tx.execute(sql`
      with done as (
        delete from ${vectorOutbox}
        where skill_id in (select value::bigint from jsonb_array_elements_text(${idsOf(claimed)}::jsonb))
        returning skill_id
      ), incoming as (
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i(id bigint, ordinal smallint, v text)
      ), stale as (
        delete from skill_vectors as v using done
        where v.skill_id = done.skill_id and v.model = ${model}
          and not exists (select from incoming as i where i.id = v.skill_id and i.ordinal = v.ordinal)
      ), stored as (
        insert into ${skillEmbeddings} (skill_id, packed)
        select i.id, decode(i.packed, 'base64')
        from jsonb_to_recordset(${JSON.stringify(embeddings)}::jsonb) as i(id bigint, packed text)
          join done on done.skill_id = i.id
        on conflict (skill_id) do update set packed = excluded.packed
      )
      insert into skill_vectors (skill_id, model, ordinal, v)
      select i.id, ${model}, i.ordinal, i.v::vector
      from incoming as i join done on done.skill_id = i.id
      on conflict (skill_id, model, ordinal) do update set v = excluded.v`);
    await promoteNext(tx, clock());
    return true;
  });
}

/**
 * Makes vectors for a batch of waiting skills. The embedder is called outside of any transaction. If a worker dies,
 * nothing is lost, because its batch becomes due again.
 * @returns how many skills were taken, and whether they have their vectors now
 */
export async function drainOutbox(ctx: Context, embedder: Embedder): Promise<{ taken: number; stored: boolean }> {
  if (!vectorStoreOf(ctx.db)) return { taken: 0, stored: false };
  const claimed = await claim(ctx, embedder.model);
  return { taken: claimed.length, stored: claimed.length > 0 && (await embed(ctx, embedder, claimed)) };
}

/** Whether the same request could succeed later. If not, a single text may have caused the failure. */
const isPassing = (error: unknown) => !(error instanceof Error && "passing" in error && error.passing === false);

async function embed(ctx: Context, embedder: Embedder, claimed: readonly Claimed[]): Promise<boolean> {
  let reason = "The model changed in the meantime, or its vectors have other dimensions than before.";
  try {
    const vectors = await embedder.embedSkills(claimed.map(({ texts }) => texts));
    if (await store(ctx, embedder.model, claimed, vectors)) return true;
  } catch (error) {
    if (claimed.length > 1 && !isPassing(error)) {
      const each: boolean[] = [];
      for (const one of claimed) each.push(await embed(ctx, embedder, [one]));
      return each.includes(true);
    }
    reason = reasonOf(error);
  }
  await postpone(ctx, claimed, reason);
  ctx.log.warn({ event: "vectors_postponed", skills: claimed.length, reason });
  return false;
}
