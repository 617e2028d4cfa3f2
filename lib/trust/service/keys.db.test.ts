import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { calculateJwkThumbprint, type JWK } from "jose";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { systemContext } from "@/lib/context";
import { signingKeys } from "@/lib/db/schema/trust";
import { testDatabase } from "@/lib/db/testing/test-database";
import { KeySet } from "../schema";
import { ensureSigningKey, parseSigningKey } from "./keys";
import { listKeys } from "./standing";

const database = testDatabase();
const NOW = new Date("2030-01-01T12:00:00.000Z");
const LATER = new Date("2030-01-02T12:00:00.000Z");

const ed25519 = () => generateKeyPairSync("ed25519").privateKey;
const pemOf = (key = ed25519()) => key.export({ format: "pem", type: "pkcs8" }).toString();

describe("parseSigningKey", () => {
  const key = ed25519();
  const der = key.export({ format: "der", type: "pkcs8" });
  const pem = pemOf(key);

  it.each([
    ["PEM", pem],
    ["PEM with line breaks written \\n", pem.replaceAll("\n", "\\n")],
    ["base64 of the DER", der.toString("base64")],
    ["base64url of the DER", der.toString("base64url")],
  ])("reads %s", (_, text) => {
    expect(parseSigningKey(text).equals(key)).toBe(true);
  });

  const { privateKey: rsa } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  it.each([
    ["nothing", ""],
    ["a passphrase", "hunter2"],
    ["another kind of key", rsa.export({ format: "pem", type: "pkcs8" }).toString()],
    ["a public key", createPublicKey(key).export({ format: "pem", type: "spki" }).toString()],
    ["half a key", pem.slice(0, 60)],
  ])("refuses %s with a sentence that names the setting and repeats nothing of it", (_, text) => {
    let message = "";
    try {
      parseSigningKey(text);
    } catch (error) {
      message = String(error);
    }
    expect(message).toBe("Error: SIGNING_KEY: must be an Ed25519 private key, PKCS #8 as PEM or as base64 of its DER");
  });
});

describe("ensureSigningKey", () => {
  beforeEach(async () => {
    await database().delete(signingKeys);
    vi.resetModules();
  });

  const rows = () => database().select().from(signingKeys);
  /** The key that a process would sign with which starts now: it reads the key once. */
  async function signerOfNewProcess(configured?: string): Promise<string> {
    const { signingKey } = await import("./keys");
    return (await signingKey(database(), configured)).kid;
  }

  it("makes one key from eight instances that start at once", async () => {
    await Promise.all(Array.from({ length: 8 }, () => ensureSigningKey(database(), undefined, NOW)));
    expect(await rows()).toHaveLength(1);
  });

  it("keeps the key from start to start", async () => {
    await ensureSigningKey(database(), undefined, NOW);
    const [made] = await rows();
    await ensureSigningKey(database(), undefined, LATER);
    expect(await rows()).toEqual([made]);
    expect(await signerOfNewProcess()).toBe(made?.kid);
  });

  it("puts a configured key's public part on record, and its private part nowhere", async () => {
    const key = ed25519();
    await ensureSigningKey(database(), pemOf(key), NOW);
    await ensureSigningKey(database(), pemOf(key), LATER);
    const publicKey = createPublicKey(key).export({ format: "jwk" }) as JWK;
    const kid = await calculateJwkThumbprint(publicKey);
    expect(await rows()).toEqual([{ kid, publicKey, privateKey: "", createdAt: NOW }]);
    expect(await signerOfNewProcess(pemOf(key))).toBe(kid);
  });

  it("signs with the configured key where there is one, and with its own again where there is none", async () => {
    await ensureSigningKey(database(), undefined, NOW);
    const [own] = await rows();
    const configured = pemOf();
    await ensureSigningKey(database(), configured, LATER);
    expect(await signerOfNewProcess(configured)).not.toBe(own?.kid);
    vi.resetModules();
    expect(await signerOfNewProcess()).toBe(own?.kid);
  });

  it("says what is amiss where start-up has not made a key", async () => {
    await expect(signerOfNewProcess()).rejects.toThrow("start-up has not finished");
  });

  it("publishes every key that ever signed, newest first, and no private part", async () => {
    await ensureSigningKey(database(), undefined, NOW);
    await ensureSigningKey(database(), pemOf(), LATER);
    const published = await listKeys(systemContext(database()));
    const kids = (await rows()).toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime()).map(({ kid }) => kid);
    expect(published.keys.map(({ kid }) => kid)).toEqual(kids);
    expect(KeySet.parse(published)).toEqual(published);
    for (const key of published.keys) {
      expect(Object.keys(key).toSorted()).toEqual(["alg", "crv", "kid", "kty", "use", "x"]);
      expect(await calculateJwkThumbprint(key)).toBe(key.kid);
    }
  });
});
