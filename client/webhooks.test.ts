import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import { verifyWebhook } from "./index";

const now = new Date("2026-11-25T12:00:00Z");
const at = String(now.getTime() / 1_000);
const body = JSON.stringify({ type: "agent.suspended", timestamp: now.toISOString(), data: { did: "did:fed:s1:ä" } });
const secretOf = (name: string) => `whsec_${Buffer.from(name.padEnd(32, ".")).toString("base64")}`;
const [secret, other] = [secretOf("one"), secretOf("two")];
const hmac = (key: string, timestamp = at, text = body) =>
  `v1,${createHmac("sha256", Buffer.from(key.slice(6), "base64"))
    .update(`msg_1.${timestamp}.${text}`)
    .digest("base64")}`;
const keys = generateKeyPairSync("ed25519");
const jwk = keys.publicKey.export({ format: "jwk" }) as JsonWebKey;
const whpk = `whpk_${Buffer.from(jwk.x ?? "", "base64url").toString("base64")}`;
const ed25519 = (key: KeyObject = keys.privateKey) =>
  `v1a,${sign(null, Buffer.from(`msg_1.${at}.${body}`), key).toString("base64")}`;
const headers = (signature: string, timestamp = at) => ({
  "Webhook-Id": "msg_1",
  "Webhook-Timestamp": timestamp,
  "Webhook-Signature": signature,
});
const verify = (signature: string, more: Partial<Parameters<typeof verifyWebhook>[0]> = {}) =>
  verifyWebhook({ body, headers: headers(signature), secret, now, ...more });

describe("a webhook is valid", () => {
  it("by the test vector of Standard Webhooks", async () => {
    const event = verifyWebhook({
      body: '{"test": 2432232314}',
      headers: new Headers({
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
      }),
      secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
      now: new Date(1_614_265_330_000),
    });
    // The signature is valid, but the body is no event of this service.
    await expect(event).rejects.toMatchObject({ fault: "body" });
  });

  it.each([
    ["a secret", () => verify(hmac(secret))],
    ["a public key in base64", () => verify(ed25519(), { secret: undefined, publicKey: whpk })],
    [
      "a public key as JWK",
      () => verify(ed25519(), { secret: undefined, publicKey: { ...jwk, kid: "k", use: "sig" } as JsonWebKey }),
    ],
    ["the newer of two secrets", () => verify(hmac(secret), { secret: [other, secret] })],
    ["one of two signatures", () => verify(`${hmac(other)} ${hmac(secret)}`)],
    [
      "the second kind of signature",
      () => verify(`${hmac(other)} ${ed25519()}`, { secret: undefined, publicKey: [whpk] }),
    ],
    ["bytes instead of text", () => verify(hmac(secret), { body: new TextEncoder().encode(body) })],
    [
      "headers in the form of a framework",
      () => verify("", { headers: { ...headers(""), "Webhook-Signature": [hmac(secret)] } }),
    ],
    [
      "the oldest valid time",
      () =>
        verify(hmac(secret, String(Number(at) - 300)), {
          headers: headers(hmac(secret, String(Number(at) - 300)), String(Number(at) - 300)),
        }),
    ],
  ])("by %s", async (_, verified) => {
    expect(await verified()).toEqual(JSON.parse(body));
  });
});

describe("a webhook is invalid", () => {
  const late = String(Number(at) + 301);
  it.each([
    ["with another secret", () => verify(hmac(other)), "signature"],
    ["with another body", () => verify(hmac(secret), { body: `${body} ` }), "signature"],
    [
      "with another time than was signed",
      () => verify(hmac(secret), { headers: headers(hmac(secret), String(Number(at) - 1)) }),
      "signature",
    ],
    [
      "with another id than was signed",
      () => verify("", { headers: { ...headers(hmac(secret)), "Webhook-Id": "msg_2" } }),
      "signature",
    ],
    [
      "with an HMAC labelled as Ed25519",
      () => verify(hmac(secret).replace("v1,", "v1a,"), { publicKey: whpk }),
      "signature",
    ],
    ["with only an unknown version", () => verify(hmac(secret).replace("v1,", "v2,")), "signature"],
    ["with part of a signature", () => verify(hmac(secret).slice(0, 20)), "signature"],
    ["without base64", () => verify("v1,%%%"), "signature"],
    [
      "from another key pair",
      () => verify(ed25519(generateKeyPairSync("ed25519").privateKey), { secret: undefined, publicKey: whpk }),
      "signature",
    ],
    ["too old", () => verify(hmac(secret), { now: new Date(now.getTime() + 301_000) }), "timestamp"],
    ["from the future", () => verify("", { headers: headers(hmac(secret, late), late) }), "timestamp"],
    ["with an invalid time", () => verify("", { headers: headers(hmac(secret, "NaN"), "NaN") }), "timestamp"],
    ["without a signature", () => verify(""), "headers"],
    ["with a header that is too long", () => verify("v1,".padEnd(10_000, "A")), "headers"],
    ["after twenty other signatures", () => verify(`${`${hmac(other)} `.repeat(20)}${hmac(secret)}`), "signature"],
    ["whose body is no JSON", () => verify(hmac(secret, at, "hello"), { body: "hello" }), "body"],
  ])("%s", async (_, verified, fault) => {
    await expect(verified()).rejects.toMatchObject({ name: "WebhookError", fault });
  });

  it.each([
    ["without any key", { secret: undefined }],
    ["with an empty secret", { secret: "whsec_" }],
    ["with a secret that is no base64", { secret: "whsec_%" }],
    ["with an empty list of secrets", { secret: [] }],
  ])("%s, which is an error of the caller", async (_, more) => {
    await expect(verify(hmac(secret), more)).rejects.toBeInstanceOf(TypeError);
  });
});
