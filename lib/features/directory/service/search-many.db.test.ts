import { beforeAll, describe, expect, it } from "vitest";
import { type Context, systemContext } from "@/lib/authority/context";
import { databaseClient } from "@/lib/database/open";
import { testDatabase } from "@/lib/database/testing/test-database";
import { registerAgent } from "@/lib/features/agents/service/register";
import { INSERT_GENERATED_AGENTS } from "@/lib/features/agents/testing/generated-agents";
import { listDirectory } from "@/lib/features/directory/service/list";
import { DirectoryQuery } from "../directory-schema";
import { AgentSearchQuery } from "../search-schema";
import { searchAgents } from "./search-agents";

const database = testDatabase();
const AGENTS = 1_200;

let ctx: Context;
beforeAll(async () => {
  ctx = systemContext(database());
  await databaseClient().unsafe(INSERT_GENERATED_AGENTS, [1, AGENTS]);
});

const search = (query: object) => searchAgents(ctx, AgentSearchQuery.parse(query));

describe("a search that many agents match", () => {
  it("has the directory's order by trust, counts all, and ends after 1,000", async () => {
    const directory = await Promise.all(
      [0, 200, 400, 600, 800].map((offset) =>
        listDirectory(ctx, DirectoryQuery.parse({ limit: 200, offset, sort: "trusted" })),
      ),
    );
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await search({ q: "work", limit: 200, cursor });
      expect(page.total).toBe(AGENTS);
      found.push(...page.agents.map(({ did }) => did));
      cursor = page.next_cursor;
    } while (cursor !== undefined && found.length < AGENTS);
    expect(found).toEqual(directory.flatMap(({ agents }) => agents.map(({ did }) => did)));
  });

  it("keeps the filters, whichever way the page is read", async () => {
    for (const [limit, cursor] of [
      [1, undefined],
      [200, btoa("after:400")],
    ] as const) {
      const { agents, total } = await search({ q: "work", status: "active", demo: "hide", limit, cursor });
      expect(total).toBe(AGENTS - AGENTS / 10);
      expect(new Set(agents.map(({ status }) => status))).toEqual(new Set(["active"]));
      expect(agents.length).toBe(limit);
    }
  });

  it("orders fewer by how well they match, with the name first", async () => {
    const { agents, total } = await search({ q: "granite", limit: 200 });
    const isNamed = agents.map(({ name }) => name.startsWith("Granite"));
    expect(total).toBeGreaterThan(isNamed.lastIndexOf(true) + 1);
    expect(isNamed.indexOf(false)).toBe(isNamed.lastIndexOf(true) + 1);
  });
});

describe("searches while agents register", () => {
  it("each have a total that its own page bears out, and the last one all", async () => {
    const registrations = Array.from({ length: 12 }, (_, n) =>
      registerAgent(ctx, { did: `did:fed:s1:racing-${n}`, description: "Plays the ocarina." }),
    );
    const searches = Array.from({ length: 20 }, () => search({ q: "ocarina", limit: 50 }));
    for (const { agents, total } of await Promise.all(searches)) {
      expect(agents.filter(({ match }) => match === "words").length).toBe(total);
    }
    await Promise.all(registrations);
    expect((await search({ q: "ocarinas" })).total).toBe(12);
  });
});
