import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { beforeAll, describe, expect, it } from "vitest";
import { GET as profile } from "@/app/api/agents/[did]/route";
import { GET as directory } from "@/app/api/agents/directory/route";
import { GET as leaderboard } from "@/app/api/leaderboard/route";
import { type Context, systemContext } from "@/lib/authority/context";
import { openDatabase } from "@/lib/database/open";
import { tappedDatabase } from "@/lib/database/testing/tapped-database";
import { onServer } from "@/lib/database/testing/template";
import type { Traffic } from "@/lib/database/testing/wire-tap";
import { joinAgent } from "@/lib/features/agents/service/join";
import { INSERT_GENERATED_AGENTS } from "@/lib/features/agents/testing/generated-agents";
import { listDirectory } from "@/lib/features/directory/service/list";
import { search } from "@/lib/portal/search/service/search";
import { getEmbedder } from "@/lib/search/service/get-embedder";
import { ensureVectorStore } from "@/lib/search/service/store";
import { get } from "@/lib/testing/call";
import { DirectoryQuery } from "../directory-schema";
import { AgentSearchQuery } from "../search-schema";
import { searchAgents } from "./search-agents";

const tap = tappedDatabase();
beforeAll(async () => {
  const ctx = systemContext(openDatabase());
  await ensureVectorStore(ctx, getEmbedder());
  await joinAgent(ctx, { did: "did:fed:s1:cost-1" });
});

/** What one request sends, once its statements are prepared and its token was used this minute. */
async function trafficOf(request: () => Promise<{ status: number }>, status: number): Promise<Traffic> {
  tap.reset();
  expect((await request()).status).toBe(status);
  return tap.traffic();
}

describe("a read costs one statement", () => {
  it.each([
    ["the directory", () => get(directory)],
    ["a filtered directory", () => get(directory, "zone=S1&status=active&model=a&role=b&q=c&limit=10&offset=3")],
    ["a page past the end", () => get(directory, "offset=999")],
    ["the leaderboard", () => get(leaderboard)],
    ["a profile", () => get(profile, {}, { did: "did:fed:s1:cost-1" })],
  ] as const)("%s, and one round trip once it is prepared", async (_, request) => {
    for (let connection = 0; connection < 12; connection += 1) await request();
    const { statements, roundTrips } = await trafficOf(request, 200);
    expect(statements).toHaveLength(1);
    expect(roundTrips).toBe(1);
  });

  it("and a page does not grow with the agents on it", async () => {
    await tap.client().unsafe(INSERT_GENERATED_AGENTS, [1, 300]);
    const { statements } = await trafficOf(() => get(directory, "limit=200"), 200);
    expect(statements).toHaveLength(1);
  });
});

/** The statements that a verb sends, and its context. */
function listening() {
  const sent: [string, unknown[]][] = [];
  const logger = { logQuery: (text: string, parameters: unknown[]) => void sent.push([text, parameters]) };
  return { sent, ctx: systemContext(drizzle(tap.client(), { logger })) };
}

async function plansOf(statements: [string, unknown[]][], how = "explain"): Promise<string> {
  const plans = statements.map(([text, parameters]) => tap.client().unsafe(`${how} ${text}`, parameters as never[]));
  return (await Promise.all(plans)).flatMap((rows) => rows.map((row) => row["QUERY PLAN"])).join("\n");
}

describe("a total that was counted before", () => {
  it("is counted again only if a column that its filters read has changed", async () => {
    const query = DirectoryQuery.parse({ q: "cost", zone: "S1" });
    const { sent, ctx } = listening();
    const isCounted = async (change?: string) => {
      if (change) await tap.client().unsafe(`update agents set ${change} where did = 'did:fed:s1:cost-1'`);
      sent.length = 0;
      await listDirectory(ctx, query);
      return !/Aggregate \(never executed\)/.test(await plansOf(sent, "explain (analyze, costs off)"));
    };
    expect(await isCounted()).toBe(true);
    expect(await isCounted()).toBe(false);
    expect(await isCounted("name = 'renamed'")).toBe(true);
    expect(await isCounted()).toBe(false);
    expect(await isCounted("last_seen = now(), trust_score = 7")).toBe(false);
  });
});

describe.runIf(onServer)("over 20,000 agents the directory reads by its indexes", () => {
  beforeAll(async () => {
    // Not the service's client: its deadlines are for requests.
    const address = tap.address();
    const owner = postgres("url" in address ? address.url : "", { max: 1 });
    await owner.unsafe(INSERT_GENERATED_AGENTS, [1_001, 21_000]);
    await owner.unsafe("insert into agent_liveness (did, inbox_read_at) select did, now() from agents");
    await owner.unsafe("vacuum analyze agents, agent_liveness");
    await owner.end();
  });

  /** The plans of the very statements that a verb sends once it knows how many there are. */
  async function plansFor(verb: (ctx: Context) => Promise<unknown>, how?: string): Promise<string> {
    const { sent, ctx } = listening();
    await verb(ctx);
    sent.length = 0;
    await verb(ctx);
    return plansOf(sent, how);
  }

  it.each([
    [{}, ["agents_order"]],
    [{ offset: "500" }, ["Index Only Scan using agents_order"]],
    [{ offset: "19950" }, ["Index Only Scan Backward using agents_order"]],
    [{ offset: "19950", sort: "name" }, ["Index Only Scan Backward using agents_name_order"]],
    [{ sort: "updated" }, ["agents_updated_order"]],
    [{ licence: "MIT", sort: "trusted" }, ["agents_licence_order"]],
    [{ source: "a list", sort: "trusted" }, ["agents_source_order"]],
    [{ zone: "S1", offset: "2000" }, ["Index Only Scan Backward using agents_zone_order"]],
    [{ zone: "S1" }, ["agents_zone_order"]],
    [{ status: "unverified" }, ["agents_status_order"]],
    [{ zone: "S1", status: "unverified" }, ["agents_zone_status_order"]],
    [{ q: "heron-004711" }, ["agents_did_trgm", "agents_name_trgm"]],
    [{ q: "004711" }, ["agents_did_trgm", "agents_name_trgm"]],
    // By its trigrams or, if many are expected, by the order of roles.
    [{ role: "finance auditor" }, ["agents_role_"]],
    [{ model: "bielik-72b" }, ["agents_model_trgm", "agents_provider_trgm"]],
    [{ zone: "S1", q: "cedar heron 0047" }, ["agents_did_trgm", "agents_name_trgm"]],
  ])("%j by %j, and no scan of the table", async (query, indexes) => {
    const plan = await plansFor((ctx) => listDirectory(ctx, DirectoryQuery.parse(query)));
    for (const index of indexes) expect(plan).toContain(index);
    expect(plan).not.toContain("Seq Scan on agents");
    if (!("q" in query || "role" in query || "model" in query)) expect(plan).toContain("agent_counts");
  });

  it.each(["heron-004711", "finance auditor", "nothing-has-this", "did:fed:s1:nobody-has-this", "0".repeat(64)])(
    "and so does the search for %s",
    async (q) => {
      const plan = await plansFor((ctx) => search(ctx, { q, limit: 5 }), "explain (analyze, costs off)");
      expect(plan).toContain("recent_changes_xid_name_did_pk");
      expect(plan).not.toContain("Seq Scan on agent");
    },
  );

  it.each([
    { q: "finance auditor" },
    { q: "finance auditor", role_is: "finance auditor" },
    { q: "finance auditor", sort: "newest" },
    { q: "finance auditor", sort: "updated" },
    { q: "nothing-has-this" },
  ])("and so does the search of agents for %j", async (query) => {
    const plan = await plansFor((ctx) => searchAgents(ctx, AgentSearchQuery.parse(query)), "explain (costs off)");
    expect(plan.includes("Seq Scan on agents")).toBe(false);
  });
});
