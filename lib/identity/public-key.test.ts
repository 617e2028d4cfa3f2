import { createHash, generateKeyPairSync } from "node:crypto";
import { Point } from "@noble/ed25519";
import fc from "fast-check";
import { calculateJwkThumbprint } from "jose";
import { describe, expect, it } from "vitest";
import { jwkOf, multibaseOf, PublicKey } from "./public-key";

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const errorOf = (given: unknown) => PublicKey.safeParse(given).error?.issues[0]?.message ?? "";

/** The same key, written in each way. Base58 by a second implementation, digit by digit. */
function written() {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const jwk = publicKey.export({ format: "jwk" });
  const raw = Buffer.from(jwk.x ?? "", "base64url");
  let rest = BigInt(`0xed01${raw.toString("hex")}`);
  let base58 = "";
  for (; rest > 0n; rest /= 58n) {
    base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"[Number(rest % 58n)] + base58;
  }
  const pem = publicKey.export({ format: "pem", type: "spki" }).toString();
  return {
    privateKey,
    raw,
    forms: [jwk.x, jwk, `z${base58}`, `did:key:z${base58}`, pem, pem.replaceAll("\n", "\r\n")],
  };
}

describe("PublicKey", () => {
  it("reads every usual form of a key as the same 32 bytes", () => {
    for (let round = 0; round < 20; round += 1) {
      const { raw, forms } = written();
      for (const form of forms) expect(PublicKey.parse(form)).toBe(base64url(raw));
    }
  });

  it("reads and writes the examples of the did:key method's own specification", () => {
    const [multibase, x] = [
      "z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK",
      "Lm_M42cB3HkUiODQsXRcweM6TByfzEHGO9ND274JcOY",
    ];
    expect(PublicKey.parse(`did:key:${multibase}`)).toBe(x);
    expect(multibaseOf(jwkOf(x))).toBe(multibase);
    const p256 = {
      ...{ kty: "EC", crv: "P-256", x: "fyNYMN0976ci7xqiSdag3buk-ZCwgXU4kz9XNkBlNUI" },
      y: "hW2ojTNfH7Jbi8--CJUo3OCbH3y5n91g-IMA9MLMbTU",
    };
    expect(multibaseOf(jwkOf(PublicKey.parse(p256)))).toBe("zDnaerDaTF5BXEavCrfRZEk316dpbLsfPDZ3WJ5hRTPFU2169");
  });

  it.each<[string, string]>([
    ["the neutral element", "01"],
    ["the point of order two", `ec${"ff".repeat(30)}7f`],
    ["a point of order four", "00".repeat(32)],
    ["a point of order eight", "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"],
  ])("rejects %s: anyone could sign for it", (_, hex) => {
    expect(errorOf(base64url(Buffer.from(hex.padEnd(64, "0"), "hex")))).toContain("low order");
  });

  it("rejects a key with a part of low order, another encoding of a point, and points outside the curve", () => {
    const order8 = Point.fromHex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05");
    expect(errorOf(base64url(Point.BASE.add(order8).toBytes()))).toContain("prime order");
    expect(errorOf(base64url(Buffer.from(`ee${"ff".repeat(30)}7f`, "hex")))).toContain("RFC 8032");
    expect(errorOf(base64url(Buffer.from("02".padEnd(64, "0"), "hex")))).toContain("RFC 8032");
  });

  it("rejects a private key and says what to do, in every likely form", () => {
    const { privateKey } = written();
    const pem = privateKey.export({ format: "pem", type: "pkcs8" }).toString();
    for (const form of [pem, privateKey.export({ format: "jwk" })]) {
      expect(errorOf(form)).toContain("Make a new key pair");
    }
  });

  it("rejects anything else and lists the allowed forms", () => {
    const { publicKey: rsa } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const { publicKey: x25519 } = generateKeyPairSync("x25519");
    const others = [
      ...[
        "",
        "short",
        "z6Mk",
        "did:key:z6Mk",
        "A".repeat(44),
        "-----BEGIN PUBLIC KEY-----\n====\n-----END PUBLIC KEY-----",
      ],
      ...[rsa, x25519].flatMap((key) => [key.export({ format: "jwk" }), key.export({ format: "pem", type: "spki" })]),
      ...[{}, { kty: "OKP", crv: "Ed25519" }, { kty: "OKP", crv: "Ed25519", x: 7 }, 7, null, ["x"]],
    ];
    for (const other of others) expect(errorOf(other), JSON.stringify(other)).toContain("must be a public key");
    fc.assert(fc.property(fc.oneof(fc.string(), fc.jsonValue()), (given) => errorOf(given).length > 0));
  });
});

describe("a P-256 key", () => {
  const written = () => {
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const { x, y } = publicKey.export({ format: "jwk" });
    return { publicKey, privateKey, text: JSON.stringify({ crv: "P-256", kty: "EC", x, y }) };
  };

  it("is read as a JWK, its text or PEM, and comes out as one text, which its thumbprint is made of", async () => {
    for (let round = 0; round < 20; round += 1) {
      const { publicKey, text } = written();
      const jwk = publicKey.export({ format: "jwk" });
      const more = { ...jwk, kid: "1", use: "sig", alg: "ES256" };
      const pem = publicKey.export({ format: "pem", type: "spki" }).toString();
      for (const form of [jwk, more, text, JSON.stringify(more, null, 2), pem])
        expect(PublicKey.parse(form)).toBe(text);
      expect(createHash("sha256").update(text).digest("base64url")).toBe(await calculateJwkThumbprint(jwkOf(text)));
    }
  });

  it("is rejected if it is a private key, off the curve, of another curve, or not JSON", () => {
    const { privateKey, text } = written();
    const { d: _, ...jwk } = privateKey.export({ format: "jwk" });
    for (const form of [privateKey.export({ format: "jwk" }), JSON.stringify(privateKey.export({ format: "jwk" }))]) {
      expect(errorOf(form)).toContain("private key");
    }
    expect(errorOf({ ...jwk, y: jwk.x })).toContain("must be a point");
    expect(errorOf({ ...jwk, x: "A".repeat(43), y: "A".repeat(43) })).toContain("must be a point");
    const other = generateKeyPairSync("ec", { namedCurve: "P-384" }).publicKey.export({ format: "jwk" });
    for (const form of [other, { ...jwk, crv: "secp256k1" }, { ...jwk, y: undefined }, `${text}}`, "{}", "{null}"]) {
      expect(errorOf(form)).toContain("must be a public key");
    }
  });
});
