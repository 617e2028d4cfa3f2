import { generateKeyPairSync, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { agents } from "@/lib/database/schema/agents";
import { agentSkills } from "@/lib/database/schema/vectors";
import { testDatabase } from "@/lib/database/testing/test-database";
import { issueCredential } from "@/lib/features/access/service/credentials";
import * as directory from "@/lib/features/directory/contract";
import { send } from "@/lib/testing/routes";
import * as contract from "../contract";
import { freshDid, memberFixtures } from "../testing/fixtures";
import { joinAgent } from "./join";

const database = testDatabase();
const { ctx, tokenOf, actsOn } = memberFixtures(database);
type Body = Record<string, unknown>;

const KEY = String(generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" }).x);
const RECORD = {
  name: "Plumb Line",
  provider: "Lattice Works",
  model: "granite-4",
  role: "code reviewer",
  runtime_type: "container",
  capabilities: ["review"],
  skills: ["Review a pull request"],
  capability_manifest: { limits: { tokens: 1_000, hours: 8 }, version: 2 },
};

async function answerTo(endpoint: Parameters<typeof send>[0], sent: Parameters<typeof send>[1]) {
  const response = await send(endpoint, sent);
  return { status: response.status, body: (await response.json()) as Body };
}
/** An agent with a full record and a proven key, and how to change it. */
async function member(more: Body = {}) {
  const did = freshDid();
  const token = await tokenOf(did);
  await answerTo(contract.registerAgent, { token, body: { did, ...RECORD, public_key: KEY, ...more } });
  await database().update(agents).set({ provenKey: KEY, keyProvenAt: new Date() }).where(eq(agents.did, did));
  const patch = (body: unknown, headers: Record<string, string> = {}) =>
    answerTo(contract.updateAgent, { token, params: { did }, body, headers });
  const read = async () => (await answerTo(contract.getAgent, { params: { did } })).body;
  return { did, token, patch, read };
}
const skillsOf = async (did: string) =>
  (await database().select().from(agentSkills).where(eq(agentSkills.did, did))).map(({ name }) => name);

describe("PATCH /api/agent/{did}", () => {
  it("changes only the named fields; null resets a field, and objects of the manifest are merged", async () => {
    const { did, patch, read } = await member();
    const { last_seen: _, ...before } = await read();
    const change = {
      model: "granite-5",
      runtime_type: null,
      capability_manifest: { limits: { hours: null, days: 5 } },
    };
    const { status, body } = await patch(change);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...RECORD,
      model: "granite-5",
      runtime_type: "",
      capability_manifest: { limits: { tokens: 1_000, days: 5 }, version: 2 },
      ...{ public_key: KEY, key_verified: true, revision: Number(before["revision"]) + 1 },
      ...{ registered_at: before["registered_at"], status: before["status"] },
    });
    expect(await read()).toEqual(body);
    expect(await actsOn(did)).toEqual(["agent.updated"]);
    expect((await patch({ skills: ["Explain a stack trace"] })).body["skills"]).toEqual(["Explain a stack trace"]);
    expect(await skillsOf(did)).toContain("Explain a stack trace");
    expect(await skillsOf(did)).not.toContain("Review a pull request");
  });

  it("lets follow from the manifest and the provider what followed from them before", async () => {
    const card = (name: string) => ({ capability_manifest: { role: name, skills: [{ id: "s", name }] } });
    const { did, patch } = await member({ model: null, role: null, skills: null, ...card("reviewer") });
    const changed = await patch({ provider: "Night Watch", ...card("auditor") });
    expect(changed.body).toMatchObject({
      model: "Night Watch",
      role: "auditor",
      skills: ["auditor"],
      model_given: false,
    });
    expect(await skillsOf(did)).toContain("auditor");
    expect(await skillsOf(did)).not.toContain("reviewer");
    expect((await patch({ skills: ["Own"] })).body["skills"]).toEqual(["Own"]);
    expect((await patch(card("other"))).body).toMatchObject({ skills: ["Own"], role: "other" });
  });

  it("changes and resets what a record says of its agent; what the manifest says comes back", async () => {
    const url = "https://plumb-line.example/a2a";
    const card = { description: "By the card.", version: "1", url, skills: [{ name: "s", tags: ["card"] }] };
    const said = { description: "Own words.", licence: "MIT", tags: ["own"], homepage: "https://plumb-line.example/" };
    const { patch } = await member({ ...said, capability_manifest: card });
    const endpoints = [{ protocol: "a2a", url, transport: "JSONRPC" }];
    const { body } = await patch({ version: "2" });
    expect(body).toMatchObject({ ...said, version: "2", endpoints });
    const moved = await patch({ capability_manifest: { url: `${url}/2` } });
    expect(moved.body).toMatchObject({ ...said, version: "2", endpoints: [{ ...endpoints[0], url: `${url}/2` }] });
    const own = [{ protocol: "mcp", url: "https://plumb-line.example/mcp" }];
    expect((await patch({ endpoints: own })).body["endpoints"]).toEqual(own);
    expect((await patch({ capability_manifest: { url } })).body["endpoints"]).toEqual(own);
    const reset = { description: null, version: null, homepage: null, licence: null, tags: null, endpoints: null };
    const bare = { description: "By the card.", version: "1", homepage: "", licence: "", tags: ["card"], endpoints };
    expect((await patch(reset)).body).toMatchObject(bare);
    const { status, body: refused } = await patch({ repository: "http://plumb-line.example/" });
    expect([status, refused["fields"]]).toEqual([400, ["repository"]]);
  });

  it("ends and logs the proof of a key, by another key or null", async () => {
    const { did, patch } = await member();
    const { body } = await patch({ public_key: null });
    expect(body).toMatchObject({ public_key: "", key_verified: false, name: RECORD.name });
    expect(await actsOn(did)).toEqual(["key.proof_ended", "agent.updated"]);
  });

  it("with If-Match changes only that revision: another one is 412, and nothing is stored", async () => {
    const { patch, read } = await member();
    const wanted = `"r${(await read())["revision"]}"`;
    for (const ifMatch of [wanted.replace("r", ""), `W/${wanted}`, '"r999"', "r1", ""]) {
      const { status, body } = await patch({ role: "x" }, { "if-match": ifMatch });
      expect([status, body["code"]], ifMatch).toEqual([412, "PRECONDITION_FAILED"]);
    }
    expect((await read())["role"]).toBe(RECORD.role);
    expect((await patch({ role: "y" }, { "if-match": `"r999", ${wanted}` })).status).toBe(200);
    expect((await patch({ role: "z" }, { "if-match": wanted })).status).toBe(412);
    expect((await patch({ role: "z" }, { "if-match": "*" })).body).toMatchObject({ role: "z", revision: 3 });
  });

  it("of eight at once that name different fields loses none, and of eight with one If-Match stores one", async () => {
    const { patch, read } = await member();
    const fields = Array.from({ length: 8 }, (_, at) => ({ capability_manifest: { [`f${at}`]: at } }));
    const answers = await Promise.all(fields.map((body) => patch(body)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const manifest = Object.assign({}, RECORD.capability_manifest, ...fields.map((each) => each.capability_manifest));
    expect(await read()).toMatchObject({ capability_manifest: manifest, revision: 9 });
    const guarded = await Promise.all(fields.map((body) => patch(body, { "if-match": '"r9"' })));
    expect(guarded.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(412)]);
  });

  it("rejects an invalid change, and a manifest that has become too large, and stores nothing", async () => {
    const { patch, read } = await member();
    const before = await read();
    const wrong = [
      [],
      "x",
      { did: freshDid() },
      { trust_tier: "T4" },
      { status: "active" },
      { nmae: "x" },
      { name: 7 },
    ];
    for (const body of wrong) {
      const answer = await patch(body);
      expect([answer.status, answer.body["error"]], JSON.stringify(body)).toEqual([400, "Validation error"]);
    }
    expect(await read()).toEqual(before);
    const half = { 0: "x".repeat(16_000), 1: "x".repeat(16_000) };
    expect((await patch({ capability_manifest: { a: half } })).status).toBe(200);
    const { status, body } = await patch({ capability_manifest: { b: half } });
    expect([status, body["message"]]).toEqual([400, expect.stringMatching(/^`capability_manifest` /)]);
  });

  it("derives a description and tags within the lengths that stored records have", async () => {
    const skills = Array.from({ length: 150 }, (_, at) => ({ name: `s${at}`, tags: at < 120 ? [] : [`t${at}`] }));
    const { patch, read } = await member({ capability_manifest: { description: "d".repeat(3_000), skills } });
    const { description, tags } = await read();
    expect([String(description).length, (tags as string[]).length]).toEqual([2_000, 30]);
    const { body } = await patch({ capability_manifest: { description: "Another.", skills: [] } });
    expect([body["description"], body["tags"]]).toEqual(["Another.", []]);
  });

  it("is for the agent, its organisation and operators; a joined agent stays unverified, an unknown one is 404", async () => {
    const { did, token } = await member();
    const organisation = `Assay ${randomUUID()}`;
    const { token: key } = await issueCredential(ctx(), { kind: "provider", organisation, label: "" });
    const { token: operator } = await issueCredential(ctx(), { kind: "operator", label: "" });
    const own = freshDid();
    await joinAgent({ ...ctx(), caller: { kind: "provider", credentialId: "c", organisation } }, { did: own });
    const patch = async (target: string, by?: string) => {
      const sent = { params: { did: target }, body: { role: "r" }, ...(by ? { token: by } : {}) };
      const { status, body } = await answerTo(contract.updateAgent, sent);
      return status === 200 ? body["status"] : [status, body["code"]];
    };
    expect(await patch(did)).toEqual([401, "UNAUTHORIZED"]);
    expect(await patch(own, token)).toEqual([403, "DID_MISMATCH"]);
    expect(await patch(did, key)).toEqual([409, "DID_CONFLICT"]);
    expect(await patch(own, key)).toBe("unverified");
    expect(await patch(did, operator)).toBe("active");
    for (const nobody of [freshDid(), "\0", "x"]) expect(await patch(nobody, operator)).toEqual([404, "NOT_FOUND"]);
  });

  it("raises the revision as registering does; joining again does not, and lists do not show it", async () => {
    const { did, token, patch } = await member();
    const revision = async (endpoint: typeof contract.joinAgent | typeof contract.registerAgent) =>
      (await answerTo(endpoint, { token, body: { did, ...RECORD } })).body["revision"];
    await patch({});
    expect(await revision(contract.joinAgent)).toBe(2);
    expect(await revision(contract.registerAgent)).toBe(3);
    const { body } = await answerTo(directory.listDirectory, { query: `q=${did}` });
    expect(body["agents"]).toMatchObject([{ did }]);
    expect((body["agents"] as Body[])[0]).not.toHaveProperty("revision");
  });
});
