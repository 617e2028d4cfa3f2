import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { signingKeys } from "@/lib/database/schema/trust";
import { testDatabase } from "@/lib/database/testing/test-database";
import { sentenceOf } from "@/lib/foundation/reason";
import type { KeyPurpose } from "@/lib/identity/key-purpose";
import { readKeyFile } from "./key-file";
import { ensureSigningKey, isKeyInClear } from "./keys";

const database = testDatabase();
const NOW = new Date("2030-01-01T12:00:00.000Z");
const LATER = new Date("2030-01-02T12:00:00.000Z");
const PURPOSES: KeyPurpose[] = ["log", "statement", "webhook", "witness", "secrets"];

let directory: string;
let file: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "governance-keys-"));
  file = path.join(directory, "signing-keys.json");
  await database().delete(signingKeys);
});
afterEach(() => rm(directory, { recursive: true }));

const rows = () => database().select().from(signingKeys).orderBy(signingKeys.kid);
const withoutPrivate = async () => (await rows()).map(({ privateKey: _, ...row }) => row);
const dump = async () =>
  (await database().execute<{ row: string }>(sql`select k::text as row from signing_keys as k`))
    .map(({ row }) => row)
    .join("\n");

/** The kids with which a process signs that starts now, with the file beside its data. */
async function signers(): Promise<string[]> {
  vi.resetModules();
  vi.stubEnv("DATA_DIR", directory);
  vi.stubEnv("DATABASE_URL", "");
  const { signingKey } = await import("./keys");
  const kids: string[] = [];
  for (const purpose of PURPOSES) kids.push((await signingKey(database(), undefined, purpose)).kid);
  vi.unstubAllEnvs();
  return kids;
}

it("has the private keys, for its owner alone, and the database has none", async () => {
  await ensureSigningKey(database(), undefined, NOW, { file });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const keys = await readKeyFile(file);
  expect([...keys.keys()].toSorted()).toEqual((await rows()).map(({ kid }) => kid).toSorted());
  expect(await dump()).not.toContain("PRIVATE KEY");
  expect(await isKeyInClear({ db: database() })).toBe(false);
  expect(await readdir(directory)).toEqual(["signing-keys.json"]);
  // From start to start.
  const before = [await rows(), await signers()];
  await ensureSigningKey(database(), undefined, LATER, { file });
  expect([await rows(), await signers()]).toEqual(before);
});

it("gets the keys of a database that has them in clear, and the same keys go on", async () => {
  await ensureSigningKey(database(), undefined, NOW);
  const [before, own] = [await withoutPrivate(), await signers()];
  expect(await isKeyInClear({ db: database() })).toBe(true);
  await ensureSigningKey(database(), undefined, LATER, { file });
  expect(await dump()).not.toContain("PRIVATE KEY");
  expect(await withoutPrivate()).toEqual(before);
  expect(await signers()).toEqual(own);
});

it("may be written before the database is changed: after a crash in between, the next start completes the move", async () => {
  await ensureSigningKey(database(), undefined, NOW);
  const [kept, own] = [await rows(), await signers()];
  // The file is written, and the transaction of the database is lost.
  await expect(
    database().transaction(async (tx) => {
      await ensureSigningKey(tx as never, undefined, LATER, { file });
    }),
  ).rejects.toThrow();
  expect(await rows()).toEqual(kept);
  expect(new Set((await readKeyFile(file)).keys())).toEqual(new Set(kept.map(({ kid }) => kid)));
  expect(await signers()).toEqual(own);
  await ensureSigningKey(database(), undefined, LATER, { file });
  expect(await isKeyInClear({ db: database() })).toBe(false);
  expect(await signers()).toEqual(own);
});

it("the table is rewritten also if the process ended right after the move", async () => {
  await ensureSigningKey(database(), undefined, NOW);
  const filenode = async () =>
    (await database().execute<{ node: number }>(sql`select pg_relation_filenode('signing_keys') as node`))[0]?.node;
  const db = new Proxy(database(), {
    get: (target, name) => (name === "execute" ? () => Promise.reject(new Error("ended")) : Reflect.get(target, name)),
  });
  const before = await filenode();
  await expect(ensureSigningKey(db, undefined, LATER, { file })).rejects.toThrow("ended");
  expect(await filenode()).toBe(before);
  await ensureSigningKey(database(), undefined, LATER, { file });
  const rewritten = await filenode();
  expect(rewritten).not.toBe(before);
  await ensureSigningKey(database(), undefined, LATER, { file });
  expect(await filenode()).toBe(rewritten);
});

it("is replaced as a whole: a file that was half written at a crash is not read", async () => {
  await ensureSigningKey(database(), undefined, NOW);
  const own = await signers();
  await writeFile(`${file}.new`, '{"half');
  await chmod(`${file}.new`, 0o644);
  await ensureSigningKey(database(), undefined, LATER, { file });
  expect(await signers()).toEqual(own);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it("that is lost is replaced by one with new keys, and the old public keys stay", async () => {
  await ensureSigningKey(database(), undefined, NOW, { file });
  const before = await rows();
  const own = await signers();
  await rm(file);
  await ensureSigningKey(database(), undefined, LATER, { file });
  expect(await rows()).toEqual(expect.arrayContaining(before));
  const next = await signers();
  for (const kid of own) expect(next).not.toContain(kid);
});

it("stops the start if it cannot be read, because other keys would sign then", async () => {
  await ensureSigningKey(database(), undefined, NOW, { file });
  const before = await readFile(file, "utf8");
  await writeFile(file, before.slice(0, 40));
  await expect(ensureSigningKey(database(), undefined, LATER, { file })).rejects.toSatisfy((error) => {
    const said = sentenceOf(error);
    return said.startsWith(`The signing keys in ${file} cannot be read.`) && !said.includes("PRIVATE");
  });
  expect(await rows()).toHaveLength(5);
});
