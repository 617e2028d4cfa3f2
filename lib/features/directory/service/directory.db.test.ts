import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { GET as profile } from "@/app/api/agents/[did]/route";
import { GET } from "@/app/api/agents/directory/route";
import { GET as leaderboard } from "@/app/api/leaderboard/route";
import { systemContext } from "@/lib/authority/context";
import { type AgentRow, agents } from "@/lib/database/schema/agents";
import { testDatabase } from "@/lib/database/testing/test-database";
import { joinAgent } from "@/lib/features/agents/service/join";
import { countAgents } from "@/lib/features/agents/service/read";
import { registerAgent } from "@/lib/features/agents/service/register";
import { agentRow } from "@/lib/features/agents/testing/agent-row";
import { get } from "@/lib/testing/call";

const database = testDatabase();

const MEMBERS: (Partial<AgentRow> & { did: string })[] = [
  { did: "did:fed:s1:atlas", name: "Atlas", role: "code reviewer", model: "granite-4", provider: "Lattice Works" },
  { did: "did:fed:s1:Borealis", name: "Borealis", role: "translator", model: "bielik-11b", trustTier: "T4" },
  { did: "did:fed:s2:cairn", name: "100% cairn", role: "Code_Writer", model: "GRANITE-3", status: "unverified" },
  { did: "did:fed:testnet:dune", name: "back\\slash", role: "tutor", provider: "Granite Cooperative" },
  { did: "did:fed:default:esker", name: "Żółw", role: "tutor", status: "pending", isDemo: true },
  { did: "did:fed:s9:fjord", name: "x_y", status: "suspended" },
];
/** The order in which the members are listed: by score, highest first, then by the DID's characters. */
const SCORES = [50, 50, 50, 0.5, 100, 9.9];
const ORDER = ["esker", "Borealis", "atlas", "cairn", "fjord", "dune"];

beforeAll(async () => {
  const rows = MEMBERS.map((member, index) => agentRow({ ...member, trustScore: SCORES[index] ?? 0 }));
  await database().insert(agents).values(rows);
});

async function directory(query: Record<string, string> | string = {}) {
  const { status, body } = await get(GET, query);
  const listed = (body["agents"] ?? []) as { did: string }[];
  return { status, body, total: body["total"], names: listed.map(({ did }) => did.split(":").at(-1)) };
}

describe("GET /api/agents/directory", () => {
  it("returns the federation, the filters used, and whole records without a null", async () => {
    const { status, body } = await directory();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      federation: "Open Agent Federation",
      network_status: "TESTNET",
      spec_version: "0.3.0",
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      total: 6,
      limit: 50,
      offset: 0,
    });
    const fields = "did name provider role model zone runtime_type capabilities skills capability_manifest trust_tier";
    const others =
      "trust_score status last_seen registered_at updated_at member_since is_demo key_verified domains model_given";
    const more = "protocols audits_passed incidents_named";
    const about = "description version homepage repository licence tags derived_tags endpoints";
    for (const agent of body["agents"] as Record<string, unknown>[]) {
      expect(Object.keys(agent).sort()).toEqual(`${fields} ${others} ${more} ${about}`.split(" ").sort());
      expect(Object.values(agent)).not.toContain(null);
    }
  });

  it("lists the highest score first, and equals by the characters of their DIDs, capitals before small letters", async () => {
    expect((await directory()).names).toEqual(ORDER);
  });

  it.each([
    [{ zone: "S1" }, ["Borealis", "atlas"]],
    [{ zone: "s1" }, ["Borealis", "atlas"]],
    [{ zone: "testnet" }, ["dune"]],
    [{ zone: "default" }, ["esker"]],
    [{ zone: "s9" }, ["fjord"]],
    [{ zone: "S9" }, []],
    [{ zone: "S" }, []],
    [{ status: "active" }, ["Borealis", "atlas", "dune"]],
    [{ status: "unverified" }, ["cairn"]],
    [{ status: "pending" }, ["esker"]],
    [{ status: "suspended" }, ["fjord"]],
    [{ status: "act" }, []],
    [{ model: "granite" }, ["atlas", "cairn", "dune"]],
    [{ model: "GRANITE-4" }, ["atlas"]],
    [{ model: "lattice" }, ["atlas"]],
    [{ role: "code" }, ["atlas", "cairn"]],
    [{ role: "REVIEWER" }, ["atlas"]],
    [{ q: "did:fed:s1" }, ["Borealis", "atlas"]],
    [{ q: "BOREALIS" }, ["Borealis"]],
    [{ q: "cairn" }, ["cairn"]],
    [{ q: "żółw" }, ["esker"]],
    [{ zone: "S1", role: "code", model: "granite", status: "active", q: "atl" }, ["atlas"]],
    [{ zone: "S1", role: "tutor" }, []],
    [{ zone: "", model: "", role: "", status: "", q: "" }, ORDER],
    [{ unknown: "ignored" }, ORDER],
  ])("%j finds %j, and counts them", async (query, names) => {
    expect(await directory(query)).toMatchObject({ status: 200, names, total: names.length });
  });

  it("takes the first of a repeated filter", async () => {
    expect((await directory("zone=S2&zone=S1")).names).toEqual(["cairn"]);
  });

  it.each([
    [{ q: "%" }, ["cairn"]],
    [{ q: "_" }, ["fjord"]],
    [{ q: "\\" }, ["dune"]],
    [{ q: "\\\\" }, []],
    [{ q: "x%y" }, []],
    [{ role: "code_" }, ["cairn"]],
    [{ role: "%" }, []],
    [{ model: "granite_4" }, []],
    [{ zone: "s_" }, []],
    [{ status: "%" }, []],
  ])("%j has no wildcard: it finds %j", async (query, names) => {
    expect(await directory(query)).toMatchObject({ names, total: names.length });
  });

  const nothing: [string, string][] = [
    ["NUL", "a\0b"],
    ["10,000 characters", "a".repeat(10_000)],
    ["control characters", "\u0001\u001f\u007f"],
    ["a right-to-left override", "\u202eatlas"],
    ["an emoji of two code units", "\u{1f9ed}"],
    ["quotes", "' or 1=1 --"],
  ];
  it.each(
    nothing.flatMap(([what, value]) => ["zone", "status", "model", "role", "q"].map((name) => [what, name, value])),
  )("returns 200 without agents for %s in %s", async (_, name = "", value = "") => {
    expect(await directory({ [name]: value })).toMatchObject({ status: 200, names: [], total: 0 });
  });

  it("takes a broken encoding as the characters it decodes to", async () => {
    for (const query of ["q=%ff", "q=%", "q=%00", "zone=%c3%28", "q=%ed%a0%80"]) {
      const response = await GET(new Request(`http://localhost/?${query}`), { params: Promise.resolve({}) });
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ total: query === "q=%" ? 1 : 0 });
    }
  });

  it.each([
    ["1", 1],
    ["200", 200],
    ["201", 200],
    ["999999999", 200],
    ["0", 1],
    ["-5", 1],
    [" 7 ", 7],
    ["", 50],
    ["ten", 50],
    ["1.5", 50],
    ["1e2", 50],
    ["0x10", 50],
    ["NaN", 50],
    ["Infinity", 50],
  ])("a limit of %j is used and echoed as %j", async (limit, used) => {
    const { body, names, total } = await directory({ limit });
    expect(body["limit"]).toBe(used);
    expect(names).toEqual(ORDER.slice(0, used));
    expect(total).toBe(6);
  });

  it.each([
    ["0", 0],
    ["4", 4],
    ["-1", 0],
    ["2.5", 0],
    ["two", 0],
    ["6", 6],
    ["2147483648", 2_147_483_647],
    ["999999999999", 2_147_483_647],
  ])("an offset of %j is used and echoed as %j, and the total stays exact past the end", async (offset, used) => {
    const { body, names, total } = await directory({ offset });
    expect(body["offset"]).toBe(used);
    expect(names).toEqual(ORDER.slice(used));
    expect(total).toBe(6);
    expect((await directory({ offset, q: "fed" })).total).toBe(6);
  });
});

describe("GET /api/leaderboard", () => {
  it("ranks by score, equal scores alike, and goes on counting on later pages", async () => {
    const { status, body } = await get(leaderboard, { limit: "4", offset: "3" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 6, limit: 4, offset: 3, generated_at: expect.any(String) });
    expect(body["agents"]).toEqual([
      expect.objectContaining({ rank: 2, did: "did:fed:s2:cairn", trust_score: 50, status: "unverified" }),
      expect.objectContaining({ rank: 5, did: "did:fed:s9:fjord", trust_score: 9.9 }),
      expect.objectContaining({ rank: 6, did: "did:fed:testnet:dune", trust_score: 0.5, trust_tier: "T1" }),
    ]);
    expect((body["agents"] as object[]).flatMap((agent) => Object.values(agent))).not.toContain(null);
    const all = (await get(leaderboard)).body["agents"] as { rank: number }[];
    expect(all.map(({ rank }) => rank)).toEqual([1, 2, 2, 2, 5, 6]);
  });

  it("clamps as the directory does", async () => {
    expect((await get(leaderboard, { limit: "9999", offset: "x" })).body).toMatchObject({ limit: 200, offset: 0 });
  });
});

describe("GET /api/agents/{did}", () => {
  it("returns the record with signals that add up to its score", async () => {
    const did = "did:fed:s4:profiled%2E1:x";
    const registered = await registerAgent(systemContext(database()), {
      did,
      role: "tutor",
      public_key: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
    });
    const { status, body } = await get(profile, {}, { did });
    await database().delete(agents).where(eq(agents.did, did));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...registered,
      public_key: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
      as_of: expect.any(String),
    });
    const signals = body["signals"] as { contribution: number }[];
    expect(signals.reduce((total, { contribution }) => total + contribution, 0)).toBeCloseTo(registered.trust_score, 5);
    expect(Object.values(body)).not.toContain(null);
  });

  it.each([
    "did:fed:s1:nobody",
    "did:fed:s1:ATLAS",
    "did:fed:s1:%",
    "atlas",
    "",
    "nul\0",
    "\ud800",
    "d".repeat(10_000),
  ])("returns 404 Agent not found for %j", async (did) => {
    const answer = await get(profile, {}, { did });
    expect(answer).toMatchObject({ status: 404, body: { error: "Agent not found", code: "NOT_FOUND" } });
  });
});

describe("countAgents", () => {
  it("counts every tier, those without an agent as 0", async () => {
    const members = { T0: 0, T1: 5, T2: 0, T3: 0, T4: 1 };
    expect(await countAgents(systemContext(database()))).toEqual({ members, listed: 0 });
  });

  it("follows a join at once", async () => {
    const did = "did:fed:s1:counted";
    await joinAgent(systemContext(database()), { did });
    expect((await countAgents(systemContext(database()))).members.T0).toBe(1);
    await database().delete(agents).where(eq(agents.did, did));
    expect((await countAgents(systemContext(database()))).members.T0).toBe(0);
  });
});
