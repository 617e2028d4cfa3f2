import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { authenticate } from "@/lib/authority/authenticate";
import { type Context, systemContext } from "@/lib/authority/context";
import { credentials } from "@/lib/database/schema/access";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { testDatabase } from "@/lib/database/testing/test-database";
import { ensureOperator, tokenFile } from "./bootstrap";
import { issueCredential, revokeCredential, rotateCredential } from "./credentials";

const database = testDatabase();
const CONFIGURED = "correct-horse-battery-staple";
const NEXT = "another-horse-another-staple";
const DAY_MILLISECONDS = 86_400_000;

let dataDir: string;
beforeEach(async () => {
  await database().delete(credentials);
  dataDir = path.join(await mkdtemp(path.join(tmpdir(), "bootstrap-")), "data");
});
afterEach(() => rm(path.dirname(dataDir), { recursive: true, force: true }));

/** A context some days from now. */
function inDays(days = 0): Context {
  return { ...systemContext(database()), clock: () => new Date(Date.now() + days * DAY_MILLISECONDS) };
}
const start = (configured?: string, days = 0) => ensureOperator(inDays(days), configured, dataDir);
const callerOf = (token: string | null, days = 0) => authenticate(inDays(days), `Bearer ${token}`);
const fileMode = async () => (await stat(tokenFile(dataDir))).mode & 0o777;
const written = () => readFile(tokenFile(dataDir), "utf8").catch(() => null);

describe("ensureOperator without OPERATOR_TOKEN", () => {
  it("creates and logs a token at the first start, in a file that only its owner can read", async () => {
    const token = await start();
    expect(await callerOf(token)).toMatchObject({ kind: "operator" });
    expect(await written()).toBe(`${token}\n`);
    expect(await fileMode()).toBe(0o600);
    const [row] = await database().select().from(credentials);
    const acts = await database()
      .select()
      .from(ledgerActs)
      .where(eq(ledgerActs.subject, row?.id ?? ""));
    expect(acts).toMatchObject([{ kind: "credential.issued", actor: "system" }]);
    expect(JSON.stringify(acts)).not.toContain(token);
  });

  it("makes nothing at the second start", async () => {
    const token = await start();
    expect(await start()).toBeNull();
    expect(await written()).toBe(`${token}\n`);
    expect(await database().$count(credentials)).toBe(1);
  });

  it("creates nothing if an owner exists, even without the file", async () => {
    await issueCredential(inDays(), { kind: "operator", role: "owner", label: "" });
    expect(await start()).toBeNull();
    expect(await written()).toBeNull();
  });

  it("creates an owner beside operators of other roles", async () => {
    await issueCredential(inDays(), { kind: "operator", role: "operator", label: "" });
    expect(await callerOf(await start())).toMatchObject({ role: "owner" });
  });

  it("keeps the file's token if the database is new, and closes the file to others", async () => {
    const token = await start();
    await database().delete(credentials);
    await chmod(tokenFile(dataDir), 0o644);
    expect(await start()).toBe(token);
    expect(await fileMode()).toBe(0o600);
    expect(await callerOf(token)).toMatchObject({ kind: "operator" });
  });

  it("does not keep an invalid token", async () => {
    await start();
    await database().delete(credentials);
    await writeFile(tokenFile(dataDir), "oops\n");
    expect(await callerOf(await start())).toMatchObject({ kind: "operator" });
  });

  it("creates a new token if the only operator has expired", async () => {
    const first = await start();
    const [{ id } = { id: "" }] = await database().select().from(credentials);
    const { id: successor } = await rotateCredential(inDays(), { id, grace_seconds: 60 });
    await revokeCredential(inDays(), { id: successor });
    const token = await start(undefined, 1);
    expect(token).not.toBe(first);
    expect(await callerOf(token, 1)).toMatchObject({ kind: "operator" });
    expect(await callerOf(first, 1)).toEqual({ kind: "anonymous" });
  });

  it("makes one token from eight instances that start at once", async () => {
    // Again and again, since only a pool that is warm lets all eight really run at once.
    for (let round = 0; round < 5; round += 1) {
      await database().delete(credentials);
      await rm(dataDir, { recursive: true, force: true });
      const tokens = await Promise.all(Array.from({ length: 8 }, () => start()));
      const made = tokens.filter((token) => token !== null);
      expect(made).toHaveLength(1);
      expect(await written()).toBe(`${made[0]}\n`);
      expect(await database().$count(credentials)).toBe(1);
    }
  });
});

describe("ensureOperator with OPERATOR_TOKEN", () => {
  it("makes the setting work, shows it to nobody, and leaves no file", async () => {
    expect(await start(CONFIGURED)).toBeNull();
    expect(await callerOf(CONFIGURED)).toMatchObject({ kind: "operator" });
    expect(await written()).toBeNull();
    expect(JSON.stringify(await database().select().from(credentials))).not.toContain(CONFIGURED);
  });

  it("ends the old value when the setting changes", async () => {
    await start(CONFIGURED);
    await start(NEXT);
    expect(await callerOf(CONFIGURED)).toEqual({ kind: "anonymous" });
    expect(await callerOf(NEXT)).toMatchObject({ kind: "operator" });
    expect(await database().$count(credentials)).toBe(1);
  });

  it("takes the first start's token from the file as it is", async () => {
    const token = (await start()) ?? "";
    await start(token);
    expect(await database().$count(credentials)).toBe(1);
    expect(await callerOf(token)).toMatchObject({ kind: "operator" });
  });

  it("works from the next start on even if its credential was rotated or revoked", async () => {
    await start(CONFIGURED);
    await issueCredential(inDays(), { kind: "operator", label: "another" });
    const [{ id } = { id: "" }] = await database()
      .select()
      .from(credentials)
      .where(eq(credentials.label, "Operator from the settings"));
    await rotateCredential(inDays(), { id, grace_seconds: 60 });
    await start(CONFIGURED, 1);
    expect(await callerOf(CONFIGURED, 2)).toMatchObject({ kind: "operator" });
    await revokeCredential(inDays(2), { id });
    await start(NEXT, 2);
    expect(await callerOf(NEXT, 2)).toMatchObject({ kind: "operator" });
  });

  it("does not revive a token of another owner or one that has ended, and still leaves an operator", async () => {
    const { token: agents } = await issueCredential(inDays(), { kind: "agent", did: "did:fed:s1:atlas", label: "" });
    const made = await start(agents);
    expect(await callerOf(agents)).toMatchObject({ kind: "agent" });
    expect(await callerOf(made)).toMatchObject({ kind: "operator" });
    const ended = await issueCredential(inDays(), { kind: "operator", label: "" });
    await revokeCredential(inDays(), { id: ended.id });
    expect(await start(ended.token)).toBeNull();
    expect(await callerOf(ended.token)).toEqual({ kind: "anonymous" });
    expect(await callerOf(made)).toMatchObject({ kind: "operator" });
  });

  it("makes one credential from eight instances that start at once", async () => {
    const before = await database().$count(ledgerActs);
    await Promise.all(Array.from({ length: 8 }, () => start(CONFIGURED)));
    expect(await database().$count(ledgerActs)).toBe(before + 1);
    expect(await database().$count(credentials)).toBe(1);
    expect(await callerOf(CONFIGURED)).toMatchObject({ kind: "operator" });
  });
});
