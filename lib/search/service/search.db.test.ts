import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { systemContext } from "@/lib/authority/context";
import { hasPgvector } from "@/lib/database/testing/template";
import { testDatabase } from "@/lib/database/testing/test-database";
import { registerAgent } from "@/lib/features/agents/service/register";
import { embedText, lexicalEmbedder } from "../lexical";
import { type FoundSkill, readSkillTexts, searchSkills } from "./search";
import { ensureVectorStore, vectorStoreOf } from "./store";

const database = testDatabase();
const ctx = () => systemContext(database());

async function register(did: string, skills: { name: string; description?: string; examples?: string[] }[]) {
  return registerAgent(ctx(), { did, capability_manifest: { skills } });
}

async function find(intent: string, source?: string): Promise<FoundSkill[]> {
  const embedding = { model: lexicalEmbedder.model, vector: embedText(intent) };
  const search = { intent, embedding, ...(source ? { source: { did: source, minimumTier: "T1" as const } } : {}) };
  return (await searchSkills(database(), search)).skills;
}
const dids = (found: FoundSkill[]) => found.map(({ did }) => did);

beforeAll(async () => {
  await ensureVectorStore(ctx(), lexicalEmbedder);
  await register("did:fed:s1:glossa", [
    { name: "Translate text", examples: ["how do you say receipt in Polish", "przetłumacz tę umowę"] },
  ]);
  await register("did:fed:s1:forecast", [{ name: "Weather report", examples: ["will it rain tomorrow"] }]);
  await register("did:fed:s1:ledger", [{ name: "Book keeping", description: "Invoices, receipts and balances." }]);
});

describe("searchSkills", () => {
  it("finds by a word of an example, of a description, and of a name", async () => {
    expect(dids(await find("will it rain"))[0]).toBe("did:fed:s1:forecast");
    expect(dids(await find("invoices"))).toContain("did:fed:s1:ledger");
    expect(dids(await find("umowę"))).toContain("did:fed:s1:glossa");
  });

  it("finds a name that is asked for exactly, in any case, and one that is mistyped", async () => {
    expect((await find(" translate TEXT "))[0]).toMatchObject({ did: "did:fed:s1:glossa", exact: true });
    const mistyped = (await find("wether")).find(({ did }) => did === "did:fed:s1:forecast");
    expect(mistyped?.trigram).toBeGreaterThan(0.4);
  });

  it.runIf(hasPgvector)("finds by nearness what shares no word", async () => {
    const [found] = await find("rainy");
    expect(found).toMatchObject({ did: "did:fed:s1:forecast", fullText: 0, trigram: 0 });
    expect(found?.cosine).toBeGreaterThan(0.05);
  });

  it("never finds the source, one that is not active, or one below T1", async () => {
    await register("did:fed:s1:sunny", [{ name: "Sunshine", examples: ["sunshine hours"] }]);
    expect(dids(await find("sunshine"))).toContain("did:fed:s1:sunny");
    expect(dids(await find("sunshine", "did:fed:s1:sunny"))).not.toContain("did:fed:s1:sunny");
    for (const change of [sql`status = 'suspended'`, sql`trust_tier = 'T0'`]) {
      await database().execute(sql`update agents set ${change} where did = 'did:fed:s1:sunny'`);
      expect(dids(await find("sunshine"))).not.toContain("did:fed:s1:sunny");
      await database().execute(
        sql`update agents set status = 'active', trust_tier = 'T1' where did = 'did:fed:s1:sunny'`,
      );
    }
    await database().execute(sql`delete from agents where did = 'did:fed:s1:sunny'`);
    expect(dids(await find("sunshine"))).not.toContain("did:fed:s1:sunny");
  });

  it("finds nothing for a source that is unknown or below the tier, and says what it knows of it", async () => {
    const search = { intent: "rain", embedding: null };
    const unknown = { did: "did:fed:s1:nobody", minimumTier: "T1" as const };
    expect(await searchSkills(database(), { ...search, source: unknown })).toMatchObject({ source: null, skills: [] });
    const low = { did: "did:fed:s1:glossa", minimumTier: "T2" as const };
    expect(await searchSkills(database(), { ...search, source: low })).toMatchObject({
      source: { tier: "T1", organisation: null },
      skills: [],
    });
  });

  it("a skill keeps its id while its texts are the same, and gets another with other texts", async () => {
    const did = "did:fed:s1:stable";
    const idOf = async (intent: string) => (await find(intent)).find((found) => found.did === did)?.skillId;
    await register(did, [{ name: "Juggling" }, { name: "Fencing" }]);
    const [juggling, fencing] = [await idOf("juggling"), await idOf("fencing")];
    await register(did, [{ name: "Juggling" }, { name: "Fencing", examples: ["parry"] }]);
    expect(await idOf("juggling")).toBe(juggling);
    expect(await idOf("fencing")).not.toBe(fencing);
    const texts = await readSkillTexts(database(), [juggling ?? 0, fencing ?? 0]);
    expect([...texts]).toEqual([[juggling, { texts: [{ kind: "skill", text: "Juggling" }], embeddings: null }]]);
  });

  it.each([
    ["10,000 characters", "translate ".repeat(1_000)],
    ["10,000 words", Array.from({ length: 10_000 }, (_, n) => `w${n}`).join(" ")],
    ["punctuation", "?!'\"\\;--()*&|:<>%_"],
    ["a query's operators", "a & b | !c <-> d:* 'e"],
    ["emoji", "🌧️🌂?"],
    ["Polish", "Zażółć gęślą jaźń: przetłumacz umowę"],
    ["nothing", ""],
  ])("takes an intent of %s", async (_, intent) => {
    expect((await find(intent)).length).toBeLessThanOrEqual(40);
  });

  it.runIf(hasPgvector)("continues past the closest ones if those are not active (iterative scan)", async () => {
    for (let n = 0; n < 150; n += 1) {
      await register(`did:fed:s1:crowd-${n}`, [{ name: "Zeppelin", examples: [`zeppelin flight ${n}`] }]);
    }
    await register("did:fed:s1:lone", [{ name: "Zeppelins", examples: ["zeppelin flights over the lake"] }]);
    await database().execute(sql`update agents set status = 'suspended' where did like '%crowd-%'`);
    await database().execute(sql`set enable_seqscan = off`);
    const lone = (await find("zeppelin")).find(({ did }) => did === "did:fed:s1:lone");
    await database().execute(sql`reset enable_seqscan`);
    expect(lone?.cosine).toBeGreaterThan(0.2);
    expect(vectorStoreOf(database())).toMatchObject({ hnsw: true, iterative: true });
  });
});
