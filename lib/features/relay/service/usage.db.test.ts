import { describe, expect, it } from "vitest";
import { type Context, systemContext } from "@/lib/authority/context";
import { relayUsage } from "@/lib/database/schema/relay";
import { testDatabase } from "@/lib/database/testing/test-database";
import { appendEvent } from "./append";
import type { Routing } from "./insert-events";
import { countUsage } from "./usage";

const database = testDatabase();
const NOON = new Date("2040-03-31T12:00:00.000Z");
const ctx = (): Context => ({ ...systemContext(database()), clock: () => NOON });
const routing: Routing = {
  match: "semantic",
  decision: {},
  semanticScore: 0.9,
  threshold: 0.5,
  durationMilliseconds: 1,
};

/** Appends on a new trace, because times on a trace never go back. */
const append = (dstDid: string | undefined, at: string, decided?: Routing) =>
  appendEvent(database(), {
    traceId: crypto.randomUUID(),
    srcDid: "did:fed:s1:sender",
    dstDid,
    intent: "hello",
    routing: decided,
    at: new Date(at),
  });

describe("countUsage", () => {
  it("counts the intents routed to an agent and the events sent to it in the last 30 UTC days", async () => {
    const did = "did:fed:s1:used";
    await Promise.all([
      append(did, "2040-03-31T11:59:59.000Z"),
      append(did, "2040-03-31T11:00:00.000Z", routing),
      append(did, "2040-03-02T00:00:00.000Z"),
      append(did, "2040-03-01T23:59:59.999Z"),
      append(did, "2040-03-01T23:59:59.999Z", routing),
      append("did:fed:s1:other", "2040-03-31T11:00:00.000Z"),
      append(undefined, "2040-03-31T11:00:00.000Z"),
    ]);
    await append(did, "2040-03-31T11:30:00.000Z");
    expect(await countUsage(ctx(), [did])).toEqual(new Map([[did, { routed: 1, received: 3 }]]));
    expect(await countUsage(ctx(), [did], 31)).toEqual(new Map([[did, { routed: 2, received: 4 }]]));
  });

  it("distinguishes an agent that was used only before from one that was never used", async () => {
    const before = "did:fed:s1:before";
    await append(before, "2039-12-01T00:00:00.000Z", routing);
    expect(await countUsage(ctx(), [before, "did:fed:s1:never"])).toEqual(
      new Map([[before, { routed: 0, received: 0 }]]),
    );
    expect(await countUsage(ctx(), [])).toEqual(new Map());
  });

  it("sums the counts of several processes", async () => {
    const did = "did:fed:s1:slots";
    const day = "2040-03-30";
    await database()
      .insert(relayUsage)
      .values([1, 2, 3].map((slot) => ({ did, day, slot, routed: slot, received: 10 })));
    expect((await countUsage(ctx(), [did])).get(did)).toEqual({ routed: 6, received: 30 });
  });

  it("counts an event once that was sent twice with one key", async () => {
    const did = "did:fed:s1:once";
    const send = () =>
      appendEvent(database(), {
        traceId: "repeated",
        srcDid: "did:fed:s1:sender",
        dstDid: did,
        intent: "hello",
        idempotency: { key: "k", contentHash: "c" },
        at: NOON,
      });
    await Promise.all([send(), send()]);
    await send();
    expect((await countUsage(ctx(), [did])).get(did)).toEqual({ routed: 0, received: 1 });
  });
});
