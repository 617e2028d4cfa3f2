import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { GET as health } from "@/app/api/vectorstore/health/route";
import { systemContext } from "@/lib/authority/context";
import { hasPgvector } from "@/lib/database/testing/template";
import { testDatabase } from "@/lib/database/testing/test-database";
import { joinAgent } from "@/lib/features/agents/service/join";
import { registerAgent } from "@/lib/features/agents/service/register";
import { get } from "@/lib/testing/call";
import type { Embedder } from "../embedder";
import { embedText, LEXICAL, lexicalEmbedder } from "../lexical";
import { findExampleSkills } from "./find-example-skills";
import { drainOutbox } from "./outbox";
import { ensureVectorStore } from "./store";

const database = testDatabase();
const ctx = () => systemContext(database());

/** Without a remote model, only skills with examples have vectors. */
const skill = (name: string, examples = [`do ${name}`]) => ({ name, examples });
const register = (did: string, ...skills: { name: string }[]) =>
  registerAgent(ctx(), { did, capability_manifest: { skills } });

/** Vectors by agent and model. */
async function vectors(): Promise<Record<string, number>> {
  const rows = await database().execute<{ key: string; count: string }>(sql`
    select s.did || ' ' || v.model as key, count(*) from skill_vectors as v join agent_skills as s on s.id = v.skill_id
    group by 1 order by 1`);
  return Object.fromEntries(rows.map(({ key, count }) => [key, Number(count)]));
}

async function pending(): Promise<{ did: string; attempts: number; last_error: string }[]> {
  return [
    ...(await database().execute<{ did: string; attempts: number; last_error: string }>(sql`
      select distinct s.did, o.attempts, o.last_error from vector_outbox as o join agent_skills as s on s.id = o.skill_id
      order by 1`)),
  ];
}

/** A model with the given number of dimensions, that responds later or not at all. */
function remote(model: string, dimensions: number, answer: () => void | Promise<void> = () => {}): Embedder {
  const vector = (text: string) =>
    Float32Array.from({ length: dimensions }, (_, n) => text.charCodeAt(n % text.length));
  return {
    ...{ model, dimensions: null, builtIn: false, deferred: true },
    embedIntent: async (intent) => ({ vector: vector(intent), embedding: null }),
    embedSkills: async (skills) => {
      await answer();
      return skills.map((texts) => ({
        prototypes: texts.slice(0, 2).map(({ text }) => vector(text)),
        embeddings: null,
      }));
    },
  };
}

describe("before the store was looked for", () => {
  it("its health is 503, agents register, and their skills wait", async () => {
    await register("did:fed:s1:early", skill("Early"));
    expect(await get(health)).toMatchObject({
      status: 503,
      body: { error: "Vector store unavailable", code: "VECTOR_STORE_UNAVAILABLE" },
    });
    expect(await pending()).toEqual([{ did: "did:fed:s1:early", attempts: 0, last_error: "" }]);
    expect(await drainOutbox(ctx(), lexicalEmbedder)).toEqual({ taken: 0, stored: false });
  });
});

describe.skipIf(hasPgvector)("on a server without pgvector", () => {
  it("the store stays unavailable, and everything goes on by words", async () => {
    expect(await ensureVectorStore(ctx(), lexicalEmbedder)).toBeUndefined();
    expect((await get(health)).status).toBe(503);
    await register("did:fed:s1:words", skill("Water the plants"));
    const embedding = { model: LEXICAL.model, vector: new Float32Array(LEXICAL.dimensions).fill(1) };
    const found = await findExampleSkills(database(), { question: "who waters plants", embedding });
    expect(found).toMatchObject({ semantic: false, skills: [{ did: "did:fed:s1:words", cosine: null }] });
  });
});

describe.runIf(hasPgvector)("with pgvector", () => {
  beforeAll(async () => {
    // Twice at once, as two instances would.
    await Promise.all([ensureVectorStore(ctx(), lexicalEmbedder), ensureVectorStore(ctx(), lexicalEmbedder)]);
  });

  it("what waited gets its vectors", async () => {
    expect(await drainOutbox(ctx(), lexicalEmbedder)).toMatchObject({ stored: true });
    expect(await pending()).toEqual([]);
    expect(await vectors()).toMatchObject({ [`did:fed:s1:early ${LEXICAL.model}`]: expect.any(Number) });
  });

  it("its health names engine, version, index, model and counts", async () => {
    const { status, body } = await get(health);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: "ok", engine: "pgvector", index: "hnsw", ...LEXICAL, agents: 1, pending: 0 });
    expect(body["version"]).toMatch(/^\d+\.\d+/);
  });

  it("a registration's vectors are there with its commit, another replaces them, and a removal takes them along", async () => {
    const did = "did:fed:s1:one";
    const key = `${did} ${LEXICAL.model}`;
    await register(did, skill("One"));
    const before = (await vectors())[key] ?? 0;
    await register(did, skill("One", ["first", "second", "third", "fourth", "fifth"]), skill("Two"));
    expect((await vectors())[key]).toBeGreaterThan(before);
    await register(did, skill("One"));
    expect((await vectors())[key]).toBe(before);
    await database().execute(sql`delete from agents where did = ${did}`);
    expect(Object.keys(await vectors())).not.toContain(key);
  });

  it("an agent that only joined gets no routed requests, and has no vectors", async () => {
    await joinAgent(ctx(), { did: "did:fed:s1:joined", capabilities: ["sing"] });
    expect(Object.keys(await vectors()).join()).not.toContain("did:fed:s1:joined");
  });

  it("a registration that is rolled back leaves no vectors", async () => {
    const foreign = { ...ctx(), caller: { kind: "provider" as const, credentialId: "x", organisation: "Somebody" } };
    const before = await vectors();
    const input = { did: "did:fed:s1:early", capability_manifest: { skills: [skill("Stolen")] } };
    await expect(registerAgent(foreign, input)).rejects.toMatchObject({ kind: "didTaken" });
    expect(await vectors()).toEqual(before);
  });

  it("registrations of one agent at once leave one's skills and no other's, with their vectors", async () => {
    const did = "did:fed:s1:raced";
    await Promise.all(Array.from({ length: 8 }, (_, n) => register(did, skill(`Race ${n}`, [`example ${n}`]))));
    const rows = await database().execute<{ name: string }>(
      sql`select name from agent_skills where did = ${did} and name like 'Race%'`,
    );
    expect(rows).toHaveLength(1);
    const bare = await database().execute(sql`
      select from agent_skills as s where did = ${did} and name like 'Race%'
      and not exists (select from skill_vectors as v where v.skill_id = s.id)`);
    expect(bare).toHaveLength(0);
  });

  it("another model's vectors are made beside the former's, which serve until every skill has the new ones", async () => {
    const embedder = remote("other", 8);
    await ensureVectorStore(ctx(), embedder);
    const search = { question: "early", embedding: { model: LEXICAL.model, vector: embedText("early") } };
    const former = { model: LEXICAL.model, semantic: true, skills: [{ did: "did:fed:s1:early" }] };
    for (let n = 0; n < 20; n += 1) await register(`did:fed:s1:during-${n}`, skill(`During ${n}`));
    for (let isDone = false; !isDone; ) {
      expect((await get(health)).body).toMatchObject({ model: LEXICAL.model, next_model: "other" });
      const found = await findExampleSkills(database(), search);
      expect({ ...found, skills: found.skills.slice(0, 1) }).toMatchObject(former);
      await drainOutbox(ctx(), embedder);
      isDone = (await pending()).length === 0;
    }
    expect(new Set(Object.keys(await vectors()).map((key) => key.split(" ")[1]))).toEqual(new Set(["other"]));
    const bare = await database().execute(sql`
      select from agent_skills as s where did = 'did:fed:s1:early'
      and not exists (select from skill_vectors as v where v.skill_id = s.id)`);
    expect(bare).toHaveLength(0);
    expect((await get(health)).body).toMatchObject({
      model: "other",
      next_model: null,
      dimensions: 8,
      index: "hnsw",
      pending: 0,
    });
    expect((await findExampleSkills(database(), search)).semantic).toBe(false);
    const vector = (await embedder.embedIntent("early"))?.vector ?? new Float32Array();
    const found = await findExampleSkills(database(), { question: "early", embedding: { model: "other", vector } });
    expect(found.semantic).toBe(true);
    expect(found.skills[0]).toMatchObject({ did: "did:fed:s1:early", cosine: expect.any(Number) });
  });

  it("a process that still runs the former model queues what it registers, and stores no vectors", async () => {
    await register("did:fed:s1:late", skill("Late"));
    expect((await pending()).map(({ did }) => did)).toContain("did:fed:s1:late");
    expect(await drainOutbox(ctx(), lexicalEmbedder)).toEqual({ taken: 0, stored: false });
    await drainOutbox(ctx(), remote("other", 8));
    expect(await pending()).toEqual([]);
  });

  it("vectors of other dimensions than the model had are rejected, and the skills keep waiting", async () => {
    await register("did:fed:s1:wide", skill("Wide"));
    const before = await vectors();
    expect(await drainOutbox(ctx(), remote("other", 9))).toMatchObject({ stored: false });
    expect(await vectors()).toEqual(before);
    const last_error = expect.stringContaining("dimensions");
    expect(await pending()).toMatchObject([{ did: "did:fed:s1:wide", attempts: 1, last_error }]);
  });

  it("a failure is recorded and tried again later, each time after a longer pause", async () => {
    const failing = remote("other", 8, () => {
      throw new Error("it answered 503");
    });
    const at = (milliseconds: number) => ({ ...ctx(), clock: () => new Date(Date.now() + milliseconds) });
    expect((await drainOutbox(ctx(), failing)).taken).toBe(0);
    expect((await drainOutbox(at(3_000), failing)).taken).toBeGreaterThan(0);
    expect((await pending())[0]).toMatchObject({ attempts: 2, last_error: "it answered 503" });
    expect((await drainOutbox(at(5_000), failing)).taken).toBe(0);
    expect((await drainOutbox(at(8_000), remote("other", 8))).stored).toBe(true);
    expect(await pending()).toEqual([]);
  });

  it("two workers share the work: each skill is embedded once", async () => {
    const seen: string[] = [];
    const counting = { ...remote("other", 8) };
    const embedSkills: Embedder["embedSkills"] = async (skills) => {
      seen.push(...skills.map(([first]) => first?.text ?? ""));
      return remote("other", 8).embedSkills(skills);
    };
    for (let n = 0; n < 30; n += 1) await register(`did:fed:s1:shared-${n}`, skill(`Shared ${n}`));
    const worker = async () => {
      while ((await drainOutbox(ctx(), { ...counting, embedSkills })).taken > 0);
    };
    await Promise.all([worker(), worker()]);
    const shared = seen.filter((text) => text.startsWith("Shared"));
    expect(shared.toSorted()).toEqual([...new Set(shared)].toSorted());
    expect(shared).toHaveLength(30);
    expect(await pending()).toEqual([]);
  });

  it("a skill that is replaced while its vectors are made gets none, and its successor its own", async () => {
    const did = "did:fed:s1:moving";
    await register(did, skill("Before"));
    await drainOutbox(
      ctx(),
      remote("other", 8, async () => void (await register(did, skill("After")))),
    );
    await drainOutbox(ctx(), remote("other", 8));
    const rows = await database().execute<{ name: string; vectors: string }>(sql`
      select name, (select count(*) from skill_vectors as v where v.skill_id = s.id) as vectors
      from agent_skills as s where did = ${did} order by name`);
    expect(rows.map(({ name, vectors: count }) => [name, Number(count) > 0])).toEqual([
      ["After", true],
      ["moving", false],
    ]);
  });

  it("health is 503 while the database does not know the store any more", async () => {
    await database().execute(sql`drop table skill_vectors`);
    expect(await get(health)).toMatchObject({ status: 503, body: { error: "Vector store unavailable" } });
  });
});
