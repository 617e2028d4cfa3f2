import { createLocalJWKSet, decodeProtectedHeader, type JWK, jwtVerify } from "jose";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { ensureSigningKey, listKeys, signingKey } from "@/lib/authority/keys";
import { testDatabase } from "@/lib/database/testing/test-database";
import { grantTier } from "@/lib/features/agents/service/grant-tier";
import { setStatus } from "@/lib/features/agents/service/set-status";
import { withdrawAgent } from "@/lib/features/agents/service/withdraw";
import { memberFixtures } from "@/lib/features/agents/testing/fixtures";
import { DidDocument } from "@/lib/identity/did-document";
import { multibaseOf } from "@/lib/identity/public-key";
import { send } from "@/lib/testing/routes";
import * as contract from "../contract";
import { openClaims } from "../signed";
import { verifyTrust } from "./statements";

vi.stubEnv("PUBLIC_URL", "https://fed.example:8443/");
const ISSUER = "did:web:fed.example%3A8443";
const ORIGIN = "https://fed.example:8443";

const database = testDatabase();
const { ctx, registered } = memberFixtures(database);
let document: DidDocument;
beforeAll(async () => {
  await ensureSigningKey(database(), undefined, new Date());
  document = DidDocument.parse(await (await send(contract.getDidDocument)).json());
});

const read = (did: string) => send(contract.getAgentCredential, { params: { did } });
/** The key that a verifier finds, who knows the document alone. */
const keyOf = ({ kid }: { kid?: string }): JWK => {
  const method = document.verificationMethod?.find(({ id }) => id === kid && document.assertionMethod?.includes(id));
  if (method?.type !== "JsonWebKey") throw new Error("no such key asserts");
  return method.publicKeyJwk as JWK;
};
const checked = (jws: string, currentDate = new Date()) =>
  jwtVerify(jws, keyOf, { issuer: ISSUER, typ: "vc+jwt", algorithms: ["EdDSA"], currentDate });

describe("the service's DID document", () => {
  it("has the key of statements alone, with the address that statements name, and both logs", async () => {
    const { kid } = await signingKey(database(), undefined, "statement");
    const { published } = await signingKey(database(), undefined, "statement");
    const { kty, crv, x } = published;
    const publicKeyMultibase = multibaseOf({ kty, crv, x });
    expect(document).toEqual({
      id: ISSUER,
      alsoKnownAs: [ORIGIN],
      verificationMethod: [
        {
          id: `${ISSUER}#${kid}`,
          type: "JsonWebKey",
          controller: ISSUER,
          publicKeyJwk: { kty, crv, x, kid, alg: "EdDSA" },
        },
        { id: `${ISSUER}#${publicKeyMultibase}`, type: "Multikey", controller: ISSUER, publicKeyMultibase },
      ],
      assertionMethod: [`${ISSUER}#${kid}`, `${ISSUER}#${publicKeyMultibase}`],
      service: [
        { id: `${ISSUER}#portal`, type: "Portal", serviceEndpoint: `${ORIGIN}/` },
        {
          id: `${ISSUER}#transparency-log`,
          type: "TransparencyLog",
          serviceEndpoint: [`${ORIGIN}/checkpoint?log=anchors`, `${ORIGIN}/checkpoint?log=council`],
        },
      ],
    });
  });

  it("is sent as a DID document that may be kept for 30 seconds", async () => {
    const { headers } = await send(contract.getDidDocument);
    expect(headers.get("content-type")).toBe("application/did+json");
    expect(headers.get("cache-control")).toBe("public, max-age=30");
  });
});

describe("a credential", () => {
  it("is verified with the keys of the DID document alone, and says what the statement says", async () => {
    const did = await registered();
    const statement = await verifyTrust(ctx(), { did });
    const { payload, protectedHeader } = await checked(statement.credential ?? "");
    const { kid } = await signingKey(database(), undefined, "statement");
    expect(protectedHeader).toEqual({ alg: "EdDSA", typ: "vc+jwt", kid: `${ISSUER}#${kid}` });
    const { expires_at, jws, credential, ...standing } = statement;
    const subject = `${ISSUER}:agents:${did.replaceAll(":", "_3a")}`;
    expect(payload).toMatchObject({
      type: ["VerifiableCredential", "StandingCredential"],
      issuer: ISSUER,
      iss: ISSUER,
      sub: subject,
      credentialSubject: { id: subject, ...standing },
      validUntil: expires_at,
    });
    expect(payload["@context"]).toMatchObject(["https://www.w3.org/ns/credentials/v2", { signals: expect.anything() }]);
    expect(payload["vc"]).toBeUndefined();
    expect(Date.parse(String(payload["validUntil"]))).toBe((payload.exp ?? 0) * 1_000);
    expect(Date.parse(String(payload["validFrom"]))).toBe((payload.iat ?? 0) * 1_000);
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(900);
  });

  it("defines each term that it uses beyond W3C's own", async () => {
    const { payload } = await checked(await (await read(await registered())).text());
    const [, own] = payload["@context"] as [string, Record<string, unknown>];
    const { id, ...subject } = payload["credentialSubject"] as Record<string, unknown>;
    expect(Object.keys(own).toSorted()).toEqual([...Object.keys(subject), "StandingCredential"].toSorted());
  });

  it("is read by anyone, as a credential, and is kept nowhere past its validity", async () => {
    const did = await registered();
    const response = await read(did);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/vc+jwt"]);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const jws = await response.text();
    await expect(checked(jws, new Date(Date.now() + 890_000))).resolves.toBeDefined();
    await expect(checked(jws, new Date(Date.now() + 900_000))).rejects.toMatchObject({ code: "ERR_JWT_EXPIRED" });
  });

  it("is no statement, and a statement is none", async () => {
    const did = await registered();
    const { jws, credential = "" } = await verifyTrust(ctx(), { did });
    const { keys } = await listKeys({ db: database() });
    expect([await openClaims(jws, "trust+jwt", keys), await openClaims(credential, "vc+jwt", keys)]).not.toContain(
      null,
    );
    expect([await openClaims(jws, "vc+jwt", keys), await openClaims(credential, "trust+jwt", keys)]).toEqual([
      null,
      null,
    ]);
    await expect(checked(jws)).rejects.toThrow();
    const [, payload = "", signature = ""] = jws.split(".");
    const header = { ...decodeProtectedHeader(jws), typ: "vc+jwt" };
    const relabelled = [Buffer.from(JSON.stringify(header)).toString("base64url"), payload, signature].join(".");
    expect(await openClaims(relabelled, "vc+jwt", keys)).toBeNull();
    const byDocument = createLocalJWKSet({
      keys: (document.verificationMethod ?? []).flatMap((one) =>
        one.type === "JsonWebKey" ? [one.publicKeyJwk as JWK] : [],
      ),
    });
    await expect(jwtVerify(jws, byDocument, { issuer: ORIGIN, typ: "trust+jwt" })).resolves.toBeDefined();
    await expect(jwtVerify(relabelled, byDocument, { issuer: ORIGIN, typ: "vc+jwt" })).rejects.toThrow("signature");
  });

  it("is the active agents' alone, and follows their standing at once", async () => {
    const did = await registered();
    const tierIn = async () =>
      ((await checked(await (await read(did)).text())).payload["credentialSubject"] as { trust_tier: string })
        .trust_tier;
    expect(await tierIn()).toBe("T1");
    await grantTier(ctx(), { did, tier: "T3", reason: "A test." });
    expect(await tierIn()).toBe("T3");

    await setStatus(ctx(), { did, status: "suspended", reason: "A test." });
    const suspended = await read(did);
    expect(suspended.status).toBe(404);
    expect(await suspended.json()).toMatchObject({ message: expect.stringContaining("is suspended") });
    expect(await verifyTrust(ctx(), { did })).not.toHaveProperty("credential");
    await setStatus(ctx(), { did, status: "active", reason: "A test." });
    expect(await tierIn()).toBe("T3");

    await withdrawAgent(ctx(), { did, withdrawn: true, reason: "A test." });
    expect((await read(did)).status).toBe(410);
    expect(await verifyTrust(ctx(), { did })).not.toHaveProperty("credential");
  });

  it("is not found without an agent", async () => {
    for (const did of ["did:fed:s1:nobody", "did", "", "\0", "did:fed:s1:%00", `did:fed:s1:${"a".repeat(300)}`]) {
      expect((await read(did)).status, did).toBe(404);
    }
  });
});
