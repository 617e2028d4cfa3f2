import { createHash, generateKeyPairSync, type KeyObject } from "node:crypto";
import { eq } from "drizzle-orm";
import { calculateJwkThumbprint, type JWK } from "jose";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { agents } from "@/lib/database/schema/agents";
import { testDatabase } from "@/lib/database/testing/test-database";
import { DidDocument } from "@/lib/identity/did-document";
import { jwkOf, multibaseOf, PublicKey } from "@/lib/identity/public-key";
import { send } from "@/lib/testing/routes";
import { getAgentDidDocument } from "../contract";
import { freshDid, memberFixtures } from "../testing/fixtures";
import { registerAgent } from "./register";
import { setStatus } from "./set-status";
import { withdrawAgent } from "./withdraw";

vi.stubEnv("PUBLIC_URL", "https://fed.example");
const OWN = "did:web:fed.example";

const database = testDatabase();
const { ctx } = memberFixtures(database);

const escaped = (did: string) => did.replaceAll(":", "_3a").replaceAll(".", "_2e");
const ask = (segment: string) => send(getAgentDidDocument, { params: { did: segment } });
const documentOf = async (did: string) => DidDocument.parse(await (await ask(escaped(did))).json());

async function registered(record: object = {}, did = freshDid()): Promise<string> {
  await registerAgent(ctx(), { did, ...record });
  return did;
}
const jwkFrom = (key: KeyObject) => key.export({ format: "jwk" }) as JWK;
/** Stores a key as proven. */
async function prove(did: string, jwk: JWK): Promise<void> {
  const key = PublicKey.parse(jwk);
  await database()
    .update(agents)
    .set({ publicKey: key, provenKey: key, keyProvenAt: new Date() })
    .where(eq(agents.did, did));
}

describe("a member's DID document", () => {
  it.each([
    ["Ed25519", "EdDSA", () => generateKeyPairSync("ed25519").publicKey],
    ["P-256", "ES256", () => generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey],
  ])("has the proven %s key as its only one, in two forms", async (_, alg, make) => {
    const did = await registered();
    expect(await documentOf(did)).toMatchObject({ id: `${OWN}:agents:${escaped(did)}`, alsoKnownAs: [did] });
    const jwk = jwkFrom(make());
    await prove(did, jwk);
    const id = `${OWN}:agents:${escaped(did)}`;
    const kid = await calculateJwkThumbprint(jwk);
    const document = await documentOf(did);
    const publicKeyMultibase = multibaseOf(jwkOf(PublicKey.parse(jwk)));
    expect(document.verificationMethod).toEqual([
      { id: `${id}#${kid}`, type: "JsonWebKey", controller: id, publicKeyJwk: { ...jwk, kid, alg } },
      { id: `${id}#${publicKeyMultibase}`, type: "Multikey", controller: id, publicKeyMultibase },
    ]);
    const ids = [`${id}#${kid}`, `${id}#${publicKeyMultibase}`];
    expect([document.authentication, document.assertionMethod]).toEqual([ids, ids]);
  });

  it("has no key that was only enrolled, and none that another one replaced", async () => {
    const first = PublicKey.parse(jwkFrom(generateKeyPairSync("ed25519").publicKey));
    const did = await registered({ public_key: first });
    expect(await documentOf(did)).not.toHaveProperty("verificationMethod");
    await prove(did, jwkOf(first));
    expect((await documentOf(did)).verificationMethod).toHaveLength(2);
    await registered({ public_key: PublicKey.parse(jwkFrom(generateKeyPairSync("ed25519").publicKey)) }, did);
    expect(await documentOf(did)).not.toHaveProperty("verificationMethod");
  });

  it("names its page, its card and its endpoints", async () => {
    const card = {
      ...{ name: "Atlas", url: "https://atlas.example/a2a", version: "1" },
      skills: [{ id: "a", name: "Translate", description: "", tags: [] }],
    };
    const mcp = { protocol: "mcp", url: "https://atlas.example/mcp" };
    const did = await registered({ capability_manifest: card, endpoints: [mcp] });
    const id = `${OWN}:agents:${escaped(did)}`;
    expect((await documentOf(did)).service).toEqual([
      { id: `${id}#profile`, type: "AgentProfile", serviceEndpoint: `https://fed.example/agents/${did}` },
      {
        id: `${id}#agent-card`,
        type: "A2AAgentCard",
        serviceEndpoint: `https://fed.example/api/agents/${encodeURIComponent(did)}/card`,
      },
      { id: `${id}#endpoint-1`, type: "MCPServer", serviceEndpoint: mcp.url },
    ]);
    expect((await documentOf(await registered())).service).toHaveLength(1);
  });

  it("has neither key nor endpoint while an operator suspends the agent, and both again after", async () => {
    const did = await registered({ endpoints: [{ protocol: "http", url: "https://atlas.example/" }] });
    await prove(did, jwkFrom(generateKeyPairSync("ed25519").publicKey));
    const before = await documentOf(did);
    await setStatus(ctx(), { did, status: "suspended", reason: "A test." });
    const { id, alsoKnownAs, service } = before;
    expect(await documentOf(did)).toEqual({ id, alsoKnownAs, service: service.slice(0, 1) });
    await setStatus(ctx(), { did, status: "active", reason: "A test." });
    expect(await documentOf(did)).toEqual(before);
  });

  it("is gone once its owner withdrew the agent", async () => {
    const did = await registered();
    await withdrawAgent(ctx(), { did, withdrawn: true, reason: "A test." });
    const response = await ask(escaped(did));
    expect([response.status, await response.json()]).toEqual([
      410,
      { error: "Agent withdrawn", code: "WITHDRAWN", message: "The agent is withdrawn." },
    ]);
  });

  it("may be kept for 30 seconds, and errors not at all", async () => {
    const found = await ask(escaped(await registered()));
    expect(found.headers.get("content-type")).toBe("application/did+json");
    expect(found.headers.get("cache-control")).toBe("public, max-age=30");
    expect((await ask(escaped("did:fed:s1:nobody"))).headers.get("cache-control")).toBe("no-store");
  });
});

describe("a long DID", () => {
  const LONGEST = 255 - `${OWN}:agents:`.length - "did_3afed_3as1_3a".length;
  const long = `did:fed:s1:${"a".repeat(LONGEST + 1)}`;
  beforeAll(async () => {
    await registered({}, long);
  });
  const hashOf = (did: string) => createHash("sha256").update(did).digest("hex");

  it("is found by its hash, and by nothing else", async () => {
    expect(DidDocument.parse(await (await ask(hashOf(long))).json())).toMatchObject({
      id: `${OWN}:agents:${hashOf(long)}`,
      alsoKnownAs: [long],
    });
    expect((await ask(escaped(long))).status).toBe(404);
    expect((await ask(hashOf(`${long}a`))).status).toBe(404);
  });

  it("is written in full if it is just short enough, and then not found by its hash", async () => {
    const did = await registered({}, `did:fed:s1:${"b".repeat(LONGEST)}`);
    expect((await documentOf(did)).id).toHaveLength(255);
    expect((await ask(hashOf(did))).status).toBe(404);
  });
});

describe("a text that is not an escaped DID", () => {
  it("is not found, however it is spelled", async () => {
    const did = await registered({}, freshDid("with.dot"));
    expect((await ask(escaped(did))).status).toBe(200);
    const spelled = [
      ...[did, escaped(did).toUpperCase(), escaped(did).replaceAll("_3a", "_3A"), escaped(did).replaceAll("_2e", ".")],
      ...[`${escaped(did)}_00`, `${escaped(did)} `, encodeURIComponent(did), `_64${escaped(did).slice(1)}`],
      ...["", "_", "_3a", "_ff", "\0", "_00", "..", "%", "'; drop table agents", "a".repeat(5_000), "0".repeat(64)],
    ];
    for (const segment of spelled) expect((await ask(segment)).status, segment).toBe(404);
  });
});
