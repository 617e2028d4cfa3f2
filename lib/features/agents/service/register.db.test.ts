import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { POST as join } from "@/app/api/agent/join/route";
import { POST } from "@/app/api/agent/register/route";
import { type Context, systemContext } from "@/lib/authority/context";
import { agents } from "@/lib/database/schema/agents";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { testDatabase } from "@/lib/database/testing/test-database";
import { issueCredential } from "@/lib/features/access/service/credentials";
import { post } from "@/lib/testing/call";
import type { AgentEndpoint } from "../details";
import { joinAgent } from "./join";
import { registerAgent } from "./register";

const database = testDatabase();

async function agentToken(did: string, owner: { organisation?: string } = {}): Promise<string> {
  return (await issueCredential(systemContext(database()), { kind: "agent", did, label: "", ...owner })).token;
}

async function organisationKey(organisation: string): Promise<string> {
  return (await issueCredential(systemContext(database()), { kind: "provider", organisation, label: "" })).token;
}

const issueOperator = () => issueCredential(systemContext(database()), { kind: "operator", label: "" });
const operatorToken = async () => (await issueOperator()).token;
const rowsOf = (did: string) => database().select().from(agents).where(eq(agents.did, did));
const actsOn = (did: string) => database().select().from(ledgerActs).where(eq(ledgerActs.subject, did));
const at = (instant: string): Context => ({ ...systemContext(database()), clock: () => new Date(instant) });

const FULL = {
  name: "Plumb Line",
  provider: "Lattice Works",
  role: "code reviewer",
  model: "granite-4-34b",
  skills: ["Review a pull request", "Explain a stack trace"],
  capabilities: ["review"],
  runtime_type: "container",
  description: "Reads changes before people do.\nSays what may break.",
  version: "4.2.0",
  homepage: "https://plumb-line.example/",
  repository: "https://code.example/lattice/plumb-line",
  licence: "Apache-2.0 OR MIT",
  tags: ["review", "typescript"],
  endpoints: [
    { protocol: "a2a", url: "https://plumb-line.example/a2a", transport: "JSONRPC" },
    { protocol: "http", url: "https://plumb-line.example/api" },
  ] satisfies AgentEndpoint[],
  capability_manifest: { role: "code reviewer", version: 2, limits: { tokens: null } },
  public_key: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
};

describe("POST /api/agent/register: 201", () => {
  it("registers at T1, active, and returns the record as it was given", async () => {
    const did = "did:fed:s3:plumb-line";
    const { status, body } = await post(POST, { did, ...FULL }, { token: await agentToken(did) });
    expect(status).toBe(201);
    const { public_key, ...shown } = FULL;
    expect(body).toEqual({
      did,
      ...shown,
      derived_tags: [],
      model_given: true,
      zone: "S3",
      trust_tier: "T1",
      trust_score: 20,
      status: "active",
      is_demo: false,
      key_verified: false,
      protocols: ["a2a", "http"],
      audits_passed: 0,
      incidents_named: 0,
      domains: [],
      a2a_guests: false,
      liveness_checks: false,
      revision: 1,
      registered_at: expect.any(String),
      updated_at: body["registered_at"],
      member_since: body["registered_at"],
      last_seen: body["registered_at"],
    });
    expect((await rowsOf(did))[0]?.publicKey).toBe(public_key);
  });

  it("replaces absent, null or empty fields by defaults, so that no field is null", async () => {
    const nothing = Object.fromEntries(Object.keys(FULL).map((field) => [field, null]));
    for (const [name, rest] of Object.entries({
      absent: {},
      nulls: nothing,
      empty: { name: "", role: " ", model: "", description: " ", homepage: "", repository: " ", licence: "" },
      blank: { name: "\u3164", role: "\u2800", model: "\u200d", runtime_type: "\uffa0", provider: "\u115f \u1160" },
    })) {
      const did = `did:fed:s0:${name}`;
      const { status, body } = await post(POST, { did, ...rest }, { token: await agentToken(did) });
      expect(status).toBe(201);
      expect(Object.values(body)).not.toContain(null);
      expect(body).toMatchObject({ name, provider: "", role: "", model: "", runtime_type: "" });
      expect(body).toMatchObject({ skills: [], capabilities: [], capability_manifest: {}, trust_tier: "T1" });
      expect(body).toMatchObject({ description: "", version: "", homepage: "", repository: "", licence: "" });
      expect(body).toMatchObject({ tags: [], endpoints: [], model_given: false, trust_score: 0 });
    }
  });

  it("shows the provider if no model is given, says so, and does not count it in the score", async () => {
    const did = "did:fed:s0:modelless";
    const token = await agentToken(did);
    const { body } = await post(POST, { did, provider: "Night Watch" }, { token });
    expect(body).toMatchObject({ provider: "Night Watch", model: "Night Watch", model_given: false, trust_score: 0 });
    const given = await post(POST, { did, provider: "Night Watch", model: "Night Watch" }, { token });
    expect(given.body).toMatchObject({ model: "Night Watch", model_given: true, trust_score: 2.5 });
  });

  it("upgrades an agent that joined, and keeps when that was", async () => {
    const did = "did:fed:s1:upgraded";
    const { agent } = await joinAgent(at("2026-01-01T10:00:00Z"), { did });
    const registered = await registerAgent(at("2026-02-01T10:00:00Z"), { did, ...FULL });
    expect(agent).toMatchObject({ trust_tier: "T0", status: "unverified" });
    expect(registered).toMatchObject({ did, ...shownOf(FULL), trust_tier: "T1", status: "active" });
    expect(registered.registered_at).toBe("2026-01-01T10:00:00.000Z");
    expect(registered.last_seen).toBe("2026-02-01T10:00:00.000Z");
    expect(registered.trust_score).toBeGreaterThan(agent.trust_score);
  });

  it("registering again replaces the record and keeps the standing; without a key the present one stays, null removes it", async () => {
    const did = "did:fed:s1:replaced";
    await registerAgent(at("2026-01-01T10:00:00Z"), { did, ...FULL, trust_tier: "T3" }, { isDemo: true });
    await database().update(agents).set({ status: "pending" }).where(eq(agents.did, did));
    const again = await registerAgent(at("2026-01-02T10:00:00Z"), { did, name: "Short" });
    expect(again).toMatchObject({ name: "Short", provider: "", role: "", model: "", skills: [], capabilities: [] });
    expect(again).toMatchObject({
      runtime_type: "",
      capability_manifest: {},
      description: "",
      tags: [],
      endpoints: [],
    });
    expect(again).toMatchObject({ trust_tier: "T3", status: "pending", is_demo: true });
    expect(again.registered_at).toBe("2026-01-01T10:00:00.000Z");
    const kept = { publicKey: FULL.public_key, grantedTier: "T3", trustAsOf: "2026-01-02" };
    expect((await rowsOf(did))[0]).toMatchObject(kept);
    expect(again.revision).toBe(2);
    expect(await registerAgent(at("2026-01-02T11:00:00Z"), { did, public_key: null })).toMatchObject({ revision: 3 });
    expect((await rowsOf(did))[0]).toMatchObject({ ...kept, publicKey: "" });
  });

  it("ignores trust_score, status and is_demo from anyone, and trust_tier from everyone but an operator", async () => {
    const claims = { trust_score: 99, status: "trusted", is_demo: true, registered_at: "1999-01-01T00:00:00Z" };
    for (const [name, token] of [
      ["boaster", await agentToken("did:fed:s1:boaster")],
      ["client", await organisationKey("Assay Guild")],
    ] as const) {
      const did = `did:fed:s1:${name}`;
      for (const trust_tier of ["T4", "T0", "T9", 4, null]) {
        const { status, body } = await post(POST, { did, ...claims, trust_tier }, { token });
        expect(status).toBe(201);
        expect(body).toMatchObject({ trust_tier: "T1", trust_score: 0, status: "active", is_demo: false });
        expect(body["registered_at"]).not.toContain("1999");
      }
      expect(await actsOn(did)).toEqual([]);
    }
  });

  it("treats trust_tier from an operator as a grant, and logs it", async () => {
    const did = "did:fed:s1:trusted";
    const { operator, token } = await issueOperator();
    const { status, body } = await post(POST, { did, trust_tier: "T4", status: "x" }, { token });
    expect(status).toBe(201);
    expect(body).toMatchObject({ trust_tier: "T4", status: "active" });
    expect((await rowsOf(did))[0]?.grantedTier).toBe("T4");
    const details = { from: "T1", to: "T4", reason: expect.any(String) };
    expect(await actsOn(did)).toMatchObject([{ kind: "tier.granted", actor: `operator:${operator}`, details }]);
  });

  it("from joins and registrations at once makes one agent, registered", async () => {
    const did = "did:fed:s1:rush";
    const token = await agentToken(did);
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const joins = index % 2 === 0;
        return { joins, ...(await post(joins ? join : POST, { did, ...FULL }, { token })) };
      }),
    );
    const joined = answers.filter(({ joins }) => joins);
    expect(joined.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1);
    expect(joined.filter(({ status }) => status !== 201 && status !== 200)).toEqual([]);
    expect(answers.filter(({ joins, status }) => !joins && status !== 201)).toEqual([]);
    expect(new Set(answers.map(({ body }) => body["registered_at"])).size).toBe(1);
    expect(await rowsOf(did)).toMatchObject([{ status: "active", trustTier: "T1", name: FULL.name }]);
  });
});

function shownOf({ public_key: _, ...shown }: typeof FULL) {
  return shown;
}

describe("POST /api/agent/register: 400", () => {
  it.each([{}, { did: "" }, { did: 7 }, []])("returns Missing did for %j", async (body) => {
    const answer = await post(POST, body, { token: await operatorToken() });
    expect(answer).toMatchObject({ status: 400, body: { error: "Missing did", code: "MISSING_DID" } });
  });

  it("returns Invalid did for a malformed one", async () => {
    const answer = await post(POST, { did: "did:fed" }, { token: await operatorToken() });
    expect(answer).toMatchObject({ status: 400, body: { error: "Invalid did", code: "INVALID_DID" } });
  });

  it.each([
    ["name", "n".repeat(201)],
    ["role", "r".repeat(201)],
    ["model", "m".repeat(201)],
    ["provider", "p".repeat(201)],
    ["runtime_type", "t".repeat(101)],
    ["skills", Array.from({ length: 201 }, (_, index) => `s${index}`)],
    ["skills", ["s".repeat(201)]],
    ["capabilities", "review"],
    ["capability_manifest", ["card"]],
    ["capability_manifest", "card"],
    ["capability_manifest", { packages: [{ version: "1".repeat(101) }] }],
    ["public_key", "short"],
    ["description", "d".repeat(4_001)],
    ["version", "v".repeat(101)],
    ["licence", "l".repeat(201)],
    ["homepage", "http://example.com/"],
    ["homepage", "https://user@example.com/"],
    ["homepage", `https://example.com/${"x".repeat(2_048)}`],
    ["repository", "git@github.com:user/repository.git"],
    ["repository", { url: "https://github.com/user/repository" }],
    ["tags", Array.from({ length: 51 }, (_, index) => `t${index}`)],
    ["tags", ["t".repeat(101)]],
    ["tags", [""]],
    ["tags", ["\u3164"]],
    ["skills", ["\u2800"]],
    ["capabilities", ["\u200d"]],
    ["endpoints", [{ protocol: "stdio", url: "https://example.com/" }]],
    ["endpoints", [{ protocol: "mcp", url: "http://example.com/" }]],
    ["endpoints", [{ protocol: "mcp", url: "https://user:secret@example.com/" }]],
    ["endpoints", [{ protocol: "mcp" }]],
    [
      "endpoints",
      Array.from({ length: 11 }, (_, index) => ({ protocol: "http", url: `https://example.com/${index}` })),
    ],
    ["name", "nul\0"],
  ])("rejects a %s out of bounds and stores nothing", async (field, value) => {
    const did = "did:fed:s1:unbounded";
    const answer = await post(POST, { did, [field]: value }, { token: await operatorToken() });
    expect(answer).toMatchObject({ status: 400, body: { error: "Validation error", code: "VALIDATION_ERROR" } });
    expect(await rowsOf(did)).toEqual([]);
  });

  it("trims labels and keeps each once, in the order given", async () => {
    const did = "did:fed:s1:labels";
    const endpoint = { protocol: "http", url: "https://example.com/" };
    const sent = {
      ...{ skills: [" b", "a", "b ", "a"], capabilities: ["x", "x"], tags: ["y ", "y"] },
      endpoints: [endpoint, { ...endpoint, url: " https://example.com/ ", transport: null }],
    };
    const { body } = await post(POST, { did, ...sent }, { token: await operatorToken() });
    expect(body).toMatchObject({ skills: ["b", "a"], capabilities: ["x"], tags: ["y"], endpoints: [endpoint] });
  });

  it("accepts an http endpoint on loopback, where tests have their servers", async () => {
    const urls = ["localhost:8080", "127.0.0.1:1", "[::1]:65535"].map((host) => `http://${host}/a2a`);
    const endpoints = urls.map((url) => ({ protocol: "a2a", url, transport: "GRPC" }));
    const { body } = await post(POST, { did: "did:fed:s1:local", endpoints }, { token: await operatorToken() });
    expect(body).toMatchObject({ endpoints });
  });
});

describe("POST /api/agent/register: 401, 403 and 409", () => {
  it("returns 401 without a token", async () => {
    expect(await post(POST, { did: "did:fed:s1:anyone" })).toMatchObject({
      status: 401,
      body: { code: "UNAUTHORIZED" },
    });
  });

  it("rejects another agent's token, and an organisation's token for an agent it did not register", async () => {
    const did = "did:fed:s1:owned";
    await post(POST, { did, name: "Owned" }, { token: await organisationKey("Assay Guild") });
    const alone = "did:fed:s1:alone";
    await post(join, { did: alone }, { token: await agentToken(alone) });
    const before = [...(await rowsOf(did)), ...(await rowsOf(alone))];
    const thief = await post(POST, { did, name: "Taken" }, { token: await agentToken("did:fed:s1:thief") });
    expect(thief).toMatchObject({ status: 403, body: { error: "Forbidden", code: "DID_MISMATCH" } });
    const attempts = [
      await post(POST, { did, name: "Taken" }, { token: await organisationKey("Night Watch") }),
      await post(POST, { did: alone, name: "Taken" }, { token: await organisationKey("Night Watch") }),
    ];
    for (const attempt of attempts) {
      expect(attempt).toMatchObject({ status: 409, body: { error: "DID taken", code: "DID_CONFLICT" } });
    }
    expect([...(await rowsOf(did)), ...(await rowsOf(alone))]).toEqual(before);
  });

  it("leaves an agent with its organisation when its own token registers it again", async () => {
    const did = "did:fed:s1:shared";
    const key = await organisationKey("Assay Guild");
    await post(POST, { did }, { token: key });
    const token = await agentToken(did, { organisation: "assay GUILD" });
    expect((await post(POST, { did, name: "Itself" }, { token })).status).toBe(201);
    expect((await post(POST, { did, name: "Guild" }, { token: key })).body).toMatchObject({ name: "Guild" });
  });
});
