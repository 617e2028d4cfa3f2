import { beforeAll, describe, expect, it } from "vitest";
import { type Context, systemContext } from "@/lib/authority/context";
import { databaseClient } from "@/lib/database/open";
import { testDatabase } from "@/lib/database/testing/test-database";
import { rankAgents } from "@/lib/features/agents/service/rank-agents";
import { registerAgent } from "@/lib/features/agents/service/register";
import { INSERT_GENERATED_AGENTS } from "@/lib/features/agents/testing/generated-agents";
import { listDirectory } from "@/lib/features/directory/service/list";
import { DirectoryQuery } from "../directory-schema";
import { AgentSearchQuery } from "../search-schema";
import { searchAgents } from "./search-agents";

const database = testDatabase();
/** More than a filter may pass to have all of them compared. */
const AGENTS = 2_300;

let ctx: Context;
beforeAll(async () => {
  ctx = systemContext(database());
  await databaseClient().unsafe(INSERT_GENERATED_AGENTS, [1, AGENTS]);
  // Each question indexes some agents, without the pauses of the background.
  for (let batch = 0; batch < AGENTS / 50; batch += 1) await rankAgents(ctx, "");
});

const search = (query: object) => searchAgents(ctx, AgentSearchQuery.parse(query));

describe("a search that many agents match", () => {
  it("pages through all that it counts, each once", async () => {
    const found: string[] = [];
    let cursor: string | undefined;
    let total = 0;
    do {
      const page = await search({ q: "granite", limit: 30, cursor });
      found.push(...page.agents.map(({ did }) => did));
      ({ total, next_cursor: cursor } = page);
    } while (cursor !== undefined && found.length < AGENTS);
    expect(total).toBeGreaterThan(60);
    expect(new Set(found).size).toBe(total);
    expect(found.length).toBe(total);
  });

  it("has the directory's order for the same agents if it is asked", async () => {
    const { agents, total } = await search({ q: "granite", zone: "S1", limit: 200, sort: "trusted" });
    const scores = agents.map(({ trust_score }) => trust_score);
    expect(agents.length).toBe(total);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  it("puts those first that have the word in their name", async () => {
    const { agents } = await search({ q: "granite compass", limit: 20 });
    expect(agents[0]?.name).toMatch(/^Granite Compass/);
  });

  it("finds by a filter the agents that are not among the best without it", async () => {
    const [last] = (await listDirectory(ctx, DirectoryQuery.parse({ limit: 1, offset: AGENTS - 1 }))).agents;
    const { did = "", zone = "", role = "", model = "" } = last ?? {};
    const didsOf = async (query: object) => {
      const { agents, total } = await search({ q: "explain", limit: 200, ...query });
      return { dids: agents.map((agent) => agent.did), total };
    };
    expect((await didsOf({ cursor: btoa("after:400") })).dids).not.toContain(did);
    const few = await didsOf({ zone, role_is: role, model_is: model });
    expect(few.dids).toContain(did);
    expect(few.total).toBe(few.dids.length);
  });

  it("keeps a filter that nearly all agents pass", async () => {
    const all = await search({ q: "explain", limit: 200 });
    const most = await search({ q: "explain", limit: 200, status: "active" });
    expect(all.total).toBe(600);
    expect(most.total).toBe(600);
    const members = await search({ q: "granite", status: "active", limit: 200 });
    expect(members.agents.length).toBeGreaterThan(20);
    expect(new Set(members.agents.map(({ status }) => status))).toEqual(new Set(["active"]));
  });
});

describe("searches while agents register", () => {
  it("each have a total that its own page bears out, and the last one all", async () => {
    const registrations = Array.from({ length: 12 }, (_, n) =>
      registerAgent(ctx, { did: `did:fed:s1:racing-${n}`, description: "Plays the ocarina." }),
    );
    const searches = Array.from({ length: 20 }, () => search({ q: "ocarina", limit: 50 }));
    for (const { agents, total } of await Promise.all(searches)) {
      expect(agents.length).toBe(total);
    }
    await Promise.all(registrations);
    expect((await search({ q: "ocarinas" })).total).toBe(12);
  });
});
