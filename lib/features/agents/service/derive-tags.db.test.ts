import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { type Context, systemContext } from "@/lib/authority/context";
import { agents } from "@/lib/database/schema/agents";
import { testDatabase } from "@/lib/database/testing/test-database";
import { deriveTags } from "./derive-tags";
import { joinAgent } from "./join";
import { getAgent } from "./read";
import { registerAgent } from "./register";
import { updateAgent } from "./update";

const database = testDatabase();

const WEATHER = "did:fed:s1:weather";

describe("derived tags", () => {
  let ctx: Context;
  beforeAll(() => {
    ctx = systemContext(database());
  });

  const derivedOf = async (did: string) => (await getAgent(ctx, { did })).derived_tags;
  const update = (did: string, patch: object) => updateAgent(ctx, { did, patch, ifMatch: undefined });
  const write = (did: string, set: object) => database().update(agents).set(set).where(eq(agents.did, did));

  it("follow each write of the record", async () => {
    expect((await joinAgent(ctx, { did: WEATHER })).agent.derived_tags).toEqual(["weather"]);
    expect((await registerAgent(ctx, { did: WEATHER, name: "Atlas" })).derived_tags).toEqual([]);
    expect((await update(WEATHER, { description: "Sends emails." })).derived_tags).toEqual(["email"]);
    expect((await update(WEATHER, { tags: ["post"] })).derived_tags).toEqual([]);
    expect((await update(WEATHER, { tags: ["mcp"] })).derived_tags).toEqual(["email"]);
    expect(await deriveTags(ctx)).toBe(0);
  });

  it.each<[string, object, string[]]>([
    ["new words", { name: "Atlas", description: "Łódź\nin emails" }, ["email"]],
    ["own tags", { tags: ["rain"] }, []],
    ["no words", { name: "", description: "" }, []],
  ])("are brought up to date after an earlier build wrote %s", async (_, set, expected) => {
    await registerAgent(ctx, { did: WEATHER });
    await write(WEATHER, set);
    expect(await deriveTags(ctx)).toBe(1);
    expect(await derivedOf(WEATHER)).toEqual(expected);
    expect(await deriveTags(ctx)).toBe(0);
  });

  it("are derived for each of many records that an earlier build added, by two instances at once", async () => {
    await database().execute(sql`
      insert into agents (did, zone, name, status, trust_tier, trust_score, trust_as_of, owner_kind, registered_at, last_seen)
      select 'did:fed:s2:many-' || n, 'S2', 'weather ' || n, 'active', 'T1', 1, '2026-01-01', 'operator', now(), now()
      from generate_series(1, 600) as n`);
    const counts = await Promise.all([deriveTags(ctx), deriveTags(ctx)]);
    expect(counts[0] + counts[1]).toBe(600);
    expect(await database().$count(agents, sql`${agents.did} like '%:many-%' and derived_tags = '{weather}'`)).toBe(
      600,
    );
  });

  it("are derived again if the table has changed", async () => {
    await database().execute(sql`update agents set derived_tags = '{old}', derived_from = 'another table'`);
    await deriveTags(ctx);
    expect(await database().$count(agents, sql`derived_tags = '{old}'`)).toBe(0);
  });
});
