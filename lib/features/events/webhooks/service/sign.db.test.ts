import { createPublicKey, verify } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { ensureSigningKey, listKeys } from "@/lib/authority/keys";
import { openSecret, sealSecret, secretKeys } from "@/lib/authority/sealed-secrets";
import { testDatabase } from "@/lib/database/testing/test-database";
import { settings } from "@/lib/foundation/env";
import { makeSecret } from "./secrets";
import { hmacSignature, signedHeaders } from "./sign";

const database = testDatabase();
beforeAll(() => ensureSigningKey(database(), settings().SIGNING_KEY, new Date()));

const signed = { id: "msg_1", timestampSeconds: 1_700_000_000, body: '{"a":1}' };

describe("signatures", () => {
  // The example of https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
  it("are those of the specification's example", () => {
    const example = {
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
      timestampSeconds: 1_614_265_330,
      body: '{"test": 2432232314}',
    };
    expect(hmacSignature("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", example)).toBe(
      "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    );
  });

  it("are one v1 for each secret, and v1a, which the published key for webhooks verifies", async () => {
    const secrets = [makeSecret(), makeSecret()];
    const headers = await signedHeaders(database(), secrets, signed);
    const [first, second, own = ""] = headers["webhook-signature"].split(" ");
    expect([first, second]).toEqual(secrets.map((secret) => hmacSignature(secret, signed)));
    const published = (await listKeys({ db: database() })).keys.find(({ purposes }) => purposes.includes("webhook"));
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: published?.x ?? "" }, format: "jwk" });
    const [version, signature = ""] = own.split(",");
    expect(version).toBe("v1a");
    const content = Buffer.from(`msg_1.1700000000.${signed.body}`);
    expect(verify(null, content, key, Buffer.from(signature, "base64"))).toBe(true);
  });
});

describe("a stored secret", () => {
  it("is decrypted only with its subscription's id, and only if its bytes are unchanged", async () => {
    const secret = makeSecret();
    const keys = await secretKeys(database());
    const sealed = Buffer.from(sealSecret(keys.present, "a", secret));
    expect(sealed.includes(Buffer.from(secret))).toBe(false);
    expect(openSecret(keys, "a", sealed)).toBe(secret);
    expect(openSecret(keys, "b", sealed)).toBeNull();
    for (const at of [0, 15, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(openSecret(keys, "a", changed)).toBeNull();
    }
    expect(openSecret(keys, "a", sealed.subarray(0, 20))).toBeNull();
  });

  it("is encrypted to different bytes each time", async () => {
    const { present } = await secretKeys(database());
    expect(Buffer.compare(sealSecret(present, "a", "whsec_x"), sealSecret(present, "a", "whsec_x"))).not.toBe(0);
  });
});
