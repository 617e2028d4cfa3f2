import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { systemContext } from "@/lib/authority/context";
import { hasPgvector } from "@/lib/database/testing/template";
import { testDatabase } from "@/lib/database/testing/test-database";
import { getEmbedder } from "@/lib/search/service/get-embedder";
import { drainOutbox } from "@/lib/search/service/outbox";
import { countPending, ensureVectorStore, requeueSkills } from "@/lib/search/service/store";
import { joinAgent } from "./join";
import { registerAgent } from "./register";
import { reindexNext } from "./reindex";

const database = testDatabase();
const ctx = () => systemContext(database());

async function skills(): Promise<string[]> {
  const rows = await database().execute<{ name: string }>(sql`select did || ' ' || name as name from agent_skills`);
  return rows.map(({ name }) => name).toSorted();
}

async function reindexAll(): Promise<number> {
  let count = 0;
  for (let next = await reindexNext(ctx(), ""); next; ) {
    count += next.count;
    next = await reindexNext(ctx(), next.last);
  }
  return count;
}

beforeAll(async () => {
  await ensureVectorStore(ctx(), getEmbedder());
  for (let n = 0; n < 30; n += 1) {
    const skills = [{ name: `Skill ${n}`, examples: [`do skill ${n}`] }];
    await registerAgent(ctx(), { did: `did:fed:s1:old-${n}`, capability_manifest: { skills } });
  }
  await joinAgent(ctx(), { did: "did:fed:s1:joined", capabilities: ["sing"] });
});

describe("reindexNext", () => {
  it("reads every registered agent's record again", async () => {
    const before = await skills();
    await database().execute(sql`update agent_skills set name = 'Stale', hash = 'stale' where did = 'did:fed:s1:old-7'
      and name = 'Skill 7'`);
    await database().execute(sql`delete from agent_skills where did like '%-1_'`);
    expect(await reindexAll()).toBe(30);
    expect(await skills()).toEqual(before);
  });
});

it.runIf(hasPgvector)("while all examples are embedded again, the present vectors are still used", async () => {
  const vectors = async () => {
    const [row] = await database().execute<{ count: string }>(sql`select count(*) from skill_vectors`);
    return Number(row?.count);
  };
  const before = await vectors();
  expect(await requeueSkills(ctx(), getEmbedder())).toBe(30);
  expect(await vectors()).toBe(before);
  while ((await drainOutbox(ctx(), getEmbedder())).stored);
  expect([await vectors(), await countPending(database())]).toEqual([before, 0]);
});
