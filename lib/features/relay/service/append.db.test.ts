import { type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { systemContext } from "@/lib/authority/context";
import { openClient } from "@/lib/database/client";
import { isDatabaseError } from "@/lib/database/errors";
import type { Database } from "@/lib/database/open";
import { relayCounts, relayInboxes } from "@/lib/database/schema/relay";
import { startFaultyProxy } from "@/lib/database/testing/faulty-proxy";
import { onServer } from "@/lib/database/testing/template";
import { testDatabase } from "@/lib/database/testing/test-database";
import { setFreeze } from "@/lib/features/council/freezes/service/freezes";
import { appendEvent } from "./append";
import type { NewEvent, Routing } from "./insert-events";
import { replayTrace } from "./replay";

const database = testDatabase();
const SRC = "did:fed:s1:source";
const replay = (trace_id: string) => replayTrace(systemContext(database()), { trace_id, limit: undefined, after: 0 });
const append = (traceId: string, some: Partial<NewEvent> = {}, db = database()) =>
  appendEvent(db, { traceId, srcDid: SRC, intent: "translate this", at: new Date(), ...some });

describe("a routing decision", () => {
  const routing = (some: Partial<Routing> = {}): Routing => ({
    match: "semantic",
    decision: { target: { did: "did:fed:s1:t" }, candidates: [] },
    semanticScore: 0.9,
    threshold: 0.5,
    durationMilliseconds: 3.5,
    ...some,
  });

  it("is stored whole on the trace among the events, and in no inbox", async () => {
    await append("routed");
    await append("routed", { dstDid: "did:fed:s1:t", routing: routing() });
    await append("routed", { dstDid: "did:fed:s1:u" });
    const { events } = await replay("routed");
    expect(events.map(({ seq, record, kind, decision }) => [seq, record, kind, decision])).toEqual([
      [1, "event", "", null],
      [2, "routing", "routing", routing().decision],
      [3, "event", "", null],
    ]);
    expect((await database().select().from(relayInboxes)).map(({ did }) => did)).toEqual(["did:fed:s1:u"]);
  });

  it("is counted by its match, and as a sample of drift", async () => {
    const before = await totals();
    await Promise.all([
      append("counted", { routing: routing() }),
      append("counted", { routing: routing({ match: "none", semanticScore: 0.49 }) }),
      append("counted", { routing: routing({ match: "syntactic", semanticScore: 0.7 }) }),
    ]);
    const after = await totals();
    const grown = Object.keys(after).map((measure) => [measure, (after[measure] ?? 0) - (before[measure] ?? 0)]);
    expect(Object.fromEntries(grown)).toEqual({
      ...{ events: 0, routings: 3, semantic: 1, syntactic: 1, none: 1, samples: 3, drifted: 1 },
    });
  });

  async function totals(): Promise<Record<string, number>> {
    const sums: Record<string, number> = {};
    for (const { hour, measure, amount } of await database().select().from(relayCounts)) {
      if (hour.getTime() === 0) sums[measure] = (sums[measure] ?? 0) + amount;
    }
    return sums;
  }
});

describe.runIf(onServer)("on a server", () => {
  async function ownUrl(): Promise<string> {
    const [row] = await database().execute<{ name: string }>("select current_database() as name");
    const url = new URL(process.env["TEST_DATABASE_URL"] ?? "");
    url.pathname = `/${row?.name}`;
    return url.href;
  }

  /** Opens a separate pool with its own group commit, like another process. */
  async function open(url?: string): Promise<Database> {
    const client = openClient({ url: url ?? (await ownUrl()) });
    onTestFinished(() => client.end({ timeout: 1 }));
    return drizzle(client);
  }

  it("several processes append to the same traces and inboxes without gaps, deadlocks or failures", async () => {
    const processes = [database(), await open(), await open()];
    const stored = await Promise.all(
      Array.from({ length: 600 }, (_, n) =>
        append(`shared-${n % 7}`, { dstDid: `did:fed:s1:shared-${n % 5}` }, processes[n % 3]),
      ),
    );
    for (let trace = 0; trace < 7; trace += 1) {
      const seqs = stored.filter(({ traceId }) => traceId === `shared-${trace}`).map(({ seq }) => seq);
      expect(seqs.toSorted((a, b) => a - b)).toEqual(seqs.map((_, index) => index + 1));
    }
    const inboxes = await database().select().from(relayInboxes);
    const shared = inboxes.filter(({ did }) => did.includes("shared-"));
    expect(shared.map(({ size }) => size)).toEqual([120, 120, 120, 120, 120]);
  });

  it("several processes that send the same key at once store one event", async () => {
    const processes = [database(), await open(), await open()];
    const idempotency = { key: "everywhere", contentHash: "c" };
    const stored = await Promise.all(
      Array.from({ length: 30 }, (_, n) => append(`everywhere-${n}`, { idempotency }, processes[n % 3])),
    );
    expect(new Set(stored.map(({ id }) => id)).size).toBe(1);
  });

  it("another process sees a freeze at once", async () => {
    const other = await open();
    await append("elsewhere", {}, other);
    await freeze(true);
    onTestFinished(async () => void (await freeze(false)));
    await expect(append("elsewhere", {}, other)).rejects.toMatchObject({ kind: "frozen" });
    expect((await replay("elsewhere")).count).toBe(1);
  });

  /** Keeps a row's lock in another session. Returns the function that releases it. */
  async function lock(statement: SQL): Promise<() => Promise<void>> {
    const other = await open();
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    let setLocked = () => {};
    const locked = new Promise<void>((resolve) => (setLocked = resolve));
    const done = other.transaction(async (tx) => {
      await tx.execute(statement);
      setLocked();
      await released;
    });
    await locked;
    return async () => {
      release();
      await done;
    };
  }
  const freeze = (frozen: boolean) =>
    setFreeze(systemContext(database()), { subsystem: "relay", frozen, reason: frozen ? "now" : "over" });
  /** Waits until so many statements wait for a lock. */
  const waiting = (count: number) =>
    vi.waitFor(
      async () => {
        const waits = await database().execute(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
        expect(waits).toHaveLength(count);
      },
      { timeout: 20_000 },
    );

  it("a freeze waits for running writes, and none commits after it", async () => {
    await append("held");
    const release = await lock(sql`select from relay_traces where trace_id = 'held' for update`);
    const writing = append("held", {}, await open());
    await waiting(1);
    const freezing = freeze(true);
    onTestFinished(async () => void (await freeze(false)));
    await waiting(2);
    await release();
    expect((await writing).seq).toBe(2);
    expect((await freezing).frozen).toBe(true);
    await expect(append("held")).rejects.toMatchObject({ kind: "frozen", message: "now" });
  });

  it("a write during an uncommitted freeze waits for it, and fails", async () => {
    const release = await lock(sql`update freezes set frozen = true, reason = 'coming' where subsystem = 'relay'`);
    onTestFinished(async () => void (await freeze(false)));
    const writing = append("late").catch((error: unknown) => error);
    await waiting(1);
    await release();
    expect(await writing).toMatchObject({ kind: "frozen", message: "coming" });
    await expect(replay("late")).rejects.toMatchObject({ kind: "notFound" });
  });

  it.each([
    ["old", 0],
    ["old", 1_500],
    ["new", 1_500],
  ])(
    "a commit on a trace that is %s, which arrives %i ms late and whose reply is lost, is found and not repeated",
    async (age, late) => {
      const proxy = await startFaultyProxy(await ownUrl(), 5432);
      const behind = await open(proxy.url);
      const trace = `lost-${age}-${late}`;
      const before = age === "old" ? (await append(trace)).seq : 0;
      proxy.loseAnswerOf("commit", late);
      const { id, seq } = await append(trace, {}, behind);
      expect(seq).toBe(before + 1);
      const { count, events } = await replay(trace);
      expect(count).toBe(seq);
      expect(events.at(-1)?.id).toBe(id);
      expect((await append(trace, {}, behind)).seq).toBe(seq + 1);
    },
  );

  it("a commit that never arrives is a database error, stores nothing, and can be retried", async () => {
    const proxy = await startFaultyProxy(await ownUrl(), 5432);
    const behind = await open(proxy.url);
    proxy.loseAnswerOf("commit", "never");
    const idempotency = { key: "again", contentHash: "c" };
    const refused = await append("never", { idempotency }, behind).catch((error: unknown) => error);
    expect(isDatabaseError(refused)).toBe(true);
    await expect(replay("never")).rejects.toMatchObject({ kind: "notFound" });
    expect((await append("never", { idempotency }, behind)).seq).toBe(1);
  });
});
