import { createHmac, generateKeyPairSync, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { canonicalizeAgentCard, generateAgentCardSignature, verifyAgentCardSignature } from "@a2a-js/sdk";
import canonicalize from "canonicalize";
import { FlattenedSign } from "jose";
import { describe, expect, it, vi } from "vitest";
import { PublicKey } from "@/lib/identity/public-key";
import { signedFormsOf } from "./card-form";
import { checkCard } from "./card-signature";

type Json = Record<string, unknown>;

/**
 * Cards that A2A's own SDK signed, with defaults among their fields: `generateAgentCardSignature` of @a2a-js/sdk 1.3.0,
 * called with a new key. They are saved, so that cards of its earlier versions go on verifying.
 */
const saved = (file: string): { public_key: Json; canonical: string; card: Json } =>
  JSON.parse(readFileSync(`lib/features/agents/testing/signed-by-a2a-sdk/${file}.json`, "utf8"));

const check = (card: Json, publicKey: unknown) => {
  const key = PublicKey.parse(publicKey);
  return checkCard({ capabilityManifest: card, publicKey: key, provenKey: key });
};
const jwkOf = (key: KeyObject) => key.export({ format: "jwk" }) as Json;

describe("a card that A2A's own SDK signed", () => {
  it.each(["eddsa", "es256"])("verifies with %s, although it still has its defaults", async (file) => {
    const { card, public_key, canonical } = saved(file);
    expect(signedFormsOf(card)).toContain(canonical);
    expect(await check(card, public_key)).toBe("valid");
  });

  it.each(["eddsa", "es256"])("is invalid with %s if any of its content was changed", async (file) => {
    const { card, public_key } = saved(file);
    const [skill] = card["skills"] as Json[];
    for (const change of [
      { name: "Atlas 2" },
      { role: "reviewer" },
      { capabilities: {} },
      { capabilities: { streaming: true } },
      { skills: [{ ...skill, tags: [] }] },
      { skills: [skill, { id: "more" }] },
      { flag: false },
      { number: 0 },
      { provider: undefined },
    ]) {
      expect(await check({ ...card, ...change }, public_key), JSON.stringify(change)).toBe("invalid");
    }
    expect(await check({ ...card, iconUrl: "", securitySchemes: undefined }, public_key)).toBe("valid");
  });
});

const CARD = {
  ...{ name: "Atlas", description: "", version: "", iconUrl: "", provider: {}, unknown: "kept" },
  capabilities: { streaming: false, extensions: [{ uri: "urn:x", required: false, params: { empty: "", no: false } }] },
  securitySchemes: {},
  securityRequirements: [{ schemes: { bearer: { list: [] } } }],
  skills: [{ id: "s", name: "", description: "", tags: [], examples: [] }],
};

it("has the form of the specification: without defaults, but with REQUIRED fields and values that were set", () => {
  const [specified] = signedFormsOf({ ...CARD, signatures: [{}] });
  expect(specified).toBe(
    canonicalize({
      ...{ name: "Atlas", description: "", version: "", iconUrl: "", provider: {}, unknown: "kept" },
      capabilities: { streaming: false, extensions: [{ uri: "urn:x", params: { empty: "", no: false } }] },
      securityRequirements: [{ schemes: { bearer: {} } }],
      skills: [{ id: "s", name: "", description: "", tags: [] }],
    }),
  );
});

describe("a signature", () => {
  const ed25519 = generateKeyPairSync("ed25519");
  const p256 = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const sign = async (payload: string, alg: string, key: KeyObject, header: Json = {}) => {
    const signer = new FlattenedSign(Buffer.from(payload)).setProtectedHeader({
      alg,
      typ: "JOSE",
      kid: "1",
      ...header,
    });
    const { protected: head, signature } = await signer.sign(key);
    return { ...CARD, signatures: [{ protected: head, signature }] };
  };

  it.each([0, 1, 2])("is valid over form %i of the card, by a key of either kind", async (form) => {
    const payload = signedFormsOf(CARD)[form] ?? "";
    expect(await check(await sign(payload, "EdDSA", ed25519.privateKey), jwkOf(ed25519.publicKey))).toBe("valid");
    expect(await check(await sign(payload, "ES256", p256.privateKey), jwkOf(p256.publicKey))).toBe("valid");
  });

  it("is never checked with a key that its header carries or points to", async () => {
    const [payload = ""] = signedFormsOf(CARD);
    const other = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const pointers = { jwk: jwkOf(other.publicKey), jku: "https://a.example/jwks", x5u: "https://a.example/cert" };
    const card = await sign(payload, "ES256", other.privateKey, pointers);
    for (const { publicKey } of [ed25519, p256]) expect(await check(card, jwkOf(publicKey))).toBe("invalid");
  });

  it("is invalid under an algorithm that the key is not for", async () => {
    const [payload = ""] = signedFormsOf(CARD);
    const header = Buffer.from('{"alg":"HS256"}').toString("base64url");
    const text = `${header}.${Buffer.from(payload).toString("base64url")}`;
    const secret = Buffer.from(PublicKey.parse(jwkOf(p256.publicKey)));
    const signature = createHmac("sha256", secret).update(text).digest("base64url");
    expect(await check({ ...CARD, signatures: [{ protected: header, signature }] }, jwkOf(p256.publicKey))).toBe(
      "invalid",
    );
    const none = { protected: Buffer.from('{"alg":"none"}').toString("base64url"), signature: "" };
    expect(await check({ ...CARD, signatures: [none] }, jwkOf(p256.publicKey))).toBe("invalid");
  });
});

describe("A2A's own SDK and this service", () => {
  const keys = {
    EdDSA: generateKeyPairSync("ed25519"),
    ES256: generateKeyPairSync("ec", { namedCurve: "P-256" }),
  } as const;
  const skill = { id: "s", name: "Translate", description: "", tags: ["polish"], examples: [], inputModes: [] };
  const FULL = {
    name: "Atlas",
    description: "Translates.",
    supportedInterfaces: [
      { url: "https://atlas.example/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0", tenant: "" },
    ],
    provider: { url: "https://meridian.example", organization: "Meridian Labs" },
    version: "2.1.0",
    documentationUrl: "",
    capabilities: { streaming: false, pushNotifications: true, extensions: [{ uri: "urn:x", required: false }] },
    securitySchemes: {},
    securityRequirements: [],
    defaultInputModes: ["text/plain"],
    defaultOutputModes: [],
    skills: [skill],
    iconUrl: "",
  };
  const CARDS: [string, Json][] = [
    ["with defaults", FULL],
    ["without a provider", { ...FULL, provider: undefined }],
    ["without skills", { ...FULL, skills: [] }],
    ["with letters beyond ASCII", { ...FULL, name: "Ątłas 🗺️", description: "\u2028" }],
  ];
  const asSdk = (card: Json) => ({ ...card, signatures: [] }) as never;
  const cases = CARDS.flatMap(([what, card]) => (["EdDSA", "ES256"] as const).map((alg) => [alg, what, card] as const));

  it.each(cases)(
    "agree with %s on a card %s: what it signs we verify, and what we take as signed it verifies",
    async (alg, _, card) => {
      const { publicKey, privateKey } = keys[alg];
      const header = { alg, kid: "1", typ: "JOSE" };
      const theirs = (await generateAgentCardSignature(privateKey, header)(asSdk(card))) as unknown as Json;
      expect(await check(JSON.parse(JSON.stringify(theirs)), jwkOf(publicKey))).toBe("valid");
      const { signatures } = theirs;
      expect(await check({ ...card, signatures }, jwkOf(publicKey))).toBe("valid");

      const payload = signedFormsOf(card).find((form) => form === canonicalizeAgentCard(asSdk(card)));
      expect(payload).toBeDefined();
      const ours = await new FlattenedSign(Buffer.from(payload ?? "")).setProtectedHeader(header).sign(privateKey);
      const signed = { ...card, signatures: [{ protected: ours.protected, signature: ours.signature }] };
      await verifyAgentCardSignature(async () => publicKey)(signed as never);
      const changed = { ...signed, name: "Changed" };
      // It prints each signature that does not verify.
      vi.spyOn(console, "debug").mockReturnValue();
      await expect(verifyAgentCardSignature(async () => publicKey)(changed as never)).rejects.toThrow();
      expect(await check(changed, jwkOf(publicKey))).toBe("invalid");
    },
  );
});
