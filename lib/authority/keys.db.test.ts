import { createPrivateKey, createPublicKey, generateKeyPairSync, hkdfSync, type KeyObject } from "node:crypto";
import { eq } from "drizzle-orm";
import { calculateJwkThumbprint, type JWK } from "jose";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { KeySet } from "@/lib/authority/key-set";
import { signingKeys } from "@/lib/database/schema/trust";
import { testDatabase } from "@/lib/database/testing/test-database";
import type { KeyPurpose } from "@/lib/identity/key-purpose";
import { ensureSigningKey, listKeys, parseSigningKey, UnusableSigningKey } from "./keys";

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
  ])("rejects %s with a sentence that names the setting and contains nothing of its value", (_, text) => {
    let message = "";
    try {
      parseSigningKey(text);
    } catch (error) {
      message = String(error);
    }
    expect(message).toBe("Error: SIGNING_KEY: must be an Ed25519 private key, PKCS #8 as PEM or as base64 of its DER");
  });
});

/** A time this many days after the first. */
const dayOf = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
const jwkOf = (key: KeyObject) => createPublicKey(key).export({ format: "jwk" }) as JWK;
const kidOf = (key: KeyObject) => calculateJwkThumbprint(jwkOf(key));

/** The key of a purpose by the words of the decision, apart from the service's code. */
function derived(key: KeyObject, purpose: string): KeyObject {
  const seed = Buffer.from(key.export({ format: "jwk" }).d ?? "", "base64url");
  const bytes = Buffer.from(hkdfSync("sha256", seed, Buffer.alloc(0), `fgs/key/v1/${purpose}`, 32));
  const prefix = Buffer.from("302e020100300506032b657004220420", "hex");
  return createPrivateKey({ key: Buffer.concat([prefix, bytes]), format: "der", type: "pkcs8" });
}

const rows = () => database().select().from(signingKeys);
const rowFor = async (purpose: KeyPurpose) => (await rows()).find(({ purposes }) => purposes.includes(purpose));

/** The kid of the key that a process would sign with which starts now: it reads each key once. */
async function signerOfNewProcess(purpose: KeyPurpose, configured?: string): Promise<string> {
  vi.resetModules();
  const { signingKey } = await import("./keys");
  return (await signingKey(database(), configured, purpose)).kid;
}
const signersOfNewProcess = async (configured?: string) => ({
  log: await signerOfNewProcess("log", configured),
  statement: await signerOfNewProcess("statement", configured),
});

describe("ensureSigningKey", () => {
  beforeEach(async () => {
    await database().delete(signingKeys);
  });

  it("makes one key of each purpose from eight instances that start at once", async () => {
    await Promise.all(Array.from({ length: 8 }, () => ensureSigningKey(database(), undefined, NOW)));
    expect((await rows()).map(({ purposes }) => purposes).toSorted()).toEqual([
      ["log"],
      ["secrets"],
      ["statement"],
      ["webhook"],
      ["witness"],
    ]);
  });

  it("stores the same keys from eight instances with one SIGNING_KEY", async () => {
    const configured = pemOf();
    await Promise.all(Array.from({ length: 8 }, () => ensureSigningKey(database(), configured, NOW)));
    expect(await rows()).toHaveLength(5);
  });

  it("keeps the keys from start to start", async () => {
    await ensureSigningKey(database(), undefined, NOW);
    const made = await rows();
    await ensureSigningKey(database(), undefined, LATER);
    expect(await rows()).toEqual(made);
    expect(await signersOfNewProcess()).toEqual({
      log: (await rowFor("log"))?.kid,
      statement: (await rowFor("statement"))?.kid,
    });
  });

  it("stores the public parts of a configured key and of its derived keys, and no private part", async () => {
    const key = ed25519();
    const others = (["statement", "webhook", "witness", "secrets"] as const).map((purpose) => ({
      ...{ purpose, key: derived(key, purpose) },
    }));
    await ensureSigningKey(database(), pemOf(key), NOW);
    await ensureSigningKey(database(), pemOf(key), LATER);
    const row = async (of: KeyObject, purposes: KeyPurpose[]) => ({
      ...{ kid: await kidOf(of), publicKey: jwkOf(of), privateKey: "", purposes, createdAt: NOW, lastSize: null },
    });
    const found = await rows();
    const expected = [row(key, ["log"]), ...others.map((other) => row(other.key, [other.purpose]))];
    expect(found).toHaveLength(5);
    expect(found).toEqual(expect.arrayContaining(await Promise.all(expected)));
    expect(await signersOfNewProcess(pemOf(key))).toEqual({
      log: await kidOf(key),
      statement: await kidOf(derived(key, "statement")),
    });
  });

  it("derives keys that no change of the code may change", async () => {
    const seed = Buffer.from(Array.from({ length: 32 }, (_, index) => index));
    const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed]);
    expect(await signersOfNewProcess(der.toString("base64"))).toEqual({
      log: "1IG2tMH7J2wbJZnOf8LJzQitKf7LMvoAElsuDMVM54Y",
      statement: "K-mdS3lbF0JTnyCFwDvnJXBRIK751s26N6UjPb2glvg",
    });
  });

  it("takes a purpose of later, too, and publishes no key for secrets", async () => {
    const configured = pemOf();
    const kids = new Set<string>();
    for (const purpose of ["log", "statement", "webhook", "witness", "secrets"] as const) {
      kids.add(await signerOfNewProcess(purpose, configured));
    }
    expect(kids.size).toBe(5);
    const values = { kid: "k", publicKey: jwkOf(ed25519()), privateKey: "", createdAt: NOW };
    await database()
      .insert(signingKeys)
      .values({ ...values, purposes: ["secrets"] });
    expect((await listKeys({ db: database() })).keys).toEqual([]);
  });

  it("signs with the configured keys if there are any, and otherwise with its own again", async () => {
    await ensureSigningKey(database(), undefined, NOW);
    const own = await signersOfNewProcess();
    const configured = pemOf();
    await ensureSigningKey(database(), configured, LATER);
    const other = await signersOfNewProcess(configured);
    expect([other.log, other.statement]).not.toContain(own.log);
    expect([other.log, other.statement]).not.toContain(own.statement);
    await ensureSigningKey(database(), undefined, dayOf(2));
    expect(await signersOfNewProcess()).toEqual(own);
    expect(await rows()).toHaveLength(10);
  });

  it("goes on with the key from before purposes for the logs, and makes another for statements", async () => {
    const old = ed25519();
    const stored = { kid: await kidOf(old), publicKey: jwkOf(old), privateKey: pemOf(old), createdAt: NOW };
    await database().insert(signingKeys).values(stored);
    await ensureSigningKey(database(), undefined, LATER);
    const { log, statement } = await signersOfNewProcess();
    expect(log).toBe(stored.kid);
    expect(statement).not.toBe(stored.kid);
    expect((await rows()).find(({ kid }) => kid === stored.kid)).toEqual({
      ...stored,
      purposes: ["log", "statement"],
      lastSize: null,
    });
    // A build from before purposes signs checkpoints with the newest kept key.
    const [newest] = (await rows()).toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
    expect(newest?.kid).toBe(log);
  });

  it("does the same with a SIGNING_KEY from before purposes", async () => {
    const old = ed25519();
    const stored = { kid: await kidOf(old), publicKey: jwkOf(old), privateKey: "", createdAt: NOW };
    await database().insert(signingKeys).values(stored);
    await ensureSigningKey(database(), pemOf(old), LATER);
    expect(await signersOfNewProcess(pemOf(old))).toEqual({
      log: stored.kid,
      statement: await kidOf(derived(old, "statement")),
    });
    expect((await listKeys({ db: database() })).keys.map(({ purposes }) => purposes)).toEqual(
      expect.arrayContaining([["statement"], ["webhook"], ["log", "statement"]]),
    );
  });

  it("accepts the stored key of the logs as SIGNING_KEY, and rejects a key that is for statements here", async () => {
    await ensureSigningKey(database(), undefined, NOW);
    const [log, statement] = [await rowFor("log"), await rowFor("statement")];
    await ensureSigningKey(database(), log?.privateKey, LATER);
    expect((await signersOfNewProcess(log?.privateKey)).log).toBe(log?.kid);
    await database().update(signingKeys).set({ privateKey: "" });
    const before = await rows();
    await expect(ensureSigningKey(database(), statement?.privateKey, LATER)).rejects.toThrow(UnusableSigningKey);
    expect(await rows()).toEqual(before);
  });

  it("makes new keys if the configured one was lost, and removes none", async () => {
    const lost = pemOf();
    await ensureSigningKey(database(), lost, NOW);
    const before = await rows();
    await ensureSigningKey(database(), undefined, LATER);
    expect(await rows()).toEqual(expect.arrayContaining(before));
    expect(await rows()).toHaveLength(10);
    expect(await signersOfNewProcess()).not.toEqual(await signersOfNewProcess(lost));
  });

  it("reports it if start-up has not made a key", async () => {
    await expect(signerOfNewProcess("log")).rejects.toThrow("start-up has not finished");
  });

  it("publishes every key that ever signed, newest first, with its purposes and no private part", async () => {
    await ensureSigningKey(database(), undefined, NOW);
    await ensureSigningKey(database(), pemOf(), LATER);
    const published = await listKeys({ db: database() });
    const times = new Map((await rows()).map(({ kid, createdAt }) => [kid, createdAt.getTime()]));
    const published_at = published.keys.map(({ kid }) => times.get(kid) ?? 0);
    expect(published_at).toEqual(published_at.toSorted((a, b) => b - a));
    // The two for secrets are not published.
    expect(published.keys).toHaveLength(8);
    expect(KeySet.parse(published)).toEqual(published);
    for (const key of published.keys) {
      expect(Object.keys(key).toSorted()).toEqual(["alg", "crv", "kid", "kty", "purposes", "use", "x"]);
      expect(await calculateJwkThumbprint(key)).toBe(key.kid);
    }
  });
});

describe("assertingKeys", () => {
  const asserting = async (configured: string | undefined, now: Date) => {
    vi.resetModules();
    const keys = await import("./keys");
    return (await keys.assertingKeys(database(), configured, now)).map(({ kid }) => kid);
  };
  const statementKid = async (configured: string) => signerOfNewProcess("statement", configured);

  it("are only keys of statements, never one that the logs have or had", async () => {
    await database().delete(signingKeys);
    const old = ed25519();
    const stored = { kid: await kidOf(old), publicKey: jwkOf(old), privateKey: pemOf(old), createdAt: NOW };
    await database().insert(signingKeys).values(stored);
    await ensureSigningKey(database(), undefined, LATER);
    expect(await asserting(undefined, LATER)).toEqual([await signerOfNewProcess("statement")]);
  });

  it("lose a key a day after a newer one came, and not the one that signs here", async () => {
    await database().delete(signingKeys);
    const [first, second] = [pemOf(), pemOf()];
    await ensureSigningKey(database(), first, dayOf(0));
    await ensureSigningKey(database(), second, dayOf(10));
    const [older, newer] = [await statementKid(first), await statementKid(second)];
    expect(await asserting(second, dayOf(10.9))).toEqual([newer, older]);
    expect(await asserting(second, dayOf(11))).toEqual([newer]);
    expect(await asserting(first, dayOf(20))).toEqual([newer, older]);
    const kept = await database().select().from(signingKeys).where(eq(signingKeys.kid, older));
    expect(kept).toHaveLength(1);
  });
});
