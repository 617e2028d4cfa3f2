import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { agents } from "@/lib/database/schema/agents";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { followedFeeds, sourceRecords, sources } from "@/lib/database/schema/sources";
import { testDatabase } from "@/lib/database/testing/test-database";
import { registerAgent } from "@/lib/features/agents/service/register";
import { setStatus } from "@/lib/features/agents/service/set-status";
import { memberFixtures } from "@/lib/features/agents/testing/fixtures";
import { checkClock } from "@/lib/ledger/clock";
import { type FakeChange, type FakeFederation, startFakeFederation, thereDid } from "../testing/fake-federation";
import { json } from "../testing/fake-list";
import { runDueFeed } from "./follow-feed";
import { markPresence, restoreReturned } from "./missing-records";
import { runSource } from "./run-source";
import { addSource, decideSource } from "./sources";

const database = testDatabase();
const { ctx } = memberFixtures(database);
let peer: FakeFederation;
let test = 0;
beforeAll(async () => {
  vi.stubEnv("OUTGOING_ALLOW", "127.0.0.0/8:*");
  peer = await startFakeFederation(() => `com.example.f${test}`);
});
afterAll(() => peer.stop());
beforeEach(async () => {
  test += 1;
  await database().delete(sources);
  Object.assign(peer, { names: [], changes: [], oldest: 0, instead: undefined, beforeList: () => {} });
});

const didOf = (name: string) => `did:mcp:default:com.example.f${test}:${name}`;
const happen = (...changes: FakeChange[]) => void peer.changes.push(...changes);
const suspended = (name: string): FakeChange => ["agent.suspended", thereDid(name)];
/** The status of an agent; `listed` for a listed record in use. */
const statusOf = async (did: string) => {
  const [row] = await database().select().from(agents).where(eq(agents.did, did));
  return row?.listed && row.status === "unverified" ? "listed" : row?.status;
};
const feedOf = async (id: string) =>
  (await database().select().from(followedFeeds).where(eq(followedFeeds.sourceId, id)))[0];
const stateOf = async (id: string) => (await database().select().from(sources).where(eq(sources.id, id)))[0];
const named = (count: number) => Array.from({ length: count }, (_, at) => `agent-${at}`);

/** Reads the feed now, even if it is not due. */
async function poll(): Promise<boolean> {
  await database().update(followedFeeds).set({ nextAt: sql`now() - interval '1 second'` });
  return runDueFeed(database(), peer.ask);
}
/** Follows a federation with `count` agents, fetches all of them and reads the feed once. */
async function followed(count = 10): Promise<string> {
  peer.names = named(count);
  const { id } = await addSource(ctx(), { kind: "mcp-registry", address: peer.address, every_minutes: 60 });
  expect(await runSource(ctx(), id, peer.ask)).toMatchObject({ registered: count });
  await poll();
  return id;
}

describe("the change feed of a followed federation", () => {
  it("withdraws agents that are suspended or withdrawn in the other federation, and restores them", async () => {
    const id = await followed(12);
    happen(suspended("agent-1"), ["agent.withdrawn", thereDid("agent-2")], ["agent.joined", thereDid("agent-3")]);
    await poll();
    expect([await statusOf(didOf("agent-1")), await statusOf(didOf("agent-2"))]).toEqual(["withdrawn", "withdrawn"]);
    expect(await statusOf(didOf("agent-3"))).toBe("listed");
    const acts = await database()
      .select()
      .from(ledgerActs)
      .where(eq(ledgerActs.subject, didOf("agent-1")));
    const reason = "The federation that it came from suspended or withdrew it.";
    expect(acts.map(({ details }) => details)).toContainEqual(expect.objectContaining({ reason }));
    happen(["agent.reinstated", thereDid("agent-1")], ["agent.returned", thereDid("agent-2")]);
    await poll();
    expect([await statusOf(didOf("agent-1")), await statusOf(didOf("agent-2"))]).toEqual(["listed", "listed"]);
    expect(await feedOf(id)).toMatchObject({ found: true, cursor: "e.5", failures: 0, lease: null });
  });

  it("applies the last of several changes, and a withdrawn agent stays withdrawn after its suspension", async () => {
    await followed();
    happen(suspended("agent-1"), ["agent.reinstated", thereDid("agent-1")]);
    happen(
      ["agent.withdrawn", thereDid("agent-2")],
      ["agent.reinstated", thereDid("agent-2"), { status: "withdrawn" }],
    );
    await poll();
    expect([await statusOf(didOf("agent-1")), await statusOf(didOf("agent-2"))]).toEqual(["listed", "withdrawn"]);
  });

  it("changes only agents from that source, with any DID in the feed", async () => {
    await followed();
    const mine = `did:fed:s1:mine-${test}`;
    await registerAgent(ctx(), { did: mine, name: "Mine" });
    happen(["agent.suspended", mine], ["agent.suspended", didOf("agent-1")], ["agent.withdrawn", "no DID at all"]);
    await poll();
    expect([await statusOf(mine), await statusOf(didOf("agent-1"))]).toEqual(["active", "listed"]);
  });

  it("does not change an agent from another source with the same DID", async () => {
    await followed();
    const other = await addSource(ctx(), { kind: "mcp-registry", address: `${peer.address}/b`, every_minutes: 60 });
    await decideSource(ctx(), { id: other.id, action: "pause" });
    const moved = eq(sourceRecords.did, didOf("agent-1"));
    await database().update(sourceRecords).set({ sourceId: other.id }).where(moved);
    happen(suspended("agent-1"), suspended("agent-2"));
    await poll();
    expect([await statusOf(didOf("agent-1")), await statusOf(didOf("agent-2"))]).toEqual(["listed", "withdrawn"]);
    expect((await database().select().from(sourceRecords).where(moved))[0]).toMatchObject({ inactiveThereAt: null });
  });

  it("alone decides the status of a card's agent, because a card is served in every status", async () => {
    const id = await followed();
    happen(suspended("agent-1"));
    await poll();
    await database().update(sources).set({ kind: "agent-card" });
    await database().update(sourceRecords).set({ inactiveThereAt: sql`inactive_there_at - interval '1 day'` });
    const present = [didOf("agent-1")];
    await markPresence(database(), { id, kind: "agent-card" }, present, true);
    expect(await restoreReturned(ctx(), id, present)).toBe(0);
    happen(["agent.reinstated", thereDid("agent-1")]);
    await poll();
    expect(await statusOf(didOf("agent-1"))).toBe("listed");
  });

  it("restores an agent although it could not be restored at first", async () => {
    await followed();
    happen(suspended("agent-1"));
    await poll();
    happen(["agent.reinstated", thereDid("agent-1")]);
    await checkClock(database(), () => new Date(Date.now() + 60_000));
    await expect(poll()).rejects.toMatchObject({ kind: "clockSkew" });
    expect(await statusOf(didOf("agent-1"))).toBe("withdrawn");
    await checkClock(database());
    await poll();
    expect(await statusOf(didOf("agent-1"))).toBe("listed");
  });

  it("does not restore an agent that an operator here suspended", async () => {
    await followed();
    happen(suspended("agent-1"));
    await poll();
    await setStatus(ctx(), { did: didOf("agent-1"), status: "suspended", reason: "Bad." });
    happen(["agent.reinstated", thereDid("agent-1")]);
    await poll();
    expect(await statusOf(didOf("agent-1"))).toBe("suspended");
  });

  it("overrides a list that still contains the agent, for the time by which lists lag", async () => {
    const id = await followed();
    happen(suspended("agent-1"));
    await poll();
    await database().update(sources).set({ since: null });
    await runSource(ctx(), id, peer.ask);
    expect(await statusOf(didOf("agent-1"))).toBe("withdrawn");
    await database().update(sourceRecords).set({ inactiveThereAt: sql`inactive_there_at - interval '11 minutes'` });
    await database().update(sources).set({ since: null });
    expect(await runSource(ctx(), id, peer.ask)).toMatchObject({ returned: 1 });
    expect(await statusOf(didOf("agent-1"))).toBe("listed");
  });

  it("is read again from before a fetch, so an agent suspended during the fetch is withdrawn", async () => {
    peer.names = named(8);
    const { id } = await addSource(ctx(), { kind: "mcp-registry", address: peer.address, every_minutes: 60 });
    peer.beforeList = async () => {
      happen(suspended("agent-1"));
      await poll();
    };
    await runSource(ctx(), id, peer.ask);
    expect(await statusOf(didOf("agent-1"))).toBe("listed");
    await poll();
    expect(await statusOf(didOf("agent-1"))).toBe("withdrawn");
  });
});

describe("a feed that reports many agents as gone", () => {
  it.each(["accept", "keep"] as const)("stops the source first; an operator decides: %s", async (action) => {
    const id = await followed();
    happen(...named(5).map(suspended));
    await poll();
    expect(await stateOf(id)).toMatchObject({ state: "asking", asks: { gone: 5, of: 10 } });
    expect(await statusOf(didOf("agent-1"))).toBe("listed");
    happen(suspended("agent-9"));
    expect(await poll()).toBe(false);
    await decideSource(ctx(), { id, action });
    expect(await statusOf(didOf("agent-1"))).toBe(action === "accept" ? "withdrawn" : "listed");
    expect(await statusOf(didOf("agent-6"))).toBe("listed");
  });

  it("also stops the source if it reports them one after the other", async () => {
    const id = await followed();
    for (const name of named(4)) {
      happen(suspended(name));
      await poll();
    }
    const gone = await Promise.all(named(4).map((name) => statusOf(didOf(name))));
    expect(gone).toEqual(["withdrawn", "withdrawn", "listed", "listed"]);
    expect(await stateOf(id)).toMatchObject({ state: "asking", asks: { gone: 1, of: 8 } });
  });

  it("also stops the source if its cursor expires between its reports", async () => {
    const id = await followed();
    for (const [at, name] of named(4).entries()) {
      happen(suspended(name));
      await poll();
      peer.oldest = at + 1;
      await database().update(followedFeeds).set({ cursor: "expired.1" });
      await poll();
    }
    const gone = await Promise.all(named(4).map((name) => statusOf(didOf(name))));
    expect(gone.filter((status) => status === "withdrawn")).toHaveLength(2);
    expect(await stateOf(id)).toMatchObject({ state: "asking" });
  });
});

describe("a feed with an invalid or no response", () => {
  it("is read from its oldest change if the cursor has expired, and the complete list is fetched", async () => {
    const id = await followed();
    happen(suspended("agent-1"), ["agent.reinstated", thereDid("agent-1")], suspended("agent-2"));
    peer.changes.length = 1;
    await poll();
    happen(["agent.reinstated", thereDid("agent-1")], suspended("agent-2"));
    peer.oldest = 2;
    await database().update(sources).set({ nextAt: sql`now() + interval '1 hour'` });
    await poll();
    expect(await feedOf(id)).toMatchObject({ cursor: "e.2" });
    expect((await stateOf(id))?.since).toBeNull();
    await poll();
    expect(await runSource(ctx(), id, peer.ask)).toMatchObject({ complete: true, returned: 1 });
    expect([await statusOf(didOf("agent-1")), await statusOf(didOf("agent-2"))]).toEqual(["listed", "withdrawn"]);
  });

  it("is requested again after a day if there is none", async () => {
    peer.instead = (_, response) => void response.writeHead(404).end();
    const id = await followed();
    expect(await feedOf(id)).toMatchObject({ found: false, checkedAt: null });
    expect((await feedOf(id))?.nextAt.getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  });

  it.each([
    ["closes the connection", (_: unknown, response: { destroy: () => void }) => response.destroy()],
    ["responds with another body", json({ error: "Busy" })],
    [
      "responds with 404",
      (_: unknown, response: { writeHead: (n: number) => { end: () => void } }) => response.writeHead(404).end(),
    ],
    ["sends an invalid cursor", json({ events: [], cursor: "<script>", has_more: false })],
  ])("keeps its cursor if it %s, and is requested again within minutes", async (_, instead) => {
    const id = await followed();
    const { cursor } = (await feedOf(id)) ?? {};
    peer.instead = instead as FakeFederation["instead"];
    for (let at = 0; at < 8; at += 1) await poll();
    const feed = await feedOf(id);
    expect(feed).toMatchObject({ found: true, cursor, failures: 8 });
    expect(feed?.nextAt.getTime()).toBeLessThan(Date.now() + 301_000);
    peer.instead = undefined;
    happen(suspended("agent-1"));
    await poll();
    expect(await statusOf(didOf("agent-1"))).toBe("withdrawn");
    expect(await feedOf(id)).toMatchObject({ failures: 0 });
  });

  it("without an end is read a few pages at a time", async () => {
    await followed();
    peer.instead = (request, response) => {
      const after = Number(new URL(request.url ?? "", peer.address).searchParams.get("after")?.slice(2));
      json({ events: [{ kind: 7 }], cursor: `e.${after + 1}`, has_more: true })(request, response);
    };
    const before = peer.asked.length;
    await poll();
    expect(peer.asked.length - before).toBe(5);
  });
});

it("only one of several instances reads a feed, and another continues after the lease of a stopped one", async () => {
  const id = await followed();
  await database().update(followedFeeds).set({ nextAt: sql`now() - interval '1 second'` });
  const ran = await Promise.all(Array.from({ length: 6 }, () => runDueFeed(database(), peer.ask)));
  expect(ran.filter(Boolean)).toHaveLength(1);
  await database()
    .update(followedFeeds)
    .set({ lease: sql`gen_random_uuid()`, leasedUntil: sql`now() + interval '1 minute'` });
  expect(await poll()).toBe(false);
  await database().update(followedFeeds).set({ leasedUntil: sql`now() - interval '1 second'` });
  expect(await poll()).toBe(true);
  await decideSource(ctx(), { id, action: "pause" });
  expect(await poll()).toBe(false);
});
