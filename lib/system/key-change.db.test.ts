import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { and, eq, inArray, like, sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { listKeys } from "@/lib/authority/keys";
import { changes } from "@/lib/database/schema/change-feed";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { keyUses, signingKeys } from "@/lib/database/schema/trust";
import { webhooks } from "@/lib/database/schema/webhooks";
import { testDatabase } from "@/lib/database/testing/test-database";
import { ANCHOR_LOG, appendLocked } from "@/lib/ledger/append";
import {
  type CheckpointKey,
  checkpointKeys,
  openCheckpoint,
  signCheckpoint,
  verifyEd25519,
} from "@/lib/ledger/checkpoint";
import { lockHead, readHead } from "@/lib/ledger/head";
import { createDraft } from "@/lib/ledger/link";
import { sha256 } from "@/lib/ledger/sha256";
import { type Instance, instanceOf, type Settings } from "./testing/key-instances";

const database = testDatabase();

const newKey = () => generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }).toString();
const HOUR = 3_600;

const [A, B] = [newKey(), newKey()];
const instance = (...of: Settings) => instanceOf(database, ...of);
/** Makes it so long since an instance with these keys was seen. */
async function stopped(of: Instance, seconds: number) {
  const kids = [await of.kidOf("log"), await of.kidOf("webhook"), await of.kidOf("secrets")];
  await database()
    .update(keyUses)
    .set({ seenAt: sql`now() - make_interval(secs => ${seconds})` })
    .where(inArray(keyUses.kid, kids));
}

const grow = () =>
  database().transaction(async (tx) => {
    const draft = createDraft({ scope: "PUBLIC", did: "did:fed:s1:a", kind: "note", payload: {} }, new Date());
    await appendLocked(tx, await lockHead(tx, ANCHOR_LOG), [draft]);
  });
const linesOf = (note: string) => note.split("\n\n")[1]?.trim().split("\n") ?? [];
const publishedKeys = async () => (await listKeys({ db: database() })).keys;
const acts = () =>
  database()
    .select({ kind: ledgerActs.kind, subject: ledgerActs.subject, details: ledgerActs.details })
    .from(ledgerActs)
    .where(like(ledgerActs.kind, "key.%"))
    .orderBy(ledgerActs.seq);
const told = () =>
  database()
    .select({ kind: changes.kind, subject: changes.subject, data: changes.data })
    .from(changes)
    .where(like(changes.kind, "key.%"))
    .orderBy(changes.id);
const stateOf = async (id: string) =>
  (await database().select({ state: webhooks.state }).from(webhooks).where(eq(webhooks.id, id)))[0]?.state;

async function opens(note: string, keys: readonly CheckpointKey[]) {
  const { origin } = await readHead(database(), ANCHOR_LOG);
  return (await openCheckpoint(note, { origin, keys }, { sha256, verify: verifyEd25519 })) !== null;
}
async function keysOf(kid?: string) {
  return checkpointKeys((await publishedKeys()).filter((key) => kid === undefined || key.kid === kid));
}
/** A checkpoint that somebody signs who has only a key: of the log as it is, or larger by some entries. */
async function forged(key: KeyObject, published: CheckpointKey | undefined, more: number) {
  const { origin, tree } = await readHead(database(), ANCHOR_LOG);
  const signer = { key: published?.raw ?? new Uint8Array(), sign: (text: Uint8Array) => sign(null, text, key) };
  return signCheckpoint(sha256, { origin, size: tree.size + more, root: tree.root() }, [signer]);
}

beforeEach(async () => {
  await database().delete(webhooks);
  await database().delete(signingKeys);
  await database().delete(changes);
});
afterAll(() => vi.unstubAllEnvs());

describe("a change of SIGNING_KEY", () => {
  it("is signed with both keys until a day after the last instance with only the old one, which is then retired", async () => {
    const [actsBefore, old] = [(await acts()).length, await instance(A)];
    await old.start();
    expect([(await acts()).length, await told()]).toEqual([actsBefore, []]);
    await grow();
    const [saved, before] = [await keysOf(), await old.checkpoint()];

    expect(await (await instance(B)).doctor()).toMatch(
      /^warning: \S+ never signed here, and the previous key is not set/,
    );
    const changed = await instance(B, A);
    expect(await changed.doctor()).toMatch(/^ok: \S+, of SIGNING_KEY\. The next start begins the change from /);
    await changed.start();
    expect(await changed.doctor()).toMatch(
      /^warning: .+An instance that may have only the old key was seen \d seconds ago/,
    );
    expect(await old.doctor()).toMatch(/^warning: .+another instance has a newer key/);
    const added = (kid: string, purpose: string) => ({ kind: "key.added", subject: `key:${kid}`, data: { purpose } });
    expect(await told()).toEqual([
      added(await changed.kidOf("log"), "log"),
      { ...added("", "statement"), subject: expect.stringMatching(/^key:/) },
      added(await changed.kidOf("webhook"), "webhook"),
      { ...added("", "witness"), subject: expect.stringMatching(/^key:/) },
    ]);
    expect((await acts()).slice(actsBefore).map(({ kind, subject }) => ({ kind, subject }))).toEqual(
      (await told()).map(({ kind, subject }) => ({ kind, subject })),
    );

    const note = await changed.checkpoint();
    const present = await keysOf(await changed.kidOf("log"));
    expect(linesOf(note)).toHaveLength(2);
    expect([await opens(note, saved), await opens(note, present)]).toEqual([true, true]);
    const first = note.replace(`${linesOf(note)[1]}\n`, "");
    expect([await opens(first, saved), await opens(first, present)]).toEqual([false, true]);
    expect([await changed.webhookSignatures(), await old.webhookSignatures()].map(({ length }) => length)).toEqual([
      2, 1,
    ]);
    expect(await opens(await old.checkpoint(), saved)).toBe(true);
    expect(await changed.pass()).toMatchObject({ retired: 0 });
    // Many hours later, an instance with only the old key is still there.
    await stopped(old, 23 * HOUR);
    expect((await changed.pass()).retired).toBe(0);
    expect(await changed.doctor()).toMatch(/^ok: .+ Both sign until .+Then remove SIGNING_KEY_PREVIOUS/);

    await stopped(old, 25 * HOUR);
    const twin = await instance(B, A, "twin");
    const passes = await Promise.all([changed.pass(), twin.pass()]);
    expect(passes.reduce((sum, { retired }) => sum + retired, 0)).toBe(1);
    const { origin, tree } = await readHead(database(), ANCHOR_LOG);
    const [retired] = (await publishedKeys()).filter(({ last_size }) => last_size);
    expect(retired).toMatchObject({ kid: await old.kidOf("log"), last_size: { [origin]: tree.size } });
    const end = { purpose: "log", last_size: retired?.last_size };
    expect((await told()).at(-1)).toEqual({ kind: "key.retired", subject: `key:${retired?.kid}`, data: end });
    expect((await acts()).at(-1)).toMatchObject({ kind: "key.retired", details: end });
    await changed.pass();
    expect(await changed.doctor()).toMatch(/^warning: .+ is complete/);
    expect(linesOf(await changed.checkpoint())).toHaveLength(1);
    expect(await changed.webhookSignatures()).toHaveLength(1);

    const all = await keysOf();
    expect([await opens(before, all), await opens(note, all)]).toEqual([true, true]);
    const stolen = all.find(({ lastSize }) => lastSize);
    expect(await opens(await forged(await old.key(), stolen, 0), all)).toBe(true);
    expect(await opens(await forged(await old.key(), stolen, 1), all)).toBe(false);
    expect(
      await opens(await forged(await old.key(), stolen, 0), [{ raw: stolen?.raw ?? new Uint8Array(), lastSize: {} }]),
    ).toBe(false);
  });

  it("ends sooner without SIGNING_KEY_PREVIOUS, and then no instance signs with the old key, not even one that was suspended", async () => {
    const old = await instance(A);
    await old.start();
    const changed = await instance(B);
    await changed.start();
    expect(linesOf(await changed.checkpoint())).toHaveLength(1);
    expect((await changed.pass()).retired).toBe(0);
    await stopped(old, 200);
    expect((await changed.pass()).retired).toBe(1);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    await expect(old.checkpoint()).rejects.toThrow("retired");
    vi.useRealTimers();
    expect(await (await instance(A)).doctor()).toMatch(/^failed: .+ is retired/);
    await expect((await instance(A)).start()).rejects.toThrow(/^SIGNING_KEY: this key is retired/);
    await expect((await instance(newKey(), newKey())).start()).rejects.toThrow(
      /^SIGNING_KEY_PREVIOUS: .+never signed here/,
    );
    // A retired key still decrypts.
    await (await instance(B, A)).start();
  });

  it("can be taken back: a new key whose only instance was stopped is not retired by those with the old one", async () => {
    const old = await instance(A);
    await old.start();
    const canary = await instance(B, A);
    await canary.start();
    await stopped(canary, 30 * HOUR);
    expect((await old.pass()).retired).toBe(0);
    await (await instance(B, A)).start();
    const back = await instance(A, B);
    await back.start();
    expect(linesOf(await back.checkpoint())).toHaveLength(2);
    await stopped(canary, 30 * HOUR);
    expect((await back.pass()).retired).toBe(1);
  });
});

describe("secrets of webhooks", () => {
  it("are encrypted with the key that all instances have, and again with the new one once nobody has only the old one", async () => {
    const old = await instance(A);
    await old.start();
    const first = await old.subscribe();
    const changed = await instance(B, A);
    await changed.start();
    const second = await changed.subscribe();
    expect([await old.open(first), await old.open(second)]).toEqual(["whsec_x", "whsec_x"]);
    expect((await changed.pass()).secrets).toBe(0);
    await stopped(old, 200);
    // As an earlier build writes it, without the key's id.
    await database().update(webhooks).set({ sealedWith: null }).where(eq(webhooks.id, first));
    expect(await changed.doctor()).toMatch(/^ok: .+ The secrets of 2 webhooks are encrypted again within a minute/);
    // As a rotation left it after a change of keys in an earlier build: nobody can decrypt the secret before.
    const lost = { previousSecret: new Uint8Array(60), previousUntil: new Date(0) };
    await database().update(webhooks).set(lost).where(eq(webhooks.id, second));
    const passes = await Promise.all([changed.pass(), changed.pass()]);
    expect(passes.reduce((sum, { secrets }) => sum + secrets, 0)).toBe(2);
    expect([await changed.open(first), await changed.open(second), await old.open(first)]).toEqual([
      "whsec_x",
      "whsec_x",
      null,
    ]);
    const [row] = await database().select().from(webhooks).where(eq(webhooks.id, second));
    expect(row).toMatchObject({ previousSecret: null, previousUntil: null });
    // The old one leaves them to the others, and disables nothing.
    expect(await old.lease()).toBeUndefined();
    expect([first, second]).toContain(await changed.lease());
    expect([await stateOf(first), await stateOf(second)]).toEqual(["active", "active"]);
  });

  it("wait for a day if the old key was removed too early, and work again once it is back", async () => {
    const old = await instance(A);
    await old.start();
    const id = await old.subscribe();
    const early = await instance(B);
    await early.start();
    await stopped(old, 23 * HOUR);
    expect([await early.pass(), await early.lease()]).toEqual([{ secrets: 0, retired: 1 }, undefined]);
    expect(await early.doctor()).toMatch(
      /^warning: .+ 1 webhook cannot be delivered, because their secrets need an older key/,
    );
    const again = await instance(B, A);
    await again.start();
    expect([(await again.pass()).secrets, await early.open(id), await early.lease()]).toEqual([1, "whsec_x", id]);
  });

  it("are disabled, with the reason, if nobody has had their key for a day", async () => {
    const old = await instance(A);
    await old.start();
    const id = await old.subscribe();
    const alone = await instance(B);
    await alone.start();
    await stopped(old, 25 * HOUR);
    expect(await alone.lease()).toBe(id);
  });

  it("move from a key in the database to SIGNING_KEY without a word from their owners", async () => {
    const kept = await instance();
    await kept.start();
    const id = await kept.subscribe();
    const moved = await instance(B, undefined, "moved");
    await moved.start();
    expect([linesOf(await moved.checkpoint()).length, (await moved.webhookSignatures()).length]).toEqual([2, 2]);
    await stopped(kept, 200);
    expect([(await moved.pass()).secrets, await moved.open(id)]).toEqual([1, "whsec_x"]);
    const [row] = await database()
      .select()
      .from(webhooks)
      .where(and(eq(webhooks.id, id)));
    expect(row?.sealedWith).toBe(await moved.kidOf("secrets"));
  });
});
