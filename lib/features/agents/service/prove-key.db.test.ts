import { createPublicKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from "node:crypto";
import canonicalize from "canonicalize";
import { eq } from "drizzle-orm";
import { FlattenedSign } from "jose";
import { describe, expect, it } from "vitest";
import { POST as ask } from "@/app/api/agent/[did]/key/challenge/route";
import { POST as prove } from "@/app/api/agent/[did]/key/proof/route";
import { POST as register } from "@/app/api/agent/register/route";
import { GET as history } from "@/app/api/agents/[did]/history/route";
import { GET as profile } from "@/app/api/agents/[did]/route";
import { systemContext } from "@/lib/authority/context";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { keyChallenges } from "@/lib/database/schema/trust";
import { testDatabase } from "@/lib/database/testing/test-database";
import { issueCredential } from "@/lib/features/access/service/credentials";
import { COUNCIL_LOG } from "@/lib/ledger/append";
import { readHead } from "@/lib/ledger/head";
import { get, post } from "@/lib/testing/call";
import { challengeKey, proveKey } from "./prove-key";

const database = testDatabase();
const ctx = (now = new Date()) => ({ ...systemContext(database()), clock: () => now });
type Json = Record<string, unknown>;

const newKey = () => generateKeyPairSync("ed25519").privateKey;
const publicOf = (key: KeyObject) => createPublicKey(key).export({ format: "jwk" }).x ?? "";
const signed = (key: KeyObject, message: unknown) =>
  sign(null, Buffer.from(String(message)), key).toString("base64url");

/** An agent with its token and an enrolled key. */
async function enrolled(key = newKey(), more: Json = {}) {
  const did = `did:fed:s1:${randomUUID()}`;
  const { token } = await issueCredential(ctx(), { kind: "agent", did, label: "" });
  const body = { did, public_key: publicOf(key), ...more };
  expect((await post(register, body, { token })).status).toBe(201);
  return { did, token, key };
}
type Enrolled = Awaited<ReturnType<typeof enrolled>>;
const challenge = async ({ did, token }: Pick<Enrolled, "did" | "token">) => post(ask, "", { token, params: { did } });
const send = ({ did, token }: Pick<Enrolled, "did" | "token">, body: unknown) =>
  post(prove, body, { token, params: { did } });

async function proven(agent: Enrolled) {
  const { body } = await challenge(agent);
  return send(agent, { challenge: body["challenge"], signature: signed(agent.key, body["message"]) });
}
const actsOn = async (did: string) =>
  (await database().select().from(ledgerActs).where(eq(ledgerActs.subject, did)).orderBy(ledgerActs.seq)).map(
    ({ kind }) => kind,
  );
const shown = async (did: string) => (await get(profile, "", { did })).body;

describe("proof of a key", () => {
  it("asks for a signature that is bound to this service, the agent, the key and a moment", async () => {
    const agent = await enrolled();
    const { status, body } = await challenge(agent);
    expect(status).toBe(201);
    const lines = String(body["message"]).split("\n");
    const { origin } = await readHead(database(), COUNCIL_LOG);
    expect(lines).toEqual([
      "fgs/key-proof/v1",
      `service: ${origin}`,
      `did: ${agent.did}`,
      expect.stringMatching(/^key: [\w-]{43}$/),
      `challenge: ${body["challenge"]}`,
      `expires: ${body["expires_at"]}`,
    ]);
    const lifetime = Date.parse(String(body["expires_at"])) - Date.now();
    expect(lifetime).toBeGreaterThan(290_000);
    expect(lifetime).toBeLessThanOrEqual(300_000);
  });

  it("adds its signal to the score, is shown, and is logged", async () => {
    const agent = await enrolled();
    const { status, body } = await proven(agent);
    expect(status).toBe(200);
    expect(body).toMatchObject({ key_verified: true, trust_score: 17.5, key_proven_at: expect.any(String) });
    expect(await shown(agent.did)).toEqual(body);
    expect(await actsOn(agent.did)).toEqual(["key.proven"]);
    const [newest] = (await get(history, "", { did: agent.did })).body["changes"] as Json[];
    expect(newest).toMatchObject({ trust_score: 17.5, reason: { kind: "key_proven", seq: expect.any(Number) } });
  });

  it("also by base64 with padding, as openssl gives it", async () => {
    const agent = await enrolled();
    const { body } = await challenge(agent);
    const signature = sign(null, Buffer.from(String(body["message"])), agent.key).toString("base64");
    expect((await send(agent, { challenge: body["challenge"], signature })).status).toBe(200);
  });

  it("counts a challenge once, of ten proofs at the same time too", async () => {
    const agent = await enrolled();
    const { body } = await challenge(agent);
    const answer = { challenge: body["challenge"], signature: signed(agent.key, body["message"]) };
    const proofs = await Promise.all(Array.from({ length: 10 }, () => send(agent, answer)));
    expect(proofs.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
    expect(await actsOn(agent.did)).toEqual(["key.proven"]);
    const again = await send(agent, answer);
    expect([again.status, again.body["message"]]).toEqual([409, expect.stringContaining("was already used")]);
  });

  it("is rejected when the challenge has expired, to the millisecond", async () => {
    const agent = await enrolled();
    const asked = new Date("2030-01-01T00:00:00.000Z");
    const { challenge: nonce, message } = await challengeKey(ctx(asked), agent);
    const input = { did: agent.did, challenge: nonce, signature: signed(agent.key, message) };
    const late = proveKey(ctx(new Date(asked.getTime() + 300_000)), input);
    await expect(late).rejects.toMatchObject({ kind: "conflict", message: expect.stringContaining("expired") });
    const inTime = proveKey(ctx(new Date(asked.getTime() + 299_999)), input);
    await expect(inTime).resolves.toMatchObject({ key_verified: true });
  });

  it("is rejected for another agent's challenge, an older one, and one for a key that was replaced", async () => {
    const key = newKey();
    const [one, other] = [await enrolled(key), await enrolled(key)];
    const { body: foreign } = await challenge(other);
    await challenge(one);
    const stolen = { challenge: foreign["challenge"], signature: signed(key, foreign["message"]) };
    expect(await send(one, stolen)).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    await challenge(other);
    expect((await send(other, stolen)).status).toBe(400);
    const { body: former } = await challenge(one);
    await post(register, { did: one.did, public_key: publicOf(newKey()) }, { token: one.token });
    const replaced = await send(one, { challenge: former["challenge"], signature: signed(key, former["message"]) });
    expect([replaced.status, replaced.body["message"]]).toEqual([409, expect.stringContaining("no longer enrolled")]);
    expect((await shown(one.did))["key_verified"]).toBe(false);
  });

  it("is rejected if the signature is by another key, over another text, or missing, and the challenge stays open", async () => {
    const agent = await enrolled();
    const { body } = await challenge(agent);
    const right = signed(agent.key, body["message"]);
    const flipped = (right.startsWith("A") ? "B" : "A") + right.slice(1);
    const wrong = [
      ...[signed(newKey(), body["message"]), signed(agent.key, `${body["message"]}\n`), signed(agent.key, "")],
      ...[flipped, right.slice(1), `${right}A`, "A".repeat(86), "", "?", 7, null],
    ];
    for (const signature of wrong) {
      const { status, body: errorBody } = await send(agent, { challenge: body["challenge"], signature });
      expect([status, errorBody["error"]]).toEqual([400, "Validation error"]);
      expect(errorBody["message"]).toContain("signature");
    }
    expect((await send(agent, { challenge: body["challenge"], signature: right })).status).toBe(200);
  });

  it("can be started by the agent, its organisation and operators only", async () => {
    const agent = await enrolled();
    const stranger = await enrolled();
    expect((await post(ask, "", { params: { did: agent.did } })).status).toBe(401);
    const tokenOf = async (kind: "provider" | "operator", organisation?: string) =>
      (await issueCredential(ctx(), { kind, label: "", ...(organisation ? { organisation } : {}) } as never)).token;
    const foreign = await challenge({ did: agent.did, token: stranger.token });
    expect([foreign.status, foreign.body["code"]]).toEqual([403, "DID_MISMATCH"]);
    const organisation = `Lattice ${randomUUID()}`;
    const provider = await tokenOf("provider", organisation);
    expect((await challenge({ did: agent.did, token: provider })).status).toBe(403);
    const own = `did:fed:s1:${randomUUID()}`;
    await post(register, { did: own, public_key: publicOf(newKey()) }, { token: provider });
    expect((await challenge({ did: own, token: provider })).status).toBe(201);
    const operator = await tokenOf("operator");
    expect((await challenge({ did: agent.did, token: operator })).status).toBe(201);
    for (const did of ["did:fed:s1:nobody", "nonsense", "a\0b"]) {
      expect((await challenge({ did, token: operator })).status).toBe(404);
      expect((await challenge({ did, token: provider })).status).toBe(403);
    }
  });

  it("needs an enrolled key, and keeps one challenge per agent however often it is asked for", async () => {
    const { did, token } = await enrolled();
    for (let count = 0; count < 3; count += 1) await challenge({ did, token });
    expect(await database().$count(keyChallenges, eq(keyChallenges.did, did))).toBe(1);
    await post(register, { did, public_key: null }, { token });
    const { status, body } = await challenge({ did, token });
    expect([status, body["code"]]).toEqual([409, "CONFLICT"]);
  });

  it("ends when another key is registered, or null, and stays without one and when the rest of the record changes", async () => {
    const agent = await enrolled();
    await proven(agent);
    const change = (public_key?: string | null) =>
      post(register, { did: agent.did, role: "tutor", public_key }, { token: agent.token });
    expect((await change(publicOf(agent.key))).body["key_verified"]).toBe(true);
    expect((await change()).body["key_verified"]).toBe(true);
    expect((await change(publicOf(newKey()))).body).toMatchObject({ key_verified: false, trust_score: 5 });
    expect((await change(publicOf(agent.key))).body["key_verified"]).toBe(false);
    expect(await actsOn(agent.did)).toEqual(["key.proven", "key.proof_ended"]);
    const changes = (await get(history, "", { did: agent.did })).body["changes"] as { reason: { kind: string } }[];
    expect(changes.map(({ reason }) => reason.kind)).toEqual(["key_changed", "registered", "key_proven", "registered"]);
  });
});

describe("a signed agent card", () => {
  const CARD = {
    name: "Atlas",
    url: "https://atlas.example/a2a",
    version: "1.0.0",
    skills: [{ id: "t", name: "Translate" }],
  };
  async function cardBy(key: KeyObject, header: Json = {}, card: Json = CARD, over: Json = card): Promise<Json> {
    const payload = new TextEncoder().encode(canonicalize(over));
    const jws = await new FlattenedSign(payload)
      .setProtectedHeader({ alg: "EdDSA", typ: "JOSE", kid: "k", ...header })
      .sign(key);
    return { ...card, signatures: [{ protected: jws.protected, signature: jws.signature }] };
  }
  const manifest = ({ did, token, key }: Enrolled, capability_manifest: Json) =>
    post(register, { did, public_key: publicOf(key), capability_manifest }, { token });

  it("is unchecked until the key is proven, and then valid or invalid", async () => {
    const agent = await enrolled();
    for (const [by, state] of [
      [agent.key, "valid"],
      [newKey(), "invalid"],
    ] as const) {
      const unproven = { ...(await enrolled(agent.key)), key: agent.key };
      expect((await manifest(unproven, await cardBy(by))).status).toBe(201);
      expect((await shown(unproven.did))["card_signature"]).toBe("unchecked");
      expect((await proven(unproven)).body["card_signature"]).toBe(state);
    }
  });

  it("registers if the proven key signed it, with any other signatures and any order of fields", async () => {
    const agent = await enrolled();
    await proven(agent);
    const foreign = (await cardBy(newKey()))["signatures"] as Json[];
    const own = await cardBy(agent.key);
    const both = { signatures: [...foreign, ...(own["signatures"] as Json[])], ...CARD };
    expect((await manifest(agent, both)).status).toBe(201);
    expect((await shown(agent.did))["card_signature"]).toBe("valid");
  });

  it("is rejected if the proven key signed it with another type, or without a type", async () => {
    const agent = await enrolled();
    await proven(agent);
    for (const typ of [undefined, "", "jose", "JWT", "vc+jwt", "trust+jwt"]) {
      expect((await manifest(agent, await cardBy(agent.key, { typ }))).status, typ).toBe(400);
    }
  });

  it("is rejected if it was changed afterwards, or its first signatures are by other keys than the proven one, even one that it contains", async () => {
    const agent = await enrolled();
    await proven(agent);
    const other = newKey();
    const jwk = createPublicKey(other).export({ format: "jwk" });
    const pointers = { jwk, jku: "https://atlas.example/jwks.json", x5u: "https://atlas.example/cert.pem" };
    const [foreign] = (await cardBy(other))["signatures"] as Json[];
    const own = (await cardBy(agent.key))["signatures"] as Json[];
    const cards = [
      await cardBy(other, pointers),
      { ...CARD, signatures: [...Array(8).fill(foreign), ...own] },
      await cardBy(agent.key, {}, { ...CARD, name: "Other" }, CARD),
      { ...CARD, signatures: [{ protected: "?", signature: "?" }] },
      { ...CARD, signatures: [{ protected: Buffer.from('{"alg":"none"}').toString("base64url"), signature: "" }] },
    ];
    for (const card of cards) {
      const { status, body } = await manifest(agent, card);
      expect([status, body["message"]]).toEqual([400, expect.stringContaining("capability_manifest")]);
    }
    expect((await shown(agent.did))["capability_manifest"]).toEqual({});
  });

  it("needs no signature: an unsigned card is unchecked", async () => {
    const agent = await enrolled();
    await proven(agent);
    for (const card of [
      CARD,
      { ...CARD, signatures: [] },
      { ...CARD, signatures: "none" },
      { signatures: [7, null] },
    ]) {
      expect((await manifest(agent, card as Json)).status).toBe(201);
      expect((await shown(agent.did))["card_signature"]).toBe("unchecked");
    }
  });
});
