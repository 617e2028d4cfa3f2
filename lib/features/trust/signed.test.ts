import { createHmac, generateKeyPairSync } from "node:crypto";
import { type CompactJWSHeaderParameters, CompactSign, calculateJwkThumbprint } from "jose";
import { describe, expect, it } from "vitest";
import type { KeyPurpose } from "@/lib/identity/key-purpose";
import { openClaims, signClaims } from "./signed";

async function keyFor(...purposes: KeyPurpose[]) {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const { x = "" } = publicKey.export({ format: "jwk" });
  const jwk = { kty: "OKP", crv: "Ed25519", x } as const;
  const kid = await calculateJwkThumbprint(jwk);
  return { kid, key: privateKey, published: { ...jwk, kid, alg: "EdDSA", use: "sig", purposes } as const };
}

const CLAIMS = { sub: "did:fed:s1:atlas", trust_tier: "T3" };
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const bytes = new TextEncoder().encode(JSON.stringify(CLAIMS));

const signer = await keyFor("statement");
const logs = await keyFor("log");
const published = [signer.published, logs.published];
const sign = (header: CompactJWSHeaderParameters, { key } = signer) =>
  new CompactSign(bytes).setProtectedHeader(header).sign(key);
const jws = await signClaims(CLAIMS, { typ: "trust+jwt", kid: signer.kid }, signer);

describe("a signed statement", () => {
  it("is opened by the key that its kid names, also as a DID URL", async () => {
    expect(await openClaims(jws, "trust+jwt", published)).toEqual(CLAIMS);
    const credential = await signClaims(CLAIMS, { typ: "vc+jwt", kid: `did:web:fed.example#${signer.kid}` }, signer);
    expect(await openClaims(credential, "vc+jwt", published)).toEqual(CLAIMS);
    expect(await openClaims(jws, "trust+jwt", [logs.published])).toBeNull();
  });

  it("is invalid as another type, and without exactly its type", async () => {
    expect(await openClaims(jws, "vc+jwt", published)).toBeNull();
    for (const typ of [undefined, "", "JWT", "trust+jwt ", "TRUST+JWT", "application/trust+jwt", "vc+jwt"]) {
      const other = await sign({ alg: "EdDSA", kid: signer.kid, ...(typ === undefined ? {} : { typ }) });
      expect(await openClaims(other, "trust+jwt", published), typ).toBeNull();
    }
    const [, payload, signature] = jws.split(".");
    const relabelled = [encoded({ alg: "EdDSA", kid: signer.kid, typ: "vc+jwt" }), payload, signature].join(".");
    expect(await openClaims(relabelled, "vc+jwt", published)).toBeNull();
  });

  it("is nothing without a signature, or with one by the public key as a secret", async () => {
    const header = { kid: signer.kid, typ: "trust+jwt" };
    const unsigned = `${encoded({ ...header, alg: "none" })}.${encoded(CLAIMS)}.`;
    expect(await openClaims(unsigned, "trust+jwt", published)).toBeNull();
    const signed = `${encoded({ ...header, alg: "HS256" })}.${encoded(CLAIMS)}`;
    const secret = Buffer.from(signer.published.x, "base64url");
    const forged = `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
    expect(await openClaims(forged, "trust+jwt", published)).toBeNull();
  });

  it("is invalid if the key of another purpose signed it", async () => {
    for (const purposes of [["log"], ["webhook"], ["witness"], ["secrets"], []] as const) {
      const other = await keyFor(...purposes);
      const signed = await sign({ alg: "EdDSA", kid: other.kid, typ: "trust+jwt" }, other);
      expect(await openClaims(signed, "trust+jwt", [other.published]), String(purposes)).toBeNull();
    }
    await expect(signClaims(CLAIMS, { typ: "trust+jwt", kid: logs.kid }, logs)).rejects.toThrow("does not verify");
  });

  it("is invalid if the header contains its own key, or names none", async () => {
    const thief = await keyFor("statement");
    const { x } = thief.published;
    const jwk = { kty: "OKP", crv: "Ed25519", x };
    for (const kid of [signer.kid, thief.kid, undefined]) {
      const header = { alg: "EdDSA", typ: "trust+jwt", jwk, ...(kid === undefined ? {} : { kid }) };
      expect(await openClaims(await sign(header, thief), "trust+jwt", published)).toBeNull();
    }
  });

  it("is invalid if it is not a JWS", async () => {
    for (const text of ["", ".", "..", "a.b.c", "null", `${jws}.`, jws.slice(0, -4), `${encoded([])}..`]) {
      expect(await openClaims(text, "trust+jwt", published), text).toBeNull();
    }
  });
});
