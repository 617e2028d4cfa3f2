import { randomUUID } from "node:crypto";
import { and, eq, like, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { type RequestScope, runInScope } from "@/lib/authority/context";
import { a2aMessages, a2aTasks } from "@/lib/database/schema/a2a-door";
import { relayEvents } from "@/lib/database/schema/relay";
import { testDatabase } from "@/lib/database/testing/test-database";
import { acknowledgeEvents } from "@/lib/features/relay/service/inbox";
import { ServiceError } from "@/lib/foundation/errors";
import type { Task } from "../schema";
import { ANONYMOUS, doorsOn } from "../testing/doors";
import { GUEST_LIMITS } from "./admit-guest";
import { cancelTask } from "./cancel-task";
import { forgetGuests } from "./forget-guests";
import { listTasks } from "./list-tasks";

const database = testDatabase();
const { as, agentCaller, member, ask, answer, show, inbox } = doorsOn(database);
let door: string;
beforeAll(async () => {
  door = await member({ guests: true });
});
const kindOf = async (promise: Promise<unknown>) => {
  const error = await promise.catch((thrown: unknown) => thrown);
  return error instanceof ServiceError ? error.kind : error;
};
let addresses = 0;
const newAddress = () => `192.0.2.${++addresses}`;
const from = <T>(address: string, work: () => Promise<T>, more: Partial<RequestScope> = {}) =>
  runInScope({ requestId: "r", address, event: {}, ...more }, work);
const knock = (text = "Hello.", message: object = {}, address = newAddress(), to = door) =>
  from(address, () => ask(ANONYMOUS, to, text, message));

describe("a guest", () => {
  it("is a new DID for each task, and reads the task with only its id", async () => {
    const [one, other] = [await knock(), await knock()];
    const sources = (await inbox(door)).slice(-2).map(({ src_did }) => src_did);
    expect(new Set(sources).size).toBe(2);
    for (const did of sources) expect(did).toMatch(/^did:guest:default:[0-9a-f]{32}$/);
    expect(await show(ANONYMOUS, one, door)).toMatchObject({ id: one.id });
    expect(other.contextId).not.toBe(one.contextId);
    expect(await kindOf(listTasks(as(ANONYMOUS), door, {} as never))).toBe("unauthenticated");
  });

  it("is also a caller with a token below the door's tier, but not one with a sufficient tier", async () => {
    const task = await from(newAddress(), () => ask(agentCaller("did:fed:s1:low", "T1"), door, "Hi."));
    expect((await inbox(door)).at(-1)?.src_did).toMatch(/^did:guest:/);
    expect(await show(ANONYMOUS, task)).toMatchObject({ id: task.id });
    const caller = await member();
    await ask(agentCaller(caller), door, "Hi.");
    expect((await inbox(door)).at(-1)?.src_did).toBe(caller);
  });

  it("continues and cancels its task by its id, and sees no task of a caller with a token", async () => {
    const task = await knock();
    const next = await knock("And this.", { taskId: task.id });
    expect(next.history?.map(({ parts }) => parts[0]?.text)).toEqual(["Hello.", "And this."]);
    expect(new Set((await inbox(door)).slice(-2).map(({ src_did }) => src_did)).size).toBe(1);
    await answer(door, task, "a2a.input_required", { text: "Which?" });
    expect((await show(ANONYMOUS, task)).status).toMatchObject({ state: "TASK_STATE_INPUT_REQUIRED" });
    expect((await cancelTask(as(ANONYMOUS), door, task)).status.state).toBe("TASK_STATE_CANCELED");
    const caller = agentCaller(await member());
    const own = await ask(caller, door, "Mine.");
    expect(await kindOf(show(ANONYMOUS, own))).toBe("taskNotFound");
    expect(await kindOf(knock("x", { taskId: own.id }))).toBe("taskNotFound");
    expect(await kindOf(cancelTask(as(ANONYMOUS), door, own))).toBe("taskNotFound");
  });

  it("cannot send files or large messages", async () => {
    for (const part of [{ raw: "eA==" }, { url: "https://files.example/a.pdf" }]) {
      expect(await kindOf(knock("x", { parts: [{ text: "x" }, part] }))).toBe("contentTypeNotSupported");
    }
    expect(await kindOf(knock("x".repeat(GUEST_LIMITS.bytes)))).toBe("bodyTooLarge");
    await knock("x", { parts: [{ data: { a: [1] } }] });
    const caller = agentCaller(await member());
    await ask(caller, door, "x", { parts: [{ raw: "eA==", mediaType: "application/pdf" }] });
    await ask(caller, door, "x".repeat(GUEST_LIMITS.bytes));
  });

  it("is limited per address and minute", async () => {
    const attempt = async (limit: string) => ({ allowed: limit !== "guests", resetAtSeconds: Date.now() / 1_000 + 17 });
    const refused = from(newAddress(), () => ask(ANONYMOUS, door, "x"), { attempt });
    const error = (await refused.catch((thrown: unknown) => thrown)) as ServiceError;
    expect(error.kind).toBe("rateLimited");
    expect(error.retryAfterSeconds).toBeGreaterThan(0);
    expect(error.retryAfterSeconds).toBeLessThanOrEqual(17);
    await from(newAddress(), async () => ask(agentCaller(await member()), door, "x"), { attempt });
  });
});

describe("guests that flood", () => {
  it("have at most 20 open tasks per address bucket, also concurrently; the end of a task frees a place", async () => {
    const tasks = await Promise.allSettled(
      Array.from({ length: GUEST_LIMITS.openTasks + 5 }, (_, n) => knock(`${n}`, {}, `2001:470:1:2::${n + 1}`)),
    );
    const begun = tasks.flatMap((task) => (task.status === "fulfilled" ? [task.value] : []));
    expect(begun).toHaveLength(GUEST_LIMITS.openTasks);
    for (const task of tasks)
      if (task.status === "rejected") expect(task.reason).toMatchObject({ kind: "rateLimited" });
    await answer(door, begun[0] as Task, "a2a.completed");
    await knock("Room again.", {}, "2001:470:1:2::ffff");
    expect(await kindOf(knock("Full again.", {}, "2001:470:1:2::fffe"))).toBe("rateLimited");
    await knock("Another network.", {}, "2001:470:1:3::1");
  });

  it("have at most 100 unread messages with a member; callers with a token are not affected", async () => {
    const busy = await member({ guests: true });
    const task = await knock("0", {}, newAddress(), busy);
    for (let n = 1; n < GUEST_LIMITS.unacknowledged; n += 1)
      await knock(`${n}`, { taskId: task.id }, newAddress(), busy);
    expect(await kindOf(knock("x", {}, newAddress(), busy))).toBe("rateLimited");
    expect(await kindOf(knock("x", { taskId: task.id }, newAddress(), busy))).toBe("rateLimited");
    const caller = agentCaller(await member());
    await ask(caller, busy, "I have a token.");
    await acknowledgeEvents(as({ kind: "system" }), { did: busy, cursor: 1 });
    await knock("One was read.", {}, newAddress(), busy);
    expect(await kindOf(knock("x", {}, newAddress(), busy))).toBe("rateLimited");
  });
});

describe("the content of guests' tasks", () => {
  const hoursLater = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const later = (hours: number) => sql`now() + make_interval(secs => ${hours * 3_600})`;
  const traceOf = (task: Task) => String(task.metadata?.["traceId"]);
  const eventsOf = (task: Task) =>
    database()
      .select()
      .from(relayEvents)
      .where(eq(relayEvents.traceId, traceOf(task)))
      .orderBy(relayEvents.seq);

  it("is erased after 24 hours, with the answers; the events and messages of other callers are kept", async () => {
    const task = await knock("Forget me.");
    await answer(door, task, "a2a.completed", { text: "My answer." });
    const caller = agentCaller(await member());
    const own = await ask(caller, door, "Keep me.");
    await forgetGuests(database(), later(23.9));
    expect(JSON.stringify(await eventsOf(task))).toMatch(/Forget me.+My answer/);
    await forgetGuests(database(), later(24.1));
    const events = await eventsOf(task);
    expect(events.map(({ seq, kind, payload }) => [seq, kind, payload])).toEqual([
      [1, "a2a.message", {}],
      [2, "a2a.completed", {}],
    ]);
    const [row] = await database().select().from(a2aTasks).where(eq(a2aTasks.id, task.id));
    expect(row).toMatchObject({ bucketHash: null, eraseAt: null, state: "completed" });
    expect(await show(ANONYMOUS, task)).toEqual({
      ...{ id: task.id, contextId: task.id, artifacts: [], metadata: task.metadata },
      status: { state: "TASK_STATE_COMPLETED", timestamp: expect.any(String) },
    });
    expect(await show(caller, own)).toMatchObject({ history: [{ parts: [{ text: "Keep me." }] }] });
    const all = await database().select().from(relayEvents).where(like(relayEvents.srcDid, "did:guest:%"));
    for (const { payload } of all) expect(payload).toEqual({});
  });

  it("is erased with the ids that the guest chose, and with the hash of its message", async () => {
    const [contextId, messageId] = [`context-${randomUUID()}`, `message-${randomUUID()}`];
    const task = await knock("Who am I?", { contextId, messageId });
    await knock("And I?", { taskId: task.id, messageId: `${messageId}-2` });
    const stored = async () =>
      JSON.stringify([
        await database().select().from(a2aTasks).where(eq(a2aTasks.id, task.id)),
        await database().select().from(a2aMessages).where(eq(a2aMessages.taskId, task.id)),
        await eventsOf(task),
      ]);
    const [{ contentHash } = { contentHash: "" }] = await database()
      .select()
      .from(a2aMessages)
      .where(eq(a2aMessages.taskId, task.id));
    for (const text of [contextId, messageId, contentHash]) expect(await stored()).toContain(text);
    await forgetGuests(database(), later(24.1));
    for (const text of [contextId, messageId, contentHash]) expect(await stored()).not.toContain(text);
    // The task goes on, and a message may be sent twice.
    const again = { taskId: task.id, messageId: "late" };
    expect((await knock("Late.", again)).id).toBe(task.id);
    expect((await knock("Late.", again)).history).toHaveLength(1);
  });

  it("is erased after another 24 hours if an answer has no payload, but further fields", async () => {
    const task = await knock("Slow.");
    await answer(door, task, "a2a.completed", {}, { note: "Remember me." });
    await database()
      .update(relayEvents)
      .set({ receivedAt: hoursLater(10) })
      .where(and(eq(relayEvents.traceId, traceOf(task)), eq(relayEvents.kind, "a2a.completed")));
    await forgetGuests(database(), later(25));
    expect(JSON.stringify(await eventsOf(task))).toContain("Remember me.");
    await forgetGuests(database(), later(35));
    expect(JSON.stringify(await eventsOf(task))).not.toContain("Remember me.");
  });

  it("is erased again after a late answer", async () => {
    const task = await knock("Slow.");
    await forgetGuests(database(), later(25));
    await answer(door, task, "a2a.completed", { text: "Late." });
    expect((await show(ANONYMOUS, task)).status.message).toBeDefined();
    await forgetGuests(database(), later(50));
    expect((await show(ANONYMOUS, task)).status.message).toBeUndefined();
  });
});
