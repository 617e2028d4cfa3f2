import { drizzle } from "drizzle-orm/postgres-js";
import { describe, expect, it, onTestFinished } from "vitest";
import { systemContext } from "@/lib/context";
import { openClient } from "@/lib/db/client";
import { isDatabaseError } from "@/lib/db/errors";
import type { Database } from "@/lib/db/open";
import { relayCounts, relayInboxes } from "@/lib/db/schema/relay";
import { startFaultyProxy } from "@/lib/db/testing/faulty-proxy";
import { testDatabase } from "@/lib/db/testing/test-database";
import { setFreeze } from "@/lib/freezes/service/freezes";
import { appendEvent, type NewEvent, type Routing } from "./append";
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

  it("stands on the trace among the events, whole, and in no inbox", async () => {
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

  it("is counted by its match, and as a sample of drift where the vector store was asked", async () => {
    const before = await totals();
    await Promise.all([
      append("counted", { routing: routing() }),
      append("counted", { routing: routing({ match: "none", semanticScore: 0.49 }) }),
      append("counted", { routing: routing({ match: "syntactic", semanticScore: null }) }),
    ]);
    const after = await totals();
    const grown = Object.keys(after).map((measure) => [measure, (after[measure] ?? 0) - (before[measure] ?? 0)]);
    expect(Object.fromEntries(grown)).toEqual({
      ...{ events: 0, routings: 3, semantic: 1, syntactic: 1, none: 1, samples: 2, drifted: 1 },
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

describe.skipIf(process.env["TEST_DATABASE_URL"] === undefined)("on a server", () => {
  async function ownUrl(): Promise<string> {
    const [row] = await database().execute<{ name: string }>("select current_database() as name");
    const url = new URL(process.env["TEST_DATABASE_URL"] ?? "");
    url.pathname = `/${row?.name}`;
    return url.href;
  }

  /** A pool of its own, as another process has; its group commit is its own, too. */
  async function open(url?: string): Promise<Database> {
    const client = openClient({ url: url ?? (await ownUrl()) });
    onTestFinished(() => client.end({ timeout: 1 }));
    return drizzle(client);
  }

  it("several processes append to the same traces and inboxes without a gap, a deadlock or a failure", async () => {
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

  it("several processes that send one key at once store one event", async () => {
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
    await setFreeze(systemContext(database()), { subsystem: "relay", frozen: true, reason: "now" });
    onTestFinished(async () => {
      await setFreeze(systemContext(database()), { subsystem: "relay", frozen: false, reason: "over" });
    });
    await expect(append("elsewhere", {}, other)).rejects.toMatchObject({ kind: "frozen" });
    expect((await replay("elsewhere")).count).toBe(1);
  });

  it.each([0, 400])(
    "a commit that arrives %i ms late and whose answer is lost is found, and not repeated",
    async (late) => {
      const proxy = await startFaultyProxy(await ownUrl(), 5432);
      const behind = await open(proxy.url);
      await append(`lost-${late}`);
      proxy.loseAnswerOf("commit", late);
      const to = { dstDid: `did:fed:s1:lost-${late}` };
      const [old, fresh] = await Promise.all([
        append(`lost-${late}`, to, behind),
        append(`lost-new-${late}`, to, behind),
      ]);
      expect([old.seq, fresh.seq]).toEqual([2, 1]);
      for (const { traceId, id, seq } of [old, fresh]) {
        const { count, events } = await replay(traceId);
        expect(count).toBe(seq);
        expect(events.at(-1)?.id).toBe(id);
      }
      expect((await append(`lost-${late}`, to, behind)).seq).toBe(3);
    },
  );

  it("a commit that never arrives is refused as a database error, leaves nothing, and can be sent again", async () => {
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
