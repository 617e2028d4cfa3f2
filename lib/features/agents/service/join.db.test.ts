import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { POST } from "@/app/api/agent/join/route";
import { systemContext } from "@/lib/authority/context";
import { makeToken } from "@/lib/authority/tokens";
import { agents } from "@/lib/database/schema/agents";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { testDatabase } from "@/lib/database/testing/test-database";
import { issueCredential } from "@/lib/features/access/service/credentials";
import { post } from "@/lib/testing/call";

const database = testDatabase();

async function agentToken(did: string): Promise<string> {
  return (await issueCredential(systemContext(database()), { kind: "agent", did, label: "" })).token;
}

async function organisationKey(organisation: string): Promise<string> {
  return (await issueCredential(systemContext(database()), { kind: "provider", organisation, label: "" })).token;
}

async function operatorToken(): Promise<string> {
  return (await issueCredential(systemContext(database()), { kind: "operator", label: "" })).token;
}

const rowsOf = (did: string) => database().select().from(agents).where(eq(agents.did, did));

describe("POST /api/agent/join: 201 and 200", () => {
  it("creates the agent at T0, unverified, and returns its whole record", async () => {
    const did = "did:fed:s1:atlas";
    const sent = { did, provider: "Lattice Works", capabilities: ["review", "search", "review"] };
    const { status, body } = await post(POST, sent, { token: await agentToken(did) });
    expect(status).toBe(201);
    expect(body).toEqual({
      did,
      revision: 1,
      name: "atlas",
      provider: "Lattice Works",
      role: "",
      model: "Lattice Works",
      zone: "S1",
      runtime_type: "",
      capabilities: ["review", "search"],
      skills: [],
      ...{ description: "", version: "", homepage: "", repository: "", licence: "", tags: [], endpoints: [] },
      derived_tags: [],
      model_given: false,
      capability_manifest: {},
      trust_tier: "T0",
      trust_score: expect.any(Number),
      status: "unverified",
      last_seen: body["registered_at"],
      member_since: body["registered_at"],
      updated_at: body["registered_at"],
      registered_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      is_demo: false,
      key_verified: false,
      protocols: [],
      audits_passed: 0,
      incidents_named: 0,
      domains: [],
      a2a_guests: false,
      liveness_checks: false,
    });
  });

  it.each([{}, { provider: null, capabilities: null }, { provider: "", capabilities: [] }])(
    "takes %j as nothing said, and leaves no field null",
    async (rest) => {
      const did = `did:fed:testnet:quiet-${Object.keys(rest).length}-${String(Object.values(rest)[0])}`;
      const { status, body } = await post(POST, { did, ...rest }, { token: await agentToken(did) });
      expect(status).toBe(201);
      expect(Object.values(body)).not.toContain(null);
      expect(body).toMatchObject({ provider: "", model: "", capabilities: [], zone: "testnet" });
    },
  );

  it("joining again changes nothing, for any caller and body", async () => {
    const did = "did:fed:s2:again";
    const token = await agentToken(did);
    const first = await post(POST, { did, provider: "First" }, { token });
    const before = await rowsOf(did);
    for (const again of [token, await operatorToken()]) {
      const { status, body } = await post(POST, { did, provider: "Second", capabilities: ["new"] }, { token: again });
      expect(status).toBe(200);
      expect(body).toEqual(first.body);
    }
    expect(await rowsOf(did)).toEqual(before);
  });

  it("of fifty concurrent joins one creates the agent, and all return the same agent", async () => {
    const did = "did:fed:s1:racer";
    const token = await agentToken(did);
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(POST, { did }, { token })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(49);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await rowsOf(did)).toHaveLength(1);
  });

  it("ignores what only the service decides", async () => {
    const did = "did:fed:s1:boaster";
    const claims = { trust_score: 100, trust_tier: "T4", status: "active", is_demo: true, zone: "S4", name: "Other" };
    const { body } = await post(POST, { did, ...claims }, { token: await agentToken(did) });
    expect(body).toMatchObject({ trust_tier: "T0", status: "unverified", is_demo: false, zone: "S1", name: "boaster" });
    expect(body["trust_score"]).toBeLessThan(50);
  });

  it("writes no act to the ledger", async () => {
    const did = "did:fed:s1:unrecorded";
    await post(POST, { did }, { token: await agentToken(did) });
    expect(await database().select().from(ledgerActs).where(eq(ledgerActs.subject, did))).toEqual([]);
  });
});

describe("POST /api/agent/join: 400", () => {
  it.each([
    ["an absent did", {}],
    ["an empty did", { did: "" }],
    ["a null did", { did: null }],
    ["a number", { did: 5 }],
    ["a list", { did: ["did:fed:s1:a"] }],
    ["an empty body", ""],
    ["a body that is no object", [1]],
    ["a body that is null", null],
    ["an absent did beside a wrong field", { provider: 5 }],
  ])("returns Missing did for %s", async (_, body) => {
    const answer = await post(POST, body, { token: await operatorToken() });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: "Missing did", code: "MISSING_DID" });
  });

  it.each([
    " ",
    "atlas",
    "did:fed:atlas",
    "did:FED:s1:atlas",
    "did:fed:s1:",
    "did:fed:s1:a b",
    `did:fed:s1:${"a".repeat(250)}`,
  ])("returns Invalid did for %j", async (did) => {
    const answer = await post(POST, { did }, { token: await operatorToken() });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: "Invalid did", code: "INVALID_DID" });
  });

  it.each([
    ["a provider of 201 characters", { provider: "p".repeat(201) }],
    ["201 capabilities", { capabilities: Array.from({ length: 201 }, (_, index) => `c${index}`) }],
    ["a capability of 201 characters", { capabilities: ["c".repeat(201)] }],
    ["a blank capability", { capabilities: [" "] }],
    ["a capability that is no string", { capabilities: [5] }],
  ])("rejects %s and creates nothing", async (_, rest) => {
    const did = "did:fed:s1:unbounded";
    const answer = await post(POST, { did, ...rest }, { token: await operatorToken() });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: "Validation error", code: "VALIDATION_ERROR" });
    expect(await rowsOf(did)).toEqual([]);
  });
});

describe("POST /api/agent/join: 401", () => {
  it.each([
    ["no token", undefined],
    ["a token that nobody issued", makeToken("agent")],
    ["a token with a wrong checksum", `fgs_agt_${"a".repeat(38)}`],
    ["a short token", "secret"],
  ])("returns 401 to %s before it reads the body", async (_, token) => {
    const { status, body, headers } = await post(POST, "{ not JSON", { token });
    expect(status).toBe(401);
    expect(body).toMatchObject({ error: "Unauthorized", code: "UNAUTHORIZED" });
    expect(headers.get("www-authenticate")).toMatch(/^Bearer/);
  });
});

describe("POST /api/agent/join: 403", () => {
  const forbidden = { error: "Forbidden", code: "DID_MISMATCH" };

  it("rejects an agent's token for any DID but its own, known or not", async () => {
    const token = await agentToken("did:fed:s1:mine");
    await post(POST, { did: "did:fed:s1:theirs" }, { token: await operatorToken() });
    const before = await rowsOf("did:fed:s1:theirs");
    for (const did of ["did:fed:s1:theirs", "did:fed:s1:nobodys"]) {
      const answer = await post(POST, { did }, { token });
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject(forbidden);
    }
    expect(await rowsOf("did:fed:s1:theirs")).toEqual(before);
    expect(await rowsOf("did:fed:s1:nobodys")).toEqual([]);
  });
});

describe("POST /api/agent/join: 409", () => {
  const taken = { error: "DID taken", code: "DID_CONFLICT" };

  it("lets an organisation's token act for the agents it brought in and no others", async () => {
    const [ours, others] = [await organisationKey("Assay Guild"), await organisationKey("Night Watch")];
    const did = "did:fed:s1:guild-member";
    expect((await post(POST, { did }, { token: ours })).status).toBe(201);
    expect((await post(POST, { did }, { token: ours })).status).toBe(200);
    const answer = await post(POST, { did }, { token: others });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject(taken);
  });

  it("rejects an organisation's token for an agent that joined by itself", async () => {
    const did = "did:fed:s1:independent";
    await post(POST, { did }, { token: await agentToken(did) });
    const answer = await post(POST, { did }, { token: await organisationKey("Assay Guild") });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject(taken);
  });

  it("of two organisations that race for one DID, one gets it, and the other gets an error", async () => {
    const keys = await Promise.all([organisationKey("North"), organisationKey("South")]);
    const did = "did:fed:s1:contested";
    const answers = await Promise.all(keys.map((token) => post(POST, { did }, { token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});

describe("POST /api/agent/join: 500", () => {
  it("returns DB error without text from lower layers if the database fails", async () => {
    const token = await operatorToken();
    await database().execute(sql`alter table agents add constraint nobody check (false) not valid`);
    const answer = await post(POST, { did: "did:fed:s1:unlucky" }, { token });
    await database().execute(sql`alter table agents drop constraint nobody`);
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({ error: "DB error", code: "DB_ERROR" });
  });
});
