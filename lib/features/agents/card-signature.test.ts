import { createHmac, generateKeyPairSync, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { AgentCard, canonicalizeAgentCard, generateAgentCardSignature, verifyAgentCardSignature } from "@a2a-js/sdk";
import canonicalize from "canonicalize";
import { FlattenedSign } from "jose";
import { describe, expect, it, vi } from "vitest";
import { PublicKey } from "@/lib/identity/public-key";
import { signedFormsOf } from "./card-form";
import { checkCard } from "./card-signature";

type Json = Record<string, unknown>;

/**
 * Cards that A2A's own SDKs for JavaScript and Python signed. They are saved, because the second does not run here, and
 * so that cards of earlier versions go on verifying. The README beside them says how they were made.
 */
const saved = (file: string): { public_key: Json; canonical: string; card: Json } =>
  JSON.parse(readFileSync(`lib/features/agents/testing/signed-by-a2a-sdk/${file}.json`, "utf8"));

const check = (card: Json, publicKey: unknown) => {
  const key = PublicKey.parse(publicKey);
  return checkCard({ capabilityManifest: card, publicKey: key, provenKey: key });
};
const jwkOf = (key: KeyObject) => key.export({ format: "jwk" }) as Json;

const SAVED = ["eddsa", "es256", "python-eddsa", "python-es256"];

describe("a card that one of A2A's own SDKs signed", () => {
  it.each(SAVED)("verifies: %s, with defaults, letters beyond ASCII and fields of 0.3", async (file) => {
    const { card, public_key, canonical } = saved(file);
    expect(signedFormsOf(card)).toContain(canonical);
    expect(await check(card, public_key)).toBe("valid");
  });

  it.each(SAVED)("is invalid if a field that it signs was changed: %s", async (file) => {
    const { card, public_key } = saved(file);
    const [skill, ...more] = card["skills"] as Json[];
    for (const change of [
      { name: "Atlas 2" },
      { capabilities: {} },
      { capabilities: { streaming: true } },
      { skills: [{ ...skill, tags: ["changed"] }, ...more] },
      { skills: [skill, { id: "more" }] },
      { provider: undefined },
      { supportedInterfaces: [{ url: "https://a.example", protocolBinding: "JSONRPC", protocolVersion: "1.0" }] },
    ]) {
      expect(await check({ ...card, ...change }, public_key), JSON.stringify(change)).toBe("invalid");
    }
    const unsigned = { iconUrl: "", skills: [{ ...skill, security: [] }, ...more] };
    expect(await check({ ...card, ...unsigned }, public_key)).toBe("valid");
    // Fields of A2A 0.3 that no SDK signs. They may repeat an address, but not add one.
    const [{ url }] = card["supportedInterfaces"] as [{ url: string }];
    const repeated = { url, additionalInterfaces: [{ url, transport: "GRPC" }] };
    expect(await check({ ...card, ...repeated }, public_key)).toBe("valid");
    const other = "https://a.example";
    for (const added of [{ url: other }, { additionalInterfaces: [{ url: other }] }, { additionalInterfaces: other }])
      expect(await check({ ...card, ...added }, public_key), JSON.stringify(added)).toBe("invalid");
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
  const [specified, withUnknown] = signedFormsOf({ ...CARD, signatures: [{}] });
  const expected = {
    ...{ name: "Atlas", description: "", version: "", iconUrl: "", provider: {} },
    capabilities: { streaming: false, extensions: [{ uri: "urn:x", params: { empty: "", no: false } }] },
    securityRequirements: [{ schemes: { bearer: {} } }],
    skills: [{ id: "s", name: "", description: "", tags: [] }],
  };
  expect(specified).toBe(canonicalize(expected));
  expect(withUnknown).toBe(canonicalize({ ...expected, unknown: "kept" }));
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

  it.each([0, 1, 2, 3])("is valid over form %i of the card, by a key of either kind", async (form) => {
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
    securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: "Bearer", description: "Żeton 🗝️" } } },
    securityRequirements: [{ schemes: { bearer: { list: [] } } }],
    defaultInputModes: ["text/plain"],
    defaultOutputModes: [],
    skills: [skill],
    iconUrl: "",
  };
  const CARDS: [string, Json][] = [
    ["with defaults", FULL],
    ["without a provider or schemes", { ...FULL, provider: undefined, securitySchemes: undefined }],
    ["with fields that A2A does not define", { ...FULL, url: "https://atlas.example/a2a", did: "did:fed:s1:atlas" }],
    ["without skills", { ...FULL, skills: [] }],
    ["with letters beyond ASCII", { ...FULL, name: "Ątłas 🗺️", description: "\u2028" }],
  ];
  const asSdk = (card: Json) => ({ ...card, signatures: [] }) as never;
  const typed = (card: Json) => AgentCard.fromJSON({ ...card, signatures: [] });
  const asSent = (card: unknown) => JSON.parse(JSON.stringify(card)) as Json;
  const cases = CARDS.flatMap(([what, card]) => (["EdDSA", "ES256"] as const).map((alg) => [alg, what, card] as const));

  it.each(cases)(
    "verify each other's signatures with %s over a card %s, as JSON and as an object of the SDK",
    async (alg, _, card) => {
      const { publicKey, privateKey } = keys[alg];
      const sign = generateAgentCardSignature(privateKey, { alg, kid: "1", typ: "JOSE" });
      for (const theirs of [await sign(asSdk(card)), await sign(typed(card))]) {
        const { signatures } = asSent(theirs);
        expect(await check({ ...card, signatures }, jwkOf(publicKey))).toBe("valid");
        expect(await check(asSent(theirs), jwkOf(publicKey))).toBe("valid");
        expect(
          await check(asSent(AgentCard.toJSON(AgentCard.fromJSON({ ...card, signatures }))), jwkOf(publicKey)),
        ).toBe("valid");
      }

      // As the card of a door, with one signature for each form.
      const signatures = await Promise.all(
        signedFormsOf(card).map(async (form) => {
          const signer = new FlattenedSign(Buffer.from(form)).setProtectedHeader({ alg, kid: "1", typ: "JOSE" });
          const { protected: header, signature } = await signer.sign(privateKey);
          return { protected: header, signature };
        }),
      );
      // It prints each signature that does not verify.
      vi.spyOn(console, "debug").mockReturnValue();
      const verify = verifyAgentCardSignature(async () => publicKey);
      for (const read of [asSdk, (given: Json) => AgentCard.fromJSON(given)]) {
        await verify({ ...(read({ ...card, signatures }) as AgentCard), ...{ signatures } } as never);
        const changed = read({ ...card, name: "Changed" }) as AgentCard;
        await expect(verify({ ...changed, ...{ signatures } } as never)).rejects.toThrow();
      }
      expect(await check({ ...card, name: "Changed", signatures }, jwkOf(publicKey))).toBe("invalid");
    },
  );

  it.each(CARDS)("have the same canonical form of a card %s", (_, card) => {
    expect(signedFormsOf(card)).toEqual(
      expect.arrayContaining([canonicalizeAgentCard(asSdk(card)), canonicalizeAgentCard(typed(card))]),
    );
  });
});
