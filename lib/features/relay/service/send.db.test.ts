import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { type Context, systemContext } from "@/lib/authority/context";
import { agents } from "@/lib/database/schema/agents";
import { relayCounts, relayEvents, relayInboxes } from "@/lib/database/schema/relay";
import { testDatabase } from "@/lib/database/testing/test-database";
import { operatorCaller } from "@/lib/features/access/testing/operators";
import { registerAgent } from "@/lib/features/agents/service/register";
import { setFreeze } from "@/lib/features/council/freezes/service/freezes";
import { MAX_PAGE_BYTES } from "@/lib/http/page-bytes";
import { SendEvent } from "../schema";
import { replayTrace } from "./replay";
import { sendEvent } from "./send";

const database = testDatabase();
const SRC = "did:fed:s1:source";
const DST = "did:fed:s1:target";
const ctx = (): Context => systemContext(database());

function send(event: Record<string, unknown> = {}, context = ctx(), traceparent: string | null = null) {
  return sendEvent(context, SendEvent.parse({ src_did: SRC, intent: "translate this", ...event }), traceparent);
}
const replay = (trace_id: string, page = {}) => replayTrace(ctx(), { trace_id, limit: undefined, after: 0, ...page });

describe("sendEvent", () => {
  it("stores an event whole, and replays it as it was sent", async () => {
    const sent = {
      trace_id: "order-7",
      dst_did: DST,
      kind: "request",
      payload: { text: "Dzień dobry 🙂", deep: [[{ a: null }]] },
      occurred_at: "2026-11-21T10:00:00.5+01:00",
      idempotency_key: "k-1",
      priority: 3,
      tags: ["x"],
    };
    const receipt = await send(sent);
    expect(receipt).toMatchObject({ trace_id: "order-7", seq: 1, status: "received" });
    const { count, events, next } = await replay("order-7");
    expect({ count, next }).toEqual({ count: 1, next: null });
    expect(events).toEqual([
      {
        id: receipt.id,
        trace_id: "order-7",
        seq: 1,
        record: "event",
        src_did: SRC,
        dst_did: DST,
        kind: "request",
        intent: "translate this",
        payload: sent.payload,
        extensions: { priority: 3, tags: ["x"] },
        occurred_at: "2026-11-21T09:00:00.500Z",
        received_at: receipt.received_at,
        decision: null,
      },
    ]);
  });

  it.each(["a2a.message", "a2a.canceled", "A2A.Completed", " a2a.new"])(
    "never takes %j, which only the A2A door sends",
    (kind) => {
      const { error } = SendEvent.safeParse({ src_did: SRC, intent: "translate this", kind });
      expect(error?.issues[0]).toMatchObject({ path: ["kind"], message: expect.stringContaining("a2a.completed") });
    },
  );

  it.each([
    ["1970-01-01T00:00:00Z", true],
    ["1970-01-01T00:00:00+01:00", false],
    ["9999-12-31T23:59:59Z", true],
    ["9999-12-31T23:59:59.999Z", true],
    ["9999-12-31T23:59:59-01:00", false],
  ])("takes each time from 1970 to the end of 9999, so %s: %s", async (occurred_at, taken) => {
    expect(SendEvent.safeParse({ src_did: SRC, intent: "translate this", occurred_at }).success).toBe(taken);
    if (taken) expect(await send({ occurred_at })).toMatchObject({ status: "received" });
  });

  it("takes the trace id from the body, else from traceparent, else creates one", async () => {
    const parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    expect((await send({ trace_id: "mine" }, ctx(), parent)).trace_id).toBe("mine");
    expect((await send({}, ctx(), parent)).trace_id).toBe("4bf92f3577b34da6a3ce929d0e0e4736");
    const made = await Promise.all([send({}, ctx(), "00-not-one"), send()]);
    for (const { trace_id, seq } of made) expect([trace_id, seq]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), 1]);
    expect(made[0].trace_id).not.toBe(made[1].trace_id);
  });

  it("gives 32 concurrent senders on one trace and one recipient gapless numbers", async () => {
    const to = "did:fed:s1:busy";
    const answers = await Promise.all(
      Array.from({ length: 32 }, async (_, sender) => {
        const seqs: number[] = [];
        for (let n = 0; n < 5; n += 1) {
          const { seq } = await send({ trace_id: "busy", dst_did: to, src_did: `did:fed:s1:sender-${sender}` });
          seqs.push(seq);
        }
        return seqs;
      }),
    );
    for (const seqs of answers) expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
    const numbers = Array.from({ length: 160 }, (_, index) => index + 1);
    expect(answers.flat().toSorted((a, b) => a - b)).toEqual(numbers);
    const { count, events } = await replay("busy");
    expect(count).toBe(160);
    expect(events.map(({ seq }) => seq)).toEqual(numbers);
    expect(events.map(({ received_at }) => received_at)).toEqual(
      events.map(({ received_at }) => received_at).toSorted(),
    );
    const inbox = await database().select().from(relayEvents).where(eq(relayEvents.dstDid, to));
    expect(inbox.map(({ inboxSeq }) => inboxSeq).toSorted((a, b) => Number(a) - Number(b))).toEqual(numbers);
    const [head] = await database().select().from(relayInboxes).where(eq(relayInboxes.did, to));
    expect(head).toEqual({ did: to, size: 160, acknowledged: 0 });
  });

  it("pages a replay on request, and returns where the next page begins", async () => {
    for (let n = 0; n < 5; n += 1) await send({ trace_id: "paged" });
    const seqs = async (page: object) => {
      const { count, events, next } = await replay("paged", page);
      return [count, events.map(({ seq }) => seq), next];
    };
    expect(await seqs({})).toEqual([5, [1, 2, 3, 4, 5], null]);
    expect(await seqs({ limit: 2 })).toEqual([5, [1, 2], 2]);
    expect(await seqs({ limit: 2, after: 2 })).toEqual([5, [3, 4], 4]);
    expect(await seqs({ limit: 2, after: 4 })).toEqual([5, [5], null]);
    expect(await seqs({ after: 9 })).toEqual([5, [], null]);
  });

  it("ends a page of a replay at about 1 MB, and the next page continues from there", async () => {
    const payload = { text: "x".repeat(60_000) };
    for (let n = 0; n < 40; n += 1) await send({ trace_id: "large", payload });
    const seen: number[] = [];
    const sizes: number[] = [];
    for (let after: number | null = 0; after !== null; ) {
      const page: Awaited<ReturnType<typeof replay>> = await replay("large", { after });
      expect(page.count).toBe(40);
      seen.push(...page.events.map(({ seq }) => seq));
      sizes.push(JSON.stringify(page.events).length);
      after = page.next;
    }
    expect(seen).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    expect(sizes).toHaveLength(3);
    for (const size of sizes) expect(size).toBeLessThan(MAX_PAGE_BYTES + 70_000);
  });

  it("counts sent events, per hour and in total", async () => {
    const total = async () => {
      const rows = await database().select().from(relayCounts).where(eq(relayCounts.measure, "events"));
      const sum = (ever: boolean) =>
        rows.filter(({ hour }) => (hour.getTime() === 0) === ever).reduce((all, { amount }) => all + amount, 0);
      return [sum(true), sum(false)];
    };
    const [ever = 0, hours] = await total();
    expect(hours).toBe(ever);
    await Promise.all(Array.from({ length: 7 }, () => send()));
    expect(await total()).toEqual([ever + 7, ever + 7]);
    expect(ever).toBe((await database().$count(relayEvents)) - 7);
  });
});

describe("an idempotency key", () => {
  it("makes many concurrent sends one event, and all get its receipt", async () => {
    const event = { idempotency_key: "once", dst_did: "did:fed:s1:once", payload: { a: 1, b: [2] } };
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(event)));
    answers.push(await send({ ...event, payload: { b: [2], a: 1 } }));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const rows = await database().select().from(relayEvents).where(eq(relayEvents.idempotencyKey, "once"));
    expect(rows).toHaveLength(1);
    expect(rows[0]?.inboxSeq).toBe(1);
  });

  it("with other content is a conflict, in one batch and later, and does not affect other events", async () => {
    const outcomes = await Promise.allSettled([
      send({ idempotency_key: "two", payload: { n: 1 } }),
      send({ idempotency_key: "two", payload: { n: 2 } }),
      send({ trace_id: "bystander" }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    await expect(send({ idempotency_key: "two", intent: "another" })).rejects.toMatchObject({ kind: "conflict" });
    expect((await replay("bystander")).count).toBe(1);
  });

  it("is separate for each sender", async () => {
    const [one, other] = await Promise.all([
      send({ idempotency_key: "shared" }),
      send({ idempotency_key: "shared", src_did: DST }),
    ]);
    expect(one.id).not.toBe(other.id);
  });
});

describe("who may send", () => {
  const as = (caller: Context["caller"]): Context => ({ ...ctx(), caller });
  const agent = (tier: "T1" | "T2", did = SRC) => as({ kind: "agent", credentialId: randomUUID(), did, tier });
  const provider = (organisation: string) => as({ kind: "provider", credentialId: randomUUID(), organisation });
  const errorOf = (context: Context) =>
    send({}, context).then(
      () => "sent",
      ({ kind }) => kind,
    );

  beforeAll(async () => {
    await registerAgent(provider("Lattice Works"), { did: SRC });
  });

  it("an agent of T2 or above in its own name; an operator always", async () => {
    expect(await errorOf(agent("T2"))).toBe("sent");
    expect(await errorOf(agent("T1"))).toBe("tierTooLow");
    expect(await errorOf(agent("T2", DST))).toBe("didMismatch");
    expect(await errorOf(as({ kind: "anonymous" }))).toBe("unauthenticated");
    expect(await errorOf(as(operatorCaller()))).toBe("sent");
  });

  it("an organisation's token for agents that it registered, depending on their tier", async () => {
    expect(await errorOf(provider("Lattice Works"))).toBe("tierTooLow");
    await database().update(agents).set({ trustTier: "T2" }).where(eq(agents.did, SRC));
    expect(await errorOf(provider("Lattice Works"))).toBe("sent");
    expect(await errorOf(provider("Somebody Else"))).toBe("didMismatch");
    expect(await errorOf(provider(""))).toBe("didMismatch");
  });
});

describe("while the relay is frozen", () => {
  it("nothing is stored, and nothing commits after a freeze under many writes", async () => {
    let running = true;
    const writers = Array.from({ length: 8 }, async () => {
      while (running) {
        try {
          await send({ trace_id: "frozen" });
        } catch (error) {
          expect(error).toMatchObject({ kind: "frozen", message: "spring cleaning" });
          return;
        }
      }
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await setFreeze(ctx(), { subsystem: "relay", frozen: true, reason: "spring cleaning" });
    const { count } = await replay("frozen");
    expect(count).toBeGreaterThan(0);
    await Promise.all(writers);
    running = false;
    expect((await replay("frozen")).count).toBe(count);
    await setFreeze(ctx(), { subsystem: "relay", frozen: false, reason: "done" });
    expect((await send({ trace_id: "frozen" })).seq).toBe(count + 1);
  });
});
