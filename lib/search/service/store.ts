import { createHash } from "node:crypto";
import { count, eq, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { isPassing } from "@/lib/database/errors";
import { lock } from "@/lib/database/locks";
import type { Database, Transaction } from "@/lib/database/open";
import { anchorTexts } from "@/lib/database/schema/anchors";
import { agentSkills, skillEmbeddings, vectorModel, vectorOutbox } from "@/lib/database/schema/vectors";
import { ServiceError } from "@/lib/foundation/errors";
import type { Embedder } from "../embedder";
import { HYBRID } from "../hybrid";
import { MAX_INDEXED_DIMENSIONS } from "../rules";
import type { VectorStoreHealth } from "../schema";
import { embedderOf, setActiveModel } from "./get-embedder";
import { getEncoderHealth } from "./get-encoder";

/** What this process found out about the store when it started. */
export interface VectorStore {
  version: string;
  hnsw: boolean;
  /** Whether a filtered search continues until it has found enough (pgvector 0.8). */
  iterative: boolean;
}

const stores = new WeakMap<Database, VectorStore>();

/** Returns the store of this database, or undefined if it has none, or the start has not looked yet. */
export function vectorStoreOf(db: Database): VectorStore | undefined {
  return stores.get(db);
}

function atLeast(version: string, major: number, minor: number): boolean {
  const [a = 0, b = 0] = version.split(".").map(Number);
  return a > major || (a === major && b >= minor);
}

/** Creates the extension if the server has it and allows it. @returns its version, or null if there is none */
async function ensureExtension(db: Database): Promise<string | null> {
  const version = () =>
    db.execute<{ version: string }>(sql`select extversion as version from pg_extension where extname = 'vector'`);
  const available = await db.execute(sql`select from pg_available_extensions where name = 'vector'`);
  const [present] = await version();
  if (present) return present.version;
  if (available.length === 0) return null;
  try {
    await db.execute(sql`create extension if not exists vector`);
  } catch (error) {
    // If two create it at once, the second finds it there. Without the right to create it, there is none.
    if (isPassing(error)) throw error;
  }
  return (await version())[0]?.version ?? null;
}

/** The index's expression contains the dimensions, because a remote model's are not known in advance. */
export function indexedVector(dimensions: number) {
  return sql.raw(`(v::vector(${Math.trunc(dimensions)}))`);
}

export const isIndexable = (store: VectorStore, dimensions: number | null) =>
  store.hnsw && dimensions !== null && dimensions <= MAX_INDEXED_DIMENSIONS;

/**
 * The density of the index's graph. With fewer links (m = 6), a skill among a hundred with nearly the same texts was
 * unreachable. With more, a registration costs more.
 */
const GRAPH = sql.raw("m = 8, ef_construction = 32");

/**
 * Returns a model's name as an SQL literal. A partial index serves only statements that repeat its condition literally.
 */
export const modelLiteral = (model: string) => sql.raw(`'${model.replaceAll("'", "''")}'`);

const indexName = (model: string) =>
  sql.identifier(`skill_vectors_${createHash("sha256").update(model).digest("hex").slice(0, 16)}`);

/** Builds the index of a model's vectors if it does not exist. */
export async function createIndex(
  tx: Pick<Transaction, "execute">,
  store: VectorStore,
  { model, dimensions }: { model: string; dimensions: number | null },
): Promise<void> {
  if (dimensions === null || !isIndexable(store, dimensions)) return;
  await tx.execute(sql`create index if not exists ${indexName(model)} on skill_vectors
    using hnsw (${indexedVector(dimensions)} vector_cosine_ops) with (${GRAPH}) where model = ${modelLiteral(model)}`);
}

async function dropVectors(tx: Transaction, model: string): Promise<void> {
  await tx.execute(sql`drop index if exists ${indexName(model)}`);
  await tx.execute(sql`delete from skill_vectors where model = ${model}`);
}

/** Queues the skills that are compared by vectors: all with a remote model, else those with examples. */
async function queueAll(tx: Transaction, { builtIn }: Embedder, at: Date): Promise<void> {
  await tx.execute(sql`
    insert into ${vectorOutbox} (skill_id, due_at) select id, ${at.toISOString()}::timestamptz from ${agentSkills}
    where ${!builtIn} or texts @> '[{"kind": "example"}]'
    on conflict (skill_id) do update set attempts = 0, due_at = excluded.due_at, last_error = ''`);
}

type Present = typeof vectorModel.$inferSelect;

/** Returns whether the model's vectors can be used until another model's exist. */
async function canServe(tx: Transaction, { model }: Present): Promise<boolean> {
  if (!embedderOf(model)) return false;
  return (await tx.execute(sql`select from skill_vectors where model = ${model} limit 1`)).length > 0;
}

/**
 * Makes the embedder's model the one whose vectors are kept, and queues every skill for it. If this process can still
 * embed intents for the present model's vectors, they are used until each skill has the new ones.
 * @param anew also queues all skills if nothing has changed; the present vectors are used until each skill has its new
 * ones
 */
export async function adoptModel(
  tx: Transaction,
  store: VectorStore,
  { embedder, at, anew = false }: { embedder: Embedder; at: Date; anew?: boolean },
): Promise<void> {
  const { model, dimensions } = embedder;
  const [present] = await tx.select().from(vectorModel).for("update");
  const isSame = present?.model === model && (dimensions === null || present.dimensions === dimensions);
  if (present && isSame) {
    if (present.nextModel === null && !anew) return;
    if (present.nextModel !== null) await dropVectors(tx, present.nextModel);
    await tx.update(vectorModel).set({ nextModel: null, nextDimensions: null });
  } else if (present && present.model !== model && (await canServe(tx, present))) {
    if (present.nextModel === model && !anew) return;
    if (present.nextModel !== null && present.nextModel !== model) await dropVectors(tx, present.nextModel);
    await tx.update(vectorModel).set({ nextModel: model, nextDimensions: dimensions });
    await createIndex(tx, store, embedder);
  } else {
    for (const former of [present?.model, present?.nextModel]) if (former) await dropVectors(tx, former);
    const row = { model, dimensions, nextModel: null, nextDimensions: null, since: at };
    await tx.insert(vectorModel).values(row).onConflictDoUpdate({ target: vectorModel.only, set: row });
    await createIndex(tx, store, embedder);
  }
  await queueAll(tx, embedder, at);
  await promoteNext(tx, at);
}

/**
 * Makes the next model the one that is searched, if no skill waits for its vectors any more. The caller must hold the
 * lock of the model's row.
 */
export async function promoteNext(tx: Transaction, at: Date): Promise<void> {
  const [present] = await tx.select().from(vectorModel);
  if (!present || present.nextModel === null || (await tx.$count(vectorOutbox)) > 0) return;
  const { nextModel: model, nextDimensions: dimensions } = present;
  await tx
    .update(vectorModel)
    .set({ model, dimensions, nextModel: null, nextDimensions: null, since: at })
    .where(eq(vectorModel.only, true));
  await dropVectors(tx, present.model);
  if (model !== HYBRID.model) await tx.delete(skillEmbeddings);
}

/**
 * Checks whether this database can store vectors, and prepares its tables and index for the embedder. Safe to repeat
 * and to run in several instances at once. Without pgvector it changes nothing.
 * @returns the store, or undefined if there is none
 */
export async function ensureVectorStore({ db, clock }: Context, embedder: Embedder): Promise<VectorStore | undefined> {
  const version = await ensureExtension(db);
  if (version === null) {
    stores.delete(db);
    return undefined;
  }
  const store = { version, hnsw: atLeast(version, 0, 5), iterative: atLeast(version, 0, 8) };
  await db.transaction(async (tx) => {
    await lock(tx, "startup");
    await tx.execute(sql`
      create table if not exists skill_vectors (
        skill_id bigint not null references ${agentSkills} (id) on delete cascade,
        model text not null,
        ordinal smallint not null,
        v vector not null,
        primary key (skill_id, model, ordinal)
      )`);
    await tx.execute(sql`create or replace trigger announce_change after insert or update or delete or truncate
      on skill_vectors for each statement execute function announce_change()`);
    // An index over the vectors of all models would reject vectors with other dimensions.
    await tx.execute(sql`drop index if exists skill_vectors_nearest`);
    // Erasing a text deletes its vector too. A null means that the text was processed and has no word.
    await tx.execute(sql`
      create table if not exists anchor_vectors (
        model text not null,
        seq bigint not null references ${anchorTexts} (seq) on delete cascade,
        v vector,
        primary key (seq, model)
      )`);
    await adoptModel(tx, store, { embedder, at: clock() });
    const [present] = await tx.select().from(vectorModel);
    if (!present) throw new Error("the store has no model");
    await createIndex(tx, store, present);
    setActiveModel(db, present.model);
  });
  stores.set(db, store);
  return store;
}

/**
 * Queues every skill for new vectors.
 * @returns how many wait
 * @throws ServiceError `unavailable` if there is no store
 */
export async function requeueSkills({ db, clock }: Context, embedder: Embedder): Promise<number> {
  const store = vectorStoreOf(db);
  if (!store) throw new ServiceError("unavailable", "This database has no pgvector. Intents are routed by words.");
  await db.transaction((tx) => adoptModel(tx, store, { embedder, at: clock(), anew: true }));
  return countPending(db);
}

export async function countPending(db: Database): Promise<number> {
  return db.$count(vectorOutbox);
}

/**
 * Returns the store's state in numbers.
 * @throws ServiceError `unavailable` if there is no pgvector, or the database does not respond
 */
export async function getVectorStoreHealth({ db, clock }: Context): Promise<VectorStoreHealth> {
  const store = vectorStoreOf(db);
  if (!store) throw new ServiceError("unavailable", "This database has no pgvector. Intents are routed by words.");
  try {
    const pending = db.select({ count: count() }).from(vectorOutbox);
    const [row] = await db.execute<{
      model: string;
      dimensions: number | null;
      next_model: string | null;
      agents: string;
      vectors: string;
      pending: string;
    }>(sql`
      select m.model, m.dimensions, m.next_model, c.agents, c.vectors, ${pending} as pending
      from ${vectorModel} as m cross join lateral (
        select count(distinct s.did) as agents, count(*) as vectors
        from skill_vectors as v join ${agentSkills} as s on s.id = v.skill_id where v.model = m.model
      ) as c`);
    if (!row) throw new Error("the store has no model");
    return {
      status: "ok",
      engine: "pgvector",
      version: store.version,
      index: isIndexable(store, row.dimensions) ? "hnsw" : "exact",
      model: row.model,
      dimensions: row.dimensions,
      next_model: row.next_model,
      agents: Number(row.agents),
      vectors: Number(row.vectors),
      pending: Number(row.pending),
      encoder: getEncoderHealth(),
      generated_at: clock().toISOString(),
    };
  } catch {
    throw new ServiceError("unavailable", "The database does not respond.");
  }
}
