import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { GET as preview } from "@/app/api/relay/preview/route";
import { GET as replay } from "@/app/api/relay/replay/[trace_id]/route";
import { POST as route } from "@/app/api/relay/route/route";
import { systemContext } from "@/lib/authority/context";
import { hasPgvector } from "@/lib/database/testing/template";
import { testDatabase } from "@/lib/database/testing/test-database";
import { issueCredential } from "@/lib/features/access/service/credentials";
import { deprecateAgent } from "@/lib/features/agents/service/deprecate";
import { joinAgent } from "@/lib/features/agents/service/join";
import { registerAgent } from "@/lib/features/agents/service/register";
import { setFreeze } from "@/lib/features/council/freezes/service/freezes";
import { getEmbedder } from "@/lib/search/service/get-embedder";
import { ensureVectorStore } from "@/lib/search/service/store";
import { get, post } from "@/lib/testing/call";

const database = testDatabase();
const ctx = () => systemContext(database());

const SOURCE = "did:fed:s1:asker";
const LOW = "did:fed:s1:joined";
const OTHER = "did:fed:s1:weather";

let operator: string;
let agent: string;
let stranger: string;
let organisation: string;

const ADDRESS = "https://weather.example/a2a";

async function register(did: string, name: string, examples: string[] = [], said: object = {}) {
  await registerAgent(ctx(), { did, capability_manifest: { skills: [{ name, examples }], ...said } });
}

beforeAll(async () => {
  await ensureVectorStore(ctx(), getEmbedder());
  await register(SOURCE, "Ask questions");
  await register(OTHER, "Weather forecast", ["will it rain tomorrow", "is it going to snow this week"], {
    description: "Knows tomorrow.",
    url: ADDRESS,
  });
  await register("did:fed:s1:glossa", "Translate text", ["how do you say receipt in Polish", "przetłumacz tę umowę"]);
  await joinAgent(ctx(), { did: LOW });
  const owned = { ...ctx(), caller: { kind: "provider" as const, credentialId: "x", organisation: "Assay Guild" } };
  await registerAgent(owned, { did: "did:fed:s1:owned" });
  operator = (await issueCredential(ctx(), { kind: "operator", label: "" })).token;
  agent = (await issueCredential(ctx(), { kind: "agent", did: SOURCE, label: "" })).token;
  stranger = (await issueCredential(ctx(), { kind: "agent", did: LOW, label: "" })).token;
  organisation = (await issueCredential(ctx(), { kind: "provider", organisation: "Assay Guild", label: "" })).token;
});

const ask = (body: unknown, token: string | undefined = operator) => post(route, body, { token });
const stored = async () => {
  const [row] = await database().execute<{ count: string }>(sql`select count(*) from relay_events`);
  return Number(row?.count);
};

describe("POST /api/relay/route", () => {
  it("returns the agent, its score, the runners-up and the reason, and records the decision on the trace", async () => {
    const { status, body } = await ask({ src_did: SOURCE, intent: "will it rain tomorrow?", trace_id: "t-1" }, agent);
    expect(status).toBe(200);
    const match = hasPgvector ? "semantic" : "syntactic";
    expect(body).toMatchObject({ trace_id: "t-1", match, target: { did: OTHER, name: "weather" } });
    const { did, name, score, ...about } = body["target"] as Record<string, unknown>;
    expect(about).toEqual({
      ...{ description: "Knows tomorrow.", version: "", homepage: "", repository: "", licence: "", tags: [] },
      endpoints: [{ protocol: "a2a", url: ADDRESS, transport: "JSONRPC" }],
    });
    expect(body["vector_store"]).toBe(hasPgvector ? "used" : "unavailable");
    const [first] = body["candidates"] as Record<string, unknown>[];
    expect(first).toMatchObject({ did: OTHER, match, reason: expect.stringContaining("rain") });
    const { trace_id: _, ...answer } = body;
    const decision = { ...answer, target: { did, name, score } };
    const replayed = await get(replay, {}, { trace_id: "t-1" });
    const [event] = replayed.body["events"] as Record<string, unknown>[];
    expect(event).toMatchObject({ record: "routing", src_did: SOURCE, dst_did: OTHER });
    expect(event?.["decision"]).toEqual(decision);
  });

  it("returns none, without a target, if no agent fits well enough", async () => {
    const { status, body } = await ask({ src_did: SOURCE, intent: "zzz qqq xxx" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ match: "none", target: null, threshold: expect.any(Number) });
  });

  it("routes to deprecated agents after all others that fit, even if many of them fit better", async () => {
    const intent = "service the theremin";
    const old = Array.from({ length: 40 }, (_, n) => `did:fed:s1:theremin-${n}`);
    for (const did of old) {
      await register(did, intent);
      await deprecateAgent(ctx(), { did, deprecated: true, successor: null, reason: "" });
    }
    const asked = async () => (await ask({ src_did: SOURCE, intent })).body;
    expect(await asked()).toMatchObject({ target: { did: expect.stringMatching(/theremin/) } });
    await register("did:fed:s1:service", "Service a theremin");
    const { target, candidates } = await asked();
    expect(target).toMatchObject({ did: "did:fed:s1:service" });
    const [first, second] = candidates as { did: string; reason: string }[];
    expect(first?.did).toBe("did:fed:s1:service");
    expect(second?.did).toMatch(/theremin/);
    expect(second?.reason).toMatch(/deprecated, so others that fit come first/);
  });

  it("never routes to the source, or to an agent that is not active or below T1", async () => {
    const targetOf = async (source: string) => {
      const { body } = await ask({ src_did: source, intent: "weather forecast: will it rain tomorrow" });
      return (body["candidates"] as { did: string }[]).map(({ did }) => did);
    };
    expect(await targetOf(SOURCE)).toContain(OTHER);
    expect(await targetOf(OTHER)).not.toContain(OTHER);
    for (const change of [sql`status = 'suspended'`, sql`trust_tier = 'T0'`]) {
      await database().execute(sql`update agents set ${change} where did = ${OTHER}`);
      expect(await targetOf(SOURCE)).not.toContain(OTHER);
      await database().execute(sql`update agents set status = 'active', trust_tier = 'T1' where did = ${OTHER}`);
    }
  });

  it("lets trust decide between equal scores", async () => {
    await register("did:fed:s1:twin-a", "Juggle knives");
    await register("did:fed:s1:twin-b", "Juggle knives");
    await database().execute(sql`update agents set trust_score = 77 where did = 'did:fed:s1:twin-b'`);
    const { body } = await ask({ src_did: SOURCE, intent: "juggle knives" });
    expect(body["target"]).toMatchObject({ did: "did:fed:s1:twin-b" });
  });

  it("routes to an agent from the response of its registration until it is deleted", async () => {
    const did = "did:fed:s1:fresh";
    await register(did, "Tune a harpsichord");
    const intent = "tune my harpsichord";
    expect((await ask({ src_did: SOURCE, intent })).body).toMatchObject({ target: { did } });
    await database().execute(sql`delete from agents where did = ${did}`);
    expect((await ask({ src_did: SOURCE, intent })).body["target"]).not.toMatchObject({ did });
  });

  it("routes while agents register, and finds each after its own registration", async () => {
    const routes = await Promise.all(
      Array.from({ length: 10 }, async (_, n) => {
        const skill = `Polish the ${["brass", "silver", "copper", "pewter", "bronze", "steel", "tin", "zinc", "gold", "lead"][n]}`;
        await register(`did:fed:s1:polisher-${n}`, skill);
        return ask({ src_did: SOURCE, intent: skill });
      }),
    );
    expect(routes.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(routes.map(({ body }) => (body["target"] as { did: string }).did)).toEqual(
      Array.from({ length: 10 }, (_, n) => `did:fed:s1:polisher-${n}`),
    );
  });

  it("takes the trace id from the body, else from traceparent, else creates one", async () => {
    const traceOf = async (body: object, traceparent?: string) => {
      const headers = { authorization: `Bearer ${operator}`, ...(traceparent ? { traceparent } : {}) };
      const request = new Request("http://localhost/", {
        method: "POST",
        headers,
        body: JSON.stringify({ src_did: SOURCE, intent: "rain", ...body }),
      });
      return (await (await route(request, { params: Promise.resolve({}) })).json()).trace_id;
    };
    const parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    expect(await traceOf({ trace_id: "own" }, parent)).toBe("own");
    expect(await traceOf({}, parent)).toBe("4bf92f3577b34da6a3ce929d0e0e4736");
    expect(await traceOf({}, "nonsense")).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each([
    ["no body", {}],
    ["no intent", { src_did: SOURCE }],
    ["no src_did", { intent: "rain" }],
    ["an empty src_did", { src_did: "", intent: "rain" }],
    ["an empty intent", { src_did: SOURCE, intent: "" }],
    ["null", { src_did: null, intent: null }],
    ["numbers", { src_did: 1, intent: 2 }],
    ["lists", { src_did: [SOURCE], intent: ["rain"] }],
  ])("400 Missing src_did/intent: %s", async (_, body) => {
    const before = await stored();
    expect(await ask(body)).toMatchObject({
      status: 400,
      body: { error: "Missing src_did/intent", code: "MISSING_SRC_DID_INTENT" },
    });
    expect(await stored()).toBe(before);
  });

  it.each([
    ["a blank intent", { src_did: SOURCE, intent: "   " }, /intent/],
    ["an intent of 10,000 characters", { src_did: SOURCE, intent: "x".repeat(10_000) }, /512/],
    ["an invalid trace_id", { src_did: SOURCE, intent: "rain", trace_id: "a/b" }, /trace_id/],
    ["no JSON", "{", /JSON/],
    ["NUL", { src_did: SOURCE, intent: "a\0b" }, /NUL/],
  ])("400 with a message that names the fault: %s", async (_, body, message) => {
    const before = await stored();
    const answer = await ask(body);
    expect(answer).toMatchObject({ status: 400, body: { error: "Missing src_did/intent", code: "VALIDATION_ERROR" } });
    expect(answer.body["message"]).toMatch(message);
    expect(await stored()).toBe(before);
  });

  it.each([
    ["punctuation", "?!'\"\\;--()*&|:<>%_"],
    ["Polish", "Zażółć gęślą jaźń: przetłumacz tę umowę"],
    ["emoji", "🌧️🌂❓".repeat(100)],
    ["512 characters outside the first plane", "𝔸".repeat(512)],
    ["one letter", "a"],
    ["right to left", "هل ستمطر غدا؟"],
    ["a query's operators", "a & b | !c <-> d:* 'e"],
  ])("accepts an intent of %s", async (_, intent) => {
    const { status, body } = await ask({ src_did: SOURCE, intent });
    // An intent without words is not a failure of the vector store.
    const vector_store = hasPgvector ? "used" : "unavailable";
    expect({ status, body }).toMatchObject({ status: 200, body: { vector_store } });
  });

  it.each([
    ["unknown", "did:fed:s1:nobody"],
    ["malformed", "not a did"],
    ["malformed and long", `did:${"x".repeat(10_000)}`],
    ["below T1", LOW],
  ])("403 Trust too low, also for operators, if src_did is %s", async (_, src_did) => {
    const before = await stored();
    const answer = await ask({ src_did, intent: "rain" });
    expect(answer).toMatchObject({ status: 403, body: { error: "Trust too low", code: "TRUST_TOO_LOW" } });
    expect(answer.body["message"]).toMatch(/requires tier T1. The present tier is (none|T0)/);
    expect(await stored()).toBe(before);
  });

  it("403 unless the caller is the agent itself with its tier, or the organisation that registered it", async () => {
    const body = { src_did: OTHER, intent: "rain" };
    const mismatch = { status: 403, body: { error: "Forbidden", code: "DID_MISMATCH" } };
    expect(await ask(body, agent)).toMatchObject(mismatch);
    expect(await ask({ ...body, src_did: "did:fed:s1:nobody" }, agent)).toMatchObject(mismatch);
    expect(await ask(body, organisation)).toMatchObject(mismatch);
    expect(await ask({ src_did: LOW, intent: "rain" }, stranger)).toMatchObject({ body: { error: "Trust too low" } });
    expect((await ask({ src_did: "did:fed:s1:owned", intent: "rain" }, organisation)).status).toBe(200);
  });

  it("503 Relay frozen, after the checks for all other errors, and nothing is stored", async () => {
    await setFreeze(ctx(), { subsystem: "relay", frozen: true, reason: "drill" });
    const before = await stored();
    expect((await post(route, { src_did: SOURCE, intent: "rain" })).status).toBe(401);
    expect((await ask({})).status).toBe(400);
    expect((await ask({ src_did: LOW, intent: "rain" })).status).toBe(403);
    expect(await ask({ src_did: SOURCE, intent: "rain" })).toMatchObject({
      status: 503,
      body: { error: "Relay frozen", message: "drill" },
    });
    expect(await stored()).toBe(before);
    await setFreeze(ctx(), { subsystem: "relay", frozen: false, reason: "over" });
  });
});

describe("GET /api/relay/preview", () => {
  it("returns the decision of routing without a token, and records nothing", async () => {
    const before = await stored();
    const { status, body } = await get(preview, { intent: "will it rain tomorrow?" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ target: { did: OTHER } });
    expect(body).not.toHaveProperty("trace_id");
    expect(await stored()).toBe(before);
  });

  it("returns the requested number of candidates, at most 20", async () => {
    for (const [limit, most] of [
      ["1", 1],
      ["1000", 20],
      ["x", 5],
      ["-1", 5],
    ] as const) {
      const { body } = await get(preview, { intent: "polish the silver or translate", limit });
      expect((body["candidates"] as unknown[]).length).toBeLessThanOrEqual(most);
      expect((body["candidates"] as unknown[]).length).toBeGreaterThan(0);
    }
  });

  it("400 without an intent, or if it is too long; unusual characters are accepted", async () => {
    expect(await get(preview)).toMatchObject({ status: 400, body: { error: "Missing intent" } });
    expect(await get(preview, { intent: "  " })).toMatchObject({ status: 400, body: { error: "Missing intent" } });
    expect((await get(preview, { intent: "x".repeat(513) })).status).toBe(400);
    for (const intent of ["\0", "a\0b", "\ud800", "%00", "🌂"]) {
      expect((await get(preview, { intent })).status, JSON.stringify(intent)).toBe(200);
    }
  });
});
