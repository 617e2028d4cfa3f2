import { generateKeyPairSync, randomUUID, sign } from "node:crypto";
import canonicalize from "canonicalize";
import { FlattenedSign } from "jose";
import { describe, expect, it } from "vitest";
import { POST as ask } from "@/app/api/agent/[did]/key/challenge/route";
import { POST as prove } from "@/app/api/agent/[did]/key/proof/route";
import { POST as register } from "@/app/api/agent/register/route";
import { GET as profile } from "@/app/api/agents/[did]/route";
import { systemContext } from "@/lib/authority/context";
import { testDatabase } from "@/lib/database/testing/test-database";
import { issueCredential } from "@/lib/features/access/service/credentials";
import { get, post } from "@/lib/testing/call";

const database = testDatabase();
type Json = Record<string, unknown>;

async function enrolled() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = publicKey.export({ format: "jwk" });
  const did = `did:fed:s1:${randomUUID()}`;
  const { token } = await issueCredential(systemContext(database()), { kind: "agent", did, label: "" });
  expect((await post(register, { did, public_key: jwk }, { token })).status).toBe(201);
  return { did, token, jwk, privateKey };
}
type Enrolled = Awaited<ReturnType<typeof enrolled>>;

async function proof({ did, token, privateKey }: Enrolled, dsaEncoding: "der" | "ieee-p1363", altered = "") {
  const { body } = await post(ask, "", { token, params: { did } });
  const signature = sign("sha256", Buffer.from(`${body["message"]}${altered}`), { key: privateKey, dsaEncoding });
  const answer = { challenge: body["challenge"], signature: signature.toString("base64") };
  return post(prove, answer, { token, params: { did } });
}
const shown = async (did: string) => (await get(profile, "", { did })).body;

describe("a P-256 key", () => {
  it.each(["der", "ieee-p1363"] as const)("is proven by a signature as %s", async (encoding) => {
    const agent = await enrolled();
    expect((await proof(agent, encoding)).status).toBe(200);
    const { x, y } = agent.jwk;
    const text = JSON.stringify({ crv: "P-256", kty: "EC", x, y });
    expect(await shown(agent.did)).toMatchObject({ key_verified: true, public_key: text });
  });

  it("is not proven by a signature over anything else", async () => {
    const { status, body } = await proof(await enrolled(), "der", " ");
    expect({ status, body }).toMatchObject({ status: 400, body: { fields: ["signature"] } });
  });

  it("stays proven if its text, as the profile shows it, is registered again", async () => {
    const agent = await enrolled();
    await proof(agent, "der");
    const { public_key } = await shown(agent.did);
    await post(register, { did: agent.did, public_key }, { token: agent.token });
    expect((await shown(agent.did))["key_verified"]).toBe(true);
  });

  it("verifies the agent's card by ES256, and no card by another key", async () => {
    const agent = await enrolled();
    await proof(agent, "der");
    const card = { name: "Atlas", version: "1", skills: [{ id: "a", name: "Translate", description: "", tags: [] }] };
    const signed = async (key: Enrolled["privateKey"]) => {
      const jws = await new FlattenedSign(Buffer.from(canonicalize(card) ?? ""))
        .setProtectedHeader({ alg: "ES256", typ: "JOSE", kid: "atlas" })
        .sign(key);
      return { ...card, signatures: [{ protected: jws.protected, signature: jws.signature }] };
    };
    const registered = async (capability_manifest: Json) =>
      post(register, { did: agent.did, public_key: agent.jwk, capability_manifest }, { token: agent.token });
    expect((await registered(await signed((await enrolled()).privateKey))).status).toBe(400);
    expect((await registered(await signed(agent.privateKey))).status).toBe(201);
    expect(await shown(agent.did)).toMatchObject({ card_signature: "valid", key_verified: true });
  });
});
