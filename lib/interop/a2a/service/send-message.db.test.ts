import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { systemContext } from "@/lib/authority/context";
import { a2aMessages, a2aTasks } from "@/lib/database/schema/a2a-door";
import { agents } from "@/lib/database/schema/agents";
import { relayEvents } from "@/lib/database/schema/relay";
import { testDatabase } from "@/lib/database/testing/test-database";
import { operatorCaller } from "@/lib/features/access/testing/operators";
import { setFreeze } from "@/lib/features/council/freezes/service/freezes";
import { RouteIntent } from "@/lib/features/relay/route-schema";
import { replayTrace } from "@/lib/features/relay/service/replay";
import { routeIntent } from "@/lib/features/relay/service/route";
import { getRelayStatus } from "@/lib/features/relay/service/status";
import { ServiceError } from "@/lib/foundation/errors";
import type { Caller } from "@/lib/identity/permissions";
import { ANONYMOUS, doorsOn } from "../testing/doors";
import { cancelTask } from "./cancel-task";

const database = testDatabase();
const { as, agentCaller, member, request, send, ask, answer, show, inbox } = doorsOn(database);
let door: string;
let caller: Caller;
let callerDid: string;
beforeAll(async () => {
  [door, callerDid] = [await member(), await member()];
  caller = agentCaller(callerDid);
});
const kindOf = async (promise: Promise<unknown>) => {
  const error = await promise.catch((thrown: unknown) => thrown);
  return error instanceof ServiceError ? error.kind : error;
};
const traceOf = (task: { metadata?: Record<string, unknown> | undefined }) => String(task.metadata?.["traceId"]);

describe("a message", () => {
  it("is stored in the inbox of an offline member, with its text only in the payload", async () => {
    const task = await ask(caller, door, "Translate this lease.", { metadata: { lang: "de" } });
    expect(task).toMatchObject({
      status: { state: "TASK_STATE_SUBMITTED" },
      history: [{ role: "ROLE_USER", parts: [{ text: "Translate this lease." }], taskId: task.id }],
      metadata: { did: door },
    });
    const [event] = (await inbox(door)).filter(({ trace_id }) => trace_id === traceOf(task));
    expect(event).toMatchObject({
      ...{ src_did: callerDid, kind: "a2a.message", intent: "a2a.message" },
      payload: { message: { taskId: task.id, contextId: task.contextId, parts: [{ text: "Translate this lease." }] } },
    });
  });

  it("is not shown to others: the replay contains no payload or extensions of its trace", async () => {
    const task = await ask(caller, door, "A secret.");
    await answer(door, task, "a2a.working", { text: "Another secret." });
    await answer(callerDid, task, "chat", { text: "A third." });
    const { events } = await replayTrace(as(ANONYMOUS), { trace_id: traceOf(task), limit: undefined, after: 0 });
    expect(events.map(({ kind, payload, extensions }) => [kind, payload, extensions])).toEqual([
      ["a2a.message", {}, {}],
      ["a2a.working", {}, {}],
      ["chat", {}, {}],
    ]);
    expect(JSON.stringify(events)).not.toContain("secret");
  });

  it("opens its trace to its two agents only, and to those that they write to there", async () => {
    const task = await ask(caller, door, "Between us.");
    const third = await member();
    const stranger = () => kindOf(answer(third, task, "chat", { text: "And me?" }));
    expect(await stranger()).toBe("forbidden");
    const routed = { src_did: third, intent: "talk", trace_id: traceOf(task) };
    expect(await kindOf(routeIntent(as({ kind: "system" }), RouteIntent.parse(routed), null))).toBe("forbidden");
    expect(await inbox(door)).not.toContainEqual(expect.objectContaining({ src_did: third }));
    const counted = async () => (await getRelayStatus(as(ANONYMOUS))).totals.events;
    const before = await counted();
    expect(await stranger()).toBe("forbidden");
    expect(await counted()).toBe(before);
    await answer(door, task, "chat", { text: "Please help." }, { dst_did: third });
    await answer(third, task, "chat", { text: "I help." }, { dst_did: door });
    await answer(callerDid, task, "chat", { text: "Thank you." });
    expect(await counted()).toBe(before + 3);
    expect((await inbox(door)).at(-1)).toMatchObject({ src_did: third, payload: { text: "I help." } });
  });

  it("never uses a trace that its sender names", async () => {
    const [one, other] = [await ask(caller, door, "One."), await ask(caller, door, "Other.")];
    expect(traceOf(one)).not.toBe(traceOf(other));
    expect(one.contextId).not.toBe(other.contextId);
  });

  it("that is delivered twice is one event of one task, also concurrently", async () => {
    const asked = request("Once.");
    const responses = await Promise.all(Array.from({ length: 8 }, () => send(caller, door, asked)));
    const ids = new Set(responses.map((response) => ("task" in response ? response.task.id : "")));
    expect(ids.size).toBe(1);
    const { messageId } = asked.message;
    const stored = await database().select().from(a2aMessages).where(eq(a2aMessages.messageId, messageId));
    expect(stored).toHaveLength(1);
    const sent = (await inbox(door)).filter(({ payload }) => JSON.stringify(payload).includes(messageId));
    expect(sent).toHaveLength(1);
    expect(
      await database()
        .select()
        .from(a2aTasks)
        .where(eq(a2aTasks.id, [...ids][0] ?? "")),
    ).toHaveLength(1);
  });

  it("with the id of a different message is rejected; another caller, door or task may use the same id", async () => {
    const messageId = randomUUID();
    const first = await ask(caller, door, "One text.", { messageId });
    expect(await kindOf(ask(caller, door, "Another text.", { messageId }))).toBe("invalid");
    const others = [
      await ask(agentCaller(await member()), door, "One text.", { messageId }),
      await ask(caller, await member(), "One text.", { messageId }),
      await ask(caller, door, "One text.", { messageId, contextId: "c-1" }),
    ];
    expect(new Set([first, ...others].map(({ id }) => id)).size).toBe(4);
    await ask(caller, door, "One text.", { messageId, taskId: first.id });
    expect((await show(caller, first)).history).toHaveLength(2);
  });

  it("that fails does not change the task of a message with the same id", async () => {
    const asked = request("Twin.");
    const failing = request("Other.", { messageId: asked.message.messageId });
    const [one, other] = await Promise.allSettled([send(caller, door, asked), send(caller, door, failing)]);
    const kept = [one, other].filter(({ status }) => status === "fulfilled");
    expect(kept).toHaveLength(1);
    const again = await send(caller, door, one?.status === "fulfilled" ? asked : failing);
    expect(again).toEqual(kept[0]?.status === "fulfilled" ? kept[0].value : undefined);
  });

  it("continues its task, but no task of another context, caller or door", async () => {
    const task = await ask(caller, door, "Begin.");
    const next = await ask(caller, door, "Go on.", { taskId: task.id });
    expect([next.id, next.contextId]).toEqual([task.id, task.contextId]);
    expect(next.history?.map(({ parts }) => parts[0]?.text)).toEqual(["Begin.", "Go on."]);
    expect(await kindOf(ask(caller, door, "x", { taskId: task.id, contextId: "other" }))).toBe("invalid");
    expect(await kindOf(ask(agentCaller(await member()), door, "x", { taskId: task.id }))).toBe("taskNotFound");
    expect(await kindOf(ask(caller, await member(), "x", { taskId: task.id }))).toBe("taskNotFound");
    expect(await kindOf(ask(caller, door, "x", { taskId: randomUUID() }))).toBe("taskNotFound");
    expect(await kindOf(ask(caller, door, "x", { taskId: "no-uuid" }))).toBe("taskNotFound");
  });

  it("keeps the context that its caller names", async () => {
    expect((await ask(caller, door, "x", { contextId: "mine" })).contextId).toBe("mine");
  });

  it.each(["a2a.completed", "a2a.failed"])("to a task that has ended by %s is rejected", async (kind) => {
    const task = await ask(caller, door, "Short.");
    await answer(door, task, kind);
    expect(await kindOf(ask(caller, door, "More.", { taskId: task.id }))).toBe("unsupportedOperation");
  });

  it("with a push notification configuration is rejected, and nothing is stored", async () => {
    const asked = request("x", {}, { configuration: { taskPushNotificationConfig: { url: "https://a.example" } } });
    const before = await database().select().from(a2aTasks);
    expect(await kindOf(send(caller, door, asked))).toBe("pushNotSupported");
    expect(await database().select().from(a2aTasks)).toHaveLength(before.length);
  });

  it("is rejected while the relay is frozen, and stores neither task nor event", async () => {
    const freeze = (frozen: boolean) =>
      setFreeze(systemContext(database()), { subsystem: "relay", frozen, reason: "A test." });
    const count = async () => [
      (await database().select().from(a2aTasks)).length,
      (await database().select().from(relayEvents)).length,
    ];
    const before = await count();
    await freeze(true);
    try {
      expect(await kindOf(ask(caller, door, "Now?"))).toBe("frozen");
      expect(await count()).toEqual(before);
    } finally {
      await freeze(false);
    }
  });
});

describe("a door", () => {
  it.each([
    ["is unknown", { did: "did:fed:s1:nobody" }],
    ["is below T2", { tier: "T1" as const }],
    ["is suspended", { status: "suspended" }],
    ["is withdrawn", { status: "withdrawn" }],
  ])(
    "does not exist if the agent %s",
    async (_, { did, tier, status }: { did?: string; tier?: "T1"; status?: string }) => {
      const asked = did ?? (await member({ tier: tier ?? "T2", guests: true }));
      if (status) {
        const withdrawnAt = new Date();
        await database().update(agents).set({ status, withdrawnAt }).where(eq(agents.did, asked));
      }
      expect(await kindOf(ask(caller, asked, "Hello?"))).toBe("notFound");
      expect(await kindOf(ask(ANONYMOUS, asked, "Hello?"))).not.toBeUndefined();
    },
  );

  it("rejects suspended and withdrawn agents, and those below T2 if it accepts no guests", async () => {
    expect(await kindOf(ask(agentCaller(callerDid, "T2", "suspended"), door, "x"))).toBe("suspended");
    expect(await kindOf(ask(agentCaller(callerDid, "T2", "withdrawn"), door, "x"))).toBe("withdrawn");
    expect(await kindOf(ask(agentCaller(callerDid, "T1"), door, "x"))).toBe("tierTooLow");
    expect(await kindOf(ask(ANONYMOUS, door, "x"))).toBe("unauthenticated");
  });

  it("accepts organisations and operators that send as an agent for which they may act", async () => {
    const provider: Caller = { kind: "provider", credentialId: "c", organisation: "Lattice Works" };
    const operator: Caller = operatorCaller();
    expect(await kindOf(ask(operator, door, "x"))).toBe("invalid");
    const named = (src_did: string) => request("In its name.", {}, { metadata: { src_did } });
    expect(await kindOf(send(provider, door, named(callerDid)))).toBe("didMismatch");
    expect(await kindOf(send(caller, door, named(door)))).toBe("didMismatch");
    const response = await send(operator, door, named(callerDid));
    const task = "task" in response ? response.task : undefined;
    expect((await inbox(door)).at(-1)).toMatchObject({ src_did: callerDid, trace_id: task && traceOf(task) });
    expect(await kindOf(show(caller, { id: task?.id ?? "" }))).toBe("taskNotFound");
    expect(await show(operator, { id: task?.id ?? "" })).toMatchObject({ id: task?.id });
  });

  it("continues and cancels an organisation's task only for the agent that began it, and not while it is suspended", async () => {
    const organisation = "Lattice Works";
    const provider: Caller = { kind: "provider", credentialId: "c", organisation };
    const [began, other] = [await member(), await member()];
    for (const did of [began, other]) {
      await database().update(agents).set({ ownerKind: "organisation", organisation }).where(eq(agents.did, did));
    }
    const named = (src_did: string | undefined, taskId?: string) =>
      request("In its name.", { taskId }, { metadata: src_did && { src_did } });
    const response = await send(provider, door, named(began));
    const id = "task" in response ? response.task.id : "";
    await send(provider, door, named(undefined, id));
    expect(await kindOf(send(provider, door, named(other, id)))).toBe("invalid");
    await database().update(agents).set({ status: "suspended" }).where(eq(agents.did, began));
    expect(await kindOf(send(provider, door, named(began, id)))).toBe("suspended");
    expect(await kindOf(send(provider, door, named(undefined, id)))).toBe("suspended");
    expect(await kindOf(cancelTask(as(provider), door, { id }))).toBe("suspended");
    expect((await inbox(door)).filter(({ src_did }) => src_did === began)).toHaveLength(2);
  });

  it("does not accept an agent below T2 in place of a suspended one, although the door accepts guests", async () => {
    const organisation = "Lattice Works";
    const provider: Caller = { kind: "provider", credentialId: "c", organisation };
    const [open, began, low] = [await member({ guests: true }), await member(), await member({ tier: "T1" })];
    for (const did of [began, low]) {
      await database().update(agents).set({ ownerKind: "organisation", organisation }).where(eq(agents.did, did));
    }
    const response = await send(provider, open, request("x", {}, { metadata: { src_did: began } }));
    const taskId = "task" in response ? response.task.id : "";
    await database().update(agents).set({ status: "suspended" }).where(eq(agents.did, began));
    const again = request("x", { taskId }, { metadata: { src_did: low } });
    expect(await kindOf(send(provider, open, again))).toBe("invalid");
    expect(await inbox(open)).toHaveLength(1);
  });

  it("continues a task that this service routed, for an agent of T1 at the member's door too", async () => {
    const skill = `rebinding ${randomUUID()}`;
    const [binder, askerDid] = [await member({ skills: [skill] }), await member({ tier: "T1" })];
    const asker = agentCaller(askerDid, "T1");
    const task = await ask(asker, null, skill);
    expect(task.metadata).toMatchObject({ did: binder });
    await ask(asker, binder, "And gilding.", { taskId: task.id });
    expect(await kindOf(ask(asker, binder, "A new task."))).toBe("tierTooLow");
  });

  it("does not take a message of another agent for a repeated one, though both have one owner", async () => {
    const operator: Caller = operatorCaller();
    const messageId = randomUUID();
    const named = (src_did: unknown) => request("Hello", { messageId }, { metadata: { src_did } });
    await send(operator, door, named(callerDid));
    await send(operator, door, named(callerDid));
    expect(await kindOf(send(operator, door, named(await member())))).toBe("invalid");
    for (const src_did of ["", "atlas", 7]) expect(await kindOf(send(operator, door, named(src_did)))).toBe("invalid");
  });
});
