import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Context, systemContext } from "@/lib/authority/context";
import { ensureSigningKey } from "@/lib/authority/keys";
import { type Client, openClient } from "@/lib/database/client";
import type { Database } from "@/lib/database/open";
import { ledgerEntries } from "@/lib/database/schema/ledger";
import { type FaultyProxy, startFaultyProxy } from "@/lib/database/testing/faulty-proxy";
import { onServer } from "@/lib/database/testing/template";
import { createTestDatabase } from "@/lib/database/testing/test-database";
import { tapWire } from "@/lib/database/testing/wire-tap";
import { setFreeze } from "@/lib/features/council/freezes/service/freezes";
import { ANCHOR_LOG } from "@/lib/ledger/append";
import { createDraft } from "@/lib/ledger/link";
import { verifyStoredLog } from "@/lib/ledger/verify-stored";
import { appendAnchors } from "./append";

let copy: Awaited<ReturnType<typeof createTestDatabase>>;
const clients: Client[] = [];
function open(address = copy.address): Database {
  const client = openClient(address);
  clients.push(client);
  return drizzle(client);
}
let db: Database;
beforeAll(async () => {
  copy = await createTestDatabase();
  db = open();
  await ensureSigningKey(db, undefined, new Date());
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end({ timeout: 1 })));
  await copy.drop();
});

let number = 0;
async function append(on: Database, at = new Date(), key?: string) {
  number += 1;
  const content = { did: "did:fed:s1:atlas", kind: "note", scope: "PUBLIC" as const, payload: { number } };
  const [appended] = await appendAnchors(on, [{ ...createDraft(content, at), key }]);
  if (!appended) throw new Error("nothing was appended");
  return appended.entry;
}
const storedIds = async () =>
  (await db.select({ id: ledgerEntries.id }).from(ledgerEntries).where(eq(ledgerEntries.log, ANCHOR_LOG)))
    .map(({ id }) => id)
    .toSorted();
const isWhole = async () => expect((await verifyStoredLog(db, ANCHOR_LOG)).fault).toBeNull();

describe("appendAnchors", () => {
  it.each([1, 16, 64, 256])("gives %d callers at once a place each, without a gap, and one chain", async (callers) => {
    const before = (await storedIds()).length;
    const entries = await Promise.all(Array.from({ length: callers }, () => append(db)));
    const places = entries.map(({ seq }) => seq).toSorted((a, b) => a - b);
    expect(places).toEqual(Array.from({ length: callers }, (_, n) => before + 1 + n));
    expect((await storedIds()).length).toBe(before + callers);
    await isWhole();
  });

  it("takes one statement per batch if no other process appends", async () => {
    const tap = await tapWire(copy.address);
    const tapped = open(tap.address);
    // The first is behind the lock.
    await append(tapped);
    tap.reset();
    const caller = async () => {
      for (let n = 0; n < 10; n += 1) await append(tapped);
    };
    await Promise.all(Array.from({ length: 32 }, caller));
    const { statements } = tap.traffic();
    await tap.close();
    expect(statements.filter((statement) => !statement.includes("ledger_append"))).toEqual([]);
    expect(statements.length).toBeGreaterThanOrEqual(10);
    await isWhole();
  });

  it("bounds how many entries share a statement, however small their payloads are", async () => {
    const tap = await tapWire(copy.address);
    const tapped = open(tap.address);
    const content = { did: "did:fed:s1:atlas", kind: "note", scope: "PUBLIC" as const, payload: 1 };
    const batches = Array.from({ length: 24 }, () =>
      Array.from({ length: 512 }, () => ({ ...createDraft(content, new Date()), key: undefined })),
    );
    const appended = await Promise.all(batches.map((drafts) => appendAnchors(tapped, drafts)));
    const appends = tap.traffic().statements.filter((statement) => statement.includes("ledger_append"));
    await tap.close();
    expect(appended.flat()).toHaveLength(24 * 512);
    expect(appends).toHaveLength(2);
    await isWhole();
  });

  it("never forks if others move the head that a process has cached", async () => {
    const other = open();
    const before = (await storedIds()).length;
    for (let round = 0; round < 20; round += 1) {
      await append(db);
      await append(other);
    }
    await Promise.all(Array.from({ length: 64 }, (_, n) => append(n % 2 === 0 ? db : other)));
    expect((await storedIds()).length).toBe(before + 104);
    await isWhole();
  });

  it("never lets time decrease along the log, though the clock does", async () => {
    const noon = Date.parse("2040-01-01T12:00:00.000Z");
    const entries = [];
    for (const offset of [0, -3_600_000, 5, -1, 6]) entries.push(await append(db, new Date(noon + offset)));
    const millisecondsAfterNoon = entries.map(({ created_at }) => Date.parse(created_at) - noon);
    expect(millisecondsAfterNoon).toEqual([0, 0, 5, 5, 6]);
    await isWhole();
  });

  it("stores nothing after a freeze is decided, in any batch, and everything that was acknowledged before", async () => {
    const ctx: Context = { ...systemContext(db), clock: () => new Date("2040-02-01T00:00:00.000Z") };
    const before = await storedIds();
    const acknowledged: string[] = [];
    const refused: unknown[] = [];
    const caller = async () => {
      while (refused.length < 64) {
        await append(db).then(
          ({ id }) => acknowledged.push(id),
          (error) => refused.push(error),
        );
      }
    };
    const callers = Array.from({ length: 64 }, caller);
    while (acknowledged.length < 100) await new Promise((resolve) => setTimeout(resolve, 5));
    await setFreeze(ctx, { subsystem: "memory", frozen: true, reason: "clock skew" });
    const atFreeze = await storedIds();
    await Promise.all(callers);
    expect(await storedIds()).toEqual(atFreeze);
    expect(atFreeze).toEqual([...before, ...acknowledged].toSorted());
    for (const error of refused) expect(error).toMatchObject({ kind: "frozen", message: "clock skew" });
    await setFreeze(ctx, { subsystem: "memory", frozen: false, reason: "clock set" });
    await append(db);
    await isWhole();
  });
});

describe.runIf(onServer)("if any statement's response is lost", () => {
  let proxy: FaultyProxy;
  beforeAll(async () => {
    if (!("url" in copy.address)) throw new Error("this is not the server");
    proxy = await startFaultyProxy(copy.address.url, 5432);
  });
  afterAll(() => proxy.refuse());

  it("an idempotency key that has other content is not acknowledged", async () => {
    await append(db, new Date(), "taken");
    const through = open({ url: proxy.url });
    proxy.loseAnswerOf("commit", "never");
    await expect(append(through, new Date(), "taken")).rejects.toThrow();
    proxy.loseAnswerOf("no statement says this", "never");
    await expect(append(through, new Date(), "taken")).rejects.toMatchObject({ kind: "conflict" });
  });

  /** The statements of an append onto the remembered head, and of one behind the lock; with keys there are more. */
  const steps = ["ledger_append", "begin", "freezes", "for update", "anchor_keys", "insert into", "commit"];
  const cases = steps.flatMap((step) => (["never", 0, 100] as const).map((late) => [step, late] as const));
  it.each(cases)(
    "of `%s`, delivered %s: exactly the acknowledged entries are stored, once each",
    async (step, late) => {
      const before = await storedIds();
      const through = open({ url: proxy.url });
      const round = (keyed: boolean) =>
        Array.from({ length: 8 }, (_, n) => append(through, new Date(), keyed ? `${step}-${late}-${n}` : undefined));
      proxy.loseAnswerOf(step, late);
      const rounds = [await Promise.allSettled(round(true)), await Promise.allSettled(round(false))];
      proxy.loseAnswerOf("no statement says this", "never");
      rounds.push(await Promise.allSettled([append(through)]));
      const acknowledged = rounds.flat().flatMap((each) => (each.status === "fulfilled" ? each.value.id : []));
      // A late statement still ends before any caller gets a response, because the look-up waits for its lock.
      expect(await storedIds()).toEqual([...before, ...acknowledged].toSorted());
      expect(acknowledged.length).toBeGreaterThanOrEqual(9);
      await isWhole();
    },
    60_000,
  );
});
