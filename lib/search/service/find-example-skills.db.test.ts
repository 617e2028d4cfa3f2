import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { systemContext } from "@/lib/authority/context";
import { hasPgvector } from "@/lib/database/testing/template";
import { testDatabase } from "@/lib/database/testing/test-database";
import { registerAgent } from "@/lib/features/agents/service/register";
import { embedText, lexicalEmbedder } from "../lexical";
import { type FoundSkill, findExampleSkills, readSkillTexts } from "./find-example-skills";
import { ensureVectorStore, vectorStoreOf } from "./store";

const database = testDatabase();
const ctx = () => systemContext(database());

async function register(did: string, skills: { name: string; description?: string; examples?: string[] }[]) {
  return registerAgent(ctx(), { did, capability_manifest: { skills } });
}

async function find(question: string): Promise<FoundSkill[]> {
  const embedding = { model: lexicalEmbedder.model, vector: embedText(question) };
  return (await findExampleSkills(database(), { question, embedding })).skills;
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

describe("findExampleSkills", () => {
  it("finds by a word of an example or of the skill's other texts, and only skills with examples", async () => {
    expect(dids(await find("will it rain"))[0]).toBe("did:fed:s1:forecast");
    expect(dids(await find("umowę"))).toContain("did:fed:s1:glossa");
    expect(dids(await find("weather"))).toContain("did:fed:s1:forecast");
    expect(dids(await find("invoices"))).not.toContain("did:fed:s1:ledger");
  });

  it.runIf(hasPgvector)("finds by nearness what shares no word", async () => {
    const [found] = await find("rainy");
    expect(found?.did).toBe("did:fed:s1:forecast");
    expect(found?.cosine).toBeGreaterThan(0.05);
  });

  it("never finds one that is not offered", async () => {
    await register("did:fed:s1:sunny", [{ name: "Sunshine", examples: ["sunshine hours"] }]);
    expect(dids(await find("sunshine"))).toContain("did:fed:s1:sunny");
    await database().execute(sql`update agents set status = 'suspended' where did = 'did:fed:s1:sunny'`);
    expect(dids(await find("sunshine"))).not.toContain("did:fed:s1:sunny");
    await database().execute(sql`delete from agents where did = 'did:fed:s1:sunny'`);
    expect(dids(await find("sunshine"))).not.toContain("did:fed:s1:sunny");
  });

  it("a skill keeps its id while its texts are the same, and gets another with other texts", async () => {
    const did = "did:fed:s1:stable";
    const idOf = async (intent: string) => (await find(intent)).find((found) => found.did === did)?.skillId;
    await register(did, [
      { name: "Juggling", examples: ["juggle"] },
      { name: "Fencing", examples: ["fence"] },
    ]);
    const [juggling, fencing] = [await idOf("juggling"), await idOf("fencing")];
    await register(did, [
      { name: "Juggling", examples: ["juggle"] },
      { name: "Fencing", examples: ["parry"] },
    ]);
    expect(await idOf("juggling")).toBe(juggling);
    expect(await idOf("fencing")).not.toBe(fencing);
    const texts = await readSkillTexts(database(), [juggling ?? 0, fencing ?? 0]);
    expect([...texts.keys()]).toEqual([juggling]);
    expect(texts.get(juggling ?? 0)?.texts).toContainEqual({ kind: "example", text: "juggle" });
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
