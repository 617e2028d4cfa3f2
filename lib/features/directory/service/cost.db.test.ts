import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as grantTier } from "@/app/api/agent/[did]/tier/route";
import { POST as join } from "@/app/api/agent/join/route";
import { POST as register } from "@/app/api/agent/register/route";
import { GET as profile } from "@/app/api/agents/[did]/route";
import { GET as directory } from "@/app/api/agents/directory/route";
import { GET as leaderboard } from "@/app/api/leaderboard/route";
import { type Context, systemContext } from "@/lib/authority/context";
import { type Client, openClient } from "@/lib/database/client";
import { closeDatabase, openDatabase, setDatabaseClient } from "@/lib/database/open";
import { onServer } from "@/lib/database/testing/template";
import { createTestDatabase } from "@/lib/database/testing/test-database";
import { type Traffic, tapWire, type WireTap } from "@/lib/database/testing/wire-tap";
import { issueCredential } from "@/lib/features/access/service/credentials";
import { INSERT_GENERATED_AGENTS } from "@/lib/features/agents/testing/generated-agents";
import { listDirectory } from "@/lib/features/directory/service/list";
import { search } from "@/lib/portal/search/service/search";
import { getEmbedder } from "@/lib/search/service/get-embedder";
import { ensureVectorStore } from "@/lib/search/service/store";
import { get, post } from "@/lib/testing/call";
import { DirectoryQuery } from "../directory-schema";
import { AgentSearchQuery } from "../search-schema";
import { searchAgents } from "./search-agents";

let tap: WireTap;
let client: Client;
let drop: () => Promise<void>;
beforeAll(async () => {
  const copy = await createTestDatabase();
  drop = copy.drop;
  tap = await tapWire(copy.address);
  client = openClient(tap.address);
  setDatabaseClient(client);
  await ensureVectorStore(systemContext(openDatabase()), getEmbedder());
});
afterAll(async () => {
  await closeDatabase();
  await tap.close();
  await drop();
});

/** What one request sends, once its statements are prepared and its token was used this minute. */
async function trafficOf(request: () => Promise<{ status: number }>, status: number): Promise<Traffic> {
  tap.reset();
  expect((await request()).status).toBe(status);
  return tap.traffic();
}

const isAuthentication = (statement: string) => statement.startsWith(`select "credentials"`);
const isFrame = (statement: string) => /^(begin|commit)/i.test(statement.trim());
/** The verb's own statements: without authentication, begin and commit. */
const workOf = ({ statements }: Traffic) => statements.filter((each) => !isAuthentication(each) && !isFrame(each));

describe("a write costs its authentication, the DID's lock and owner, its change in the feed, and at most two statements, a registration four", () => {
  let token: string;
  let number = 0;
  const fresh = () => {
    number += 1;
    return `did:fed:s1:cost-${number}`;
  };
  beforeAll(async () => {
    const issued = await issueCredential(systemContext(openDatabase()), { kind: "operator", label: "" });
    token = issued.token;
    await post(join, { did: fresh() }, { token });
  });

  it("join: the DID's lock, its owner and, if it creates, the agent and its change, in one transaction", async () => {
    const did = fresh();
    const created = await trafficOf(() => post(join, { did }, { token }), 201);
    const again = await trafficOf(() => post(join, { did }, { token }), 200);
    for (const { statements } of [created, again]) {
      expect(statements.filter(isAuthentication)).toHaveLength(1);
      expect(statements.filter(isFrame)).toHaveLength(2);
    }
    expect([workOf(created).length, workOf(again).length]).toEqual([4, 2]);
  });

  it("register: the DID's lock, its owner, the record, its change and its skills in one transaction; one more statement if the agent exists, another if its score changes, and no change if it repeats the record", async () => {
    const did = fresh();
    const created = await trafficOf(() => post(register, { did }, { token }), 201);
    const replaced = await trafficOf(() => post(register, { did, role: "tutor" }, { token }), 201);
    const same = await trafficOf(() => post(register, { did, role: "tutor" }, { token }), 201);
    for (const { statements } of [created, replaced, same]) {
      expect(statements.filter(isAuthentication)).toHaveLength(1);
      expect(statements.filter(isFrame)).toHaveLength(2);
    }
    expect([created, replaced, same].map((traffic) => workOf(traffic).length)).toEqual([5, 7, 5]);
  });

  it("a tier grant: the row's lock, the row and the change, its place in the feed, two more for the ledger, and the reason read back", async () => {
    const did = fresh();
    await post(register, { did }, { token });
    const body = { tier: "T2", reason: "test" };
    const traffic = await trafficOf(() => post(grantTier, body, { token, params: { did } }), 200);
    const verbs = workOf(traffic).map((statement) => statement.trim().split(" ", 1)[0]);
    expect(verbs).toEqual(["select", "select", "insert", "select", "select", "update", "select"]);
    expect(traffic.statements.filter(isFrame)).toHaveLength(2);
  });

  it("a request that is rejected before its verb costs only its authentication", async () => {
    expect((await trafficOf(() => post(join, {}, { token }), 400)).statements).toHaveLength(1);
    expect((await trafficOf(() => post(join, {}), 401)).statements).toEqual([]);
    expect((await trafficOf(() => post(join, {}, { token: "fgs_agt_typo" }), 401)).statements).toEqual([]);
  });
});

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
    await client.unsafe(INSERT_GENERATED_AGENTS, [1, 300]);
    const { statements } = await trafficOf(() => get(directory, "limit=200"), 200);
    expect(statements).toHaveLength(1);
  });
});

/** The statements that a verb sends, and its context. */
function listening() {
  const sent: [string, unknown[]][] = [];
  const logger = { logQuery: (text: string, parameters: unknown[]) => void sent.push([text, parameters]) };
  return { sent, ctx: systemContext(drizzle(client, { logger })) };
}

async function plansOf(statements: [string, unknown[]][], how = "explain"): Promise<string> {
  const plans = statements.map(([text, parameters]) => client.unsafe(`${how} ${text}`, parameters as never[]));
  return (await Promise.all(plans)).flatMap((rows) => rows.map((row) => row["QUERY PLAN"])).join("\n");
}

describe("a total that was counted before", () => {
  it("is counted again only if a column that its filters read has changed", async () => {
    const query = DirectoryQuery.parse({ q: "cost", zone: "S1" });
    const { sent, ctx } = listening();
    const isCounted = async (change?: string) => {
      if (change) await client.unsafe(`update agents set ${change} where did = 'did:fed:s1:cost-1'`);
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
    const owner = postgres("url" in tap.address ? tap.address.url : "", { max: 1 });
    await owner.unsafe(INSERT_GENERATED_AGENTS, [1_001, 21_000]);
    await owner.unsafe("vacuum analyze agents");
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
    { q: "nothing-has-this" },
  ])("and so does the search of agents for %j", async (query) => {
    const plan = await plansFor((ctx) => searchAgents(ctx, AgentSearchQuery.parse(query)), "explain (costs off)");
    expect(plan.includes("Seq Scan on agents")).toBe(false);
  });
});
