import { randomUUID } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Context, systemContext } from "@/lib/authority/context";
import { testDatabase } from "@/lib/database/testing/test-database";
import { operatorCaller } from "@/lib/features/access/testing/operators";
import { registerAgent } from "@/lib/features/agents/service/register";
import type { DeliveredEvent } from "../schema";
import { appendEvent } from "./append";
import { acknowledgeEvents, readInbox } from "./inbox";
import { streamInbox } from "./stream";

const database = testDatabase();
const as = (caller: Context["caller"]): Context => ({ ...systemContext(database()), caller });
const agent = (did: string) => as({ kind: "agent", credentialId: randomUUID(), did, tier: null });
const QUERY = { did: undefined, after: undefined, limit: 50 };

/** Creates a new recipient, one for each test. */
function recipient() {
  const did = `did:fed:s1:${randomUUID()}`;
  const deliver = (n = 1) =>
    Promise.all(
      Array.from({ length: n }, () =>
        appendEvent(database(), {
          ...{ traceId: randomUUID(), srcDid: "did:fed:s1:src", dstDid: did, intent: "hello", at: new Date() },
        }),
      ),
    );
  return { did, deliver, ctx: agent(did) };
}
const cursors = (events: DeliveredEvent[]) => events.map(({ cursor }) => cursor);
const upTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1);

describe("readInbox", () => {
  it("keeps events for a DID that is not registered yet, in the order of arrival", async () => {
    const { did, deliver, ctx } = recipient();
    expect(await readInbox(ctx, QUERY)).toEqual({ did, events: [], cursor: 0, acknowledged: 0, pending: 0 });
    const [sent] = await deliver();
    await deliver(2);
    const inbox = await readInbox(ctx, QUERY);
    expect(inbox).toMatchObject({ did, cursor: 3, acknowledged: 0, pending: 3 });
    expect(inbox.events[0]).toMatchObject({ id: sent?.id, dst_did: did, intent: "hello", cursor: 1 });
    expect(cursors(inbox.events)).toEqual([1, 2, 3]);
  });

  it("continues after a cursor, page by page, and returns acknowledged events again on request", async () => {
    const { deliver, ctx } = recipient();
    await deliver(5);
    const first = await readInbox(ctx, { ...QUERY, limit: 3 });
    expect([cursors(first.events), first.cursor]).toEqual([[1, 2, 3], 3]);
    await acknowledgeEvents(ctx, { cursor: first.cursor, did: undefined });
    const rest = await readInbox(ctx, QUERY);
    expect(rest).toMatchObject({ acknowledged: 3, pending: 2, cursor: 5 });
    expect(cursors(rest.events)).toEqual([4, 5]);
    expect(cursors((await readInbox(ctx, { ...QUERY, after: 0 })).events)).toEqual([1, 2, 3, 4, 5]);
    expect(await readInbox(ctx, { ...QUERY, after: 1_000 })).toMatchObject({ events: [], cursor: 5 });
  });
});

describe("acknowledgeEvents", () => {
  it("only moves forward, never past the last event, in any order of concurrent calls", async () => {
    const { did, deliver, ctx } = recipient();
    const acknowledge = (cursor: number) => acknowledgeEvents(ctx, { cursor, did: undefined });
    expect(await acknowledge(7)).toEqual({ did, acknowledged: 0, pending: 0 });
    await deliver(10);
    await Promise.all([3, 8, 1, 5].map(acknowledge));
    expect(await acknowledge(2)).toEqual({ did, acknowledged: 8, pending: 2 });
    expect(await acknowledge(Number.MAX_SAFE_INTEGER)).toEqual({ did, acknowledged: 10, pending: 0 });
    await deliver();
    expect(await readInbox(ctx, QUERY)).toMatchObject({ acknowledged: 10, pending: 1, cursor: 11 });
  });
});

describe("the permission to read an inbox", () => {
  const errorOf = (ctx: Context, did?: string) =>
    readInbox(ctx, { ...QUERY, did }).then(
      () => "read",
      ({ kind }) => kind,
    );

  it("covers only an agent's own inbox", async () => {
    const { did, ctx } = recipient();
    expect(await errorOf(ctx)).toBe("read");
    expect(await errorOf(ctx, did)).toBe("read");
    expect(await errorOf(ctx, recipient().did)).toBe("didMismatch");
    expect(await errorOf(as({ kind: "anonymous" }), did)).toBe("unauthenticated");
  });

  it("requires `did` from operators and organisations; an organisation must have registered the agent", async () => {
    const operator = as(operatorCaller());
    const provider = as({ kind: "provider", credentialId: randomUUID(), organisation: "Lattice Works" });
    const { did } = recipient();
    for (const ctx of [operator, provider]) {
      expect(await errorOf(ctx)).toBe("invalid");
      expect(await errorOf(ctx, "no did\0")).toBe("invalid");
    }
    expect(await errorOf(operator, did)).toBe("read");
    expect(await errorOf(provider, did)).toBe("didMismatch");
    await registerAgent(provider, { did });
    expect(await errorOf(provider, did)).toBe("read");
  });
});

describe("streamInbox", () => {
  const FOLLOW = { did: undefined, after: undefined, lastEventId: null };

  /** Follows an inbox and collects its cursors. */
  async function follow(
    ctx: Context,
    input: Partial<typeof FOLLOW> | { after: number } | { lastEventId: string } = {},
  ) {
    const ending = new AbortController();
    const got: number[] = [];
    const events = await streamInbox(ctx, { ...FOLLOW, ...input }, ending.signal, 3_600_000);
    const done = (async () => {
      for await (const { id, data } of events) {
        expect(data.cursor).toBe(id);
        got.push(id);
      }
    })();
    const stop = async () => {
      ending.abort();
      await done;
    };
    onTestFinished(stop);
    return { got, stop };
  }

  it("sends stored and then new events at once to two readers, in order and without gaps", async () => {
    const { deliver, ctx } = recipient();
    await deliver(25);
    const [one, two] = await Promise.all([follow(ctx), follow(ctx)]);
    for (let round = 0; round < 20; round += 1) await deliver(5);
    await expect.poll(() => [one.got.length, two.got.length]).toEqual([125, 125]);
    expect(one.got).toEqual(upTo(125));
    expect(two.got).toEqual(upTo(125));
  });

  it("begins after Last-Event-ID, else after `after`, else after the acknowledged cursor", async () => {
    const { deliver, ctx } = recipient();
    await deliver(6);
    await acknowledgeEvents(ctx, { cursor: 2, did: undefined });
    const starts = [{}, { after: 4 }, { lastEventId: "5", after: 0 }, { lastEventId: "not a cursor" }, { after: 99 }];
    const readers = await Promise.all(starts.map((start) => follow(ctx, start)));
    await deliver();
    const expected = [[3, 4, 5, 6, 7], [5, 6, 7], [6, 7], [3, 4, 5, 6, 7], [7]];
    await expect.poll(() => readers.map(({ got }) => got)).toEqual(expected);
  });

  it("ends at once on its signal, also while it waits", async () => {
    const { ctx } = recipient();
    const { got, stop } = await follow(ctx);
    await stop();
    expect(got).toEqual([]);
  });
});
