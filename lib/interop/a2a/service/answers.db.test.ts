import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { a2aTasks } from "@/lib/database/schema/a2a-door";
import { relayEvents } from "@/lib/database/schema/relay";
import { recordStatements } from "@/lib/database/testing/recorded-statements";
import { testDatabase } from "@/lib/database/testing/test-database";
import { appendEvent } from "@/lib/features/relay/service/append";
import { ServiceError } from "@/lib/foundation/errors";
import type { Caller } from "@/lib/identity/permissions";
import type { StreamResponse, Task } from "../schema";
import { doorsOn } from "../testing/doors";
import { cancelTask } from "./cancel-task";
import { rereadTask } from "./find-task";
import { followTask, subscribeToTask, waitForAnswer } from "./follow-task";

const database = testDatabase();
const { as, agentCaller, member, request, send, ask, answer, show, inbox } = doorsOn(database);
let statements: string[] = [];
beforeAll(() => {
  statements = recordStatements();
});
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
const stateOf = async (task: Task) => (await show(caller, task)).status.state;
const rowOf = (task: Task) => rereadTask(as(caller), task.id);

describe("a member's answers", () => {
  it("set the states in order", async () => {
    const task = await ask(caller, door, "Work.");
    for (const state of ["working", "input_required", "working", "completed"]) {
      await answer(door, task, `a2a.${state}`, { text: state });
      const shown = await show(caller, task);
      expect(shown.status).toMatchObject({
        state: `TASK_STATE_${state.toUpperCase()}`,
        message: { role: "ROLE_AGENT", taskId: task.id, contextId: task.contextId, parts: [{ text: state }] },
      });
    }
    const { history = [] } = await show(caller, task);
    expect(history.map(({ role, parts }) => [role, parts[0]?.text])).toEqual([
      ["ROLE_USER", "Work."],
      ["ROLE_AGENT", "working"],
      ["ROLE_AGENT", "input_required"],
      ["ROLE_AGENT", "working"],
    ]);
  });

  it("create artifacts, complete or in pieces", async () => {
    const task = await ask(caller, door, "Write.");
    await answer(door, task, "a2a.artifact", {
      artifact: { artifactId: "a", name: "Lease", parts: [{ text: "One" }] },
    });
    await answer(door, task, "a2a.artifact", { artifact: { artifactId: "a", parts: [{ text: "Two" }] }, append: true });
    await answer(door, task, "a2a.artifact", { text: "Short form" });
    await answer(door, task, "a2a.artifact", { parts: [{ text: "x", raw: "eA==" }] });
    const { artifacts, status } = await show(caller, task);
    expect(status.state).toBe("TASK_STATE_SUBMITTED");
    expect(artifacts).toEqual([
      { artifactId: "a", name: "Lease", parts: [{ text: "One" }, { text: "Two" }] },
      { artifactId: expect.any(String), parts: [{ text: "Short form" }] },
    ]);
  });

  it("have no effect if another agent or the caller sent them", async () => {
    const task = await ask(caller, door, "Who answers?");
    const third = await member();
    await answer(door, task, "chat", { text: "Look." }, { dst_did: third });
    for (const kind of ["a2a.completed", "a2a.failed", "a2a.artifact"]) {
      await answer(third, task, kind, { text: "forged" });
      await answer(callerDid, task, kind, { text: "forged" });
    }
    const shown = await show(caller, task);
    expect(shown).toMatchObject({ status: { state: "TASK_STATE_SUBMITTED" }, artifacts: [] });
    expect(JSON.stringify(shown)).not.toContain("forged");
    await answer(door, task, "a2a.completed", { text: "done" });
    expect(await stateOf(task)).toBe("TASK_STATE_COMPLETED");
  });

  it("change nothing after the task has ended; the first end counts", async () => {
    const task = await ask(caller, door, "Once.");
    await answer(door, task, "a2a.completed", { text: "done" });
    const ended = await show(caller, task);
    await answer(door, task, "a2a.failed", { text: "no" });
    await answer(door, task, "a2a.working");
    await answer(door, task, "a2a.artifact", { text: "late" });
    expect(await show(caller, task)).toEqual(ended);
    const trace = String(task.metadata?.["traceId"]);
    expect(await database().select().from(relayEvents).where(eq(relayEvents.traceId, trace))).toHaveLength(5);
  });

  it("of one batch count in order, up to the end of the task", async () => {
    const task = await ask(caller, door, "Quick.");
    const kinds = ["a2a.working", "a2a.artifact", "a2a.completed", "a2a.working", "a2a.failed"];
    await Promise.all(kinds.map((kind) => answer(door, task, kind, { text: kind })));
    const shown = await show(caller, task);
    expect(shown.status).toMatchObject({
      state: "TASK_STATE_COMPLETED",
      message: { parts: [{ text: "a2a.completed" }] },
    });
    expect(shown.artifacts).toHaveLength(1);
  });

  it("add no statement to other relay events", async () => {
    const event = { traceId: "plain", srcDid: door, intent: "x", at: new Date() };
    await appendEvent(database(), event);
    const ofDoor = () => statements.filter((statement) => statement.includes("a2a_")).length;
    const before = ofDoor();
    await appendEvent(database(), { ...event, kind: "chat" });
    expect(ofDoor()).toBe(before);
    await appendEvent(database(), { ...event, kind: "a2a.working" });
    expect(ofDoor()).toBe(before + 1);
  });
});

describe("cancelling", () => {
  it("ends the task at once and sends the member an event; later answers are stored but change nothing", async () => {
    const task = await ask(caller, door, "Stop me.");
    await answer(door, task, "a2a.working");
    const canceled = await cancelTask(as(caller), door, task);
    expect(canceled.status.state).toBe("TASK_STATE_CANCELED");
    const event = (await inbox(door)).at(-1);
    expect(event).toMatchObject({ kind: "a2a.canceled", intent: "a2a.message", payload: { taskId: task.id } });
    await answer(door, task, "a2a.completed", { text: "too late" });
    expect(await show(caller, task)).toEqual(canceled);
    expect(await kindOf(ask(caller, door, "More.", { taskId: task.id }))).toBe("unsupportedOperation");
  });

  it("fails for an ended task, and for another caller's task", async () => {
    const task = await ask(caller, door, "Done.");
    expect(await kindOf(cancelTask(as(agentCaller(await member())), door, task))).toBe("taskNotFound");
    await answer(door, task, "a2a.failed");
    expect(await kindOf(cancelTask(as(caller), door, task))).toBe("taskNotCancelable");
    expect(await stateOf(task)).toBe("TASK_STATE_FAILED");
  });

  it("concurrently with an answer: one of them ends the task, and both views agree", async () => {
    for (let round = 0; round < 10; round += 1) {
      const task = await ask(caller, door, `Race ${round}.`);
      const [cancel] = await Promise.allSettled([
        cancelTask(as(caller), door, task),
        answer(door, task, "a2a.completed", { text: "done" }),
      ]);
      const isCanceled = cancel.status === "fulfilled";
      expect(await stateOf(task)).toBe(isCanceled ? "TASK_STATE_CANCELED" : "TASK_STATE_COMPLETED");
    }
  });
});

describe("waiting for an answer", () => {
  const never = new AbortController().signal;

  it("ends when the task ends, when it needs input, or at the time limit", async () => {
    const task = await ask(caller, door, "Wait.");
    const row = await rowOf(task);
    expect(await waitForAnswer(as(caller), { task: row, seq: 1 }, 20, never)).toMatchObject({ state: "submitted" });
    const waiting = waitForAnswer(as(caller), { task: row, seq: 1 }, 30_000, never);
    await answer(door, task, "a2a.working");
    await answer(door, task, "a2a.input_required");
    expect(await waiting).toMatchObject({ state: "input_required" });
    // A need for input before this message is no answer to it.
    await ask(caller, door, "Here.", { taskId: task.id });
    const next = waitForAnswer(as(caller), { task: row, seq: 4 }, 30_000, never);
    await answer(door, task, "a2a.completed");
    expect(await next).toMatchObject({ state: "completed" });
  });

  it("uses a slot and frees it; without a free slot the response does not wait", async () => {
    const asked = request("x", {}, { configuration: {} });
    const slot = new AbortController();
    const waiting = send(caller, door, asked, () => slot);
    await expect
      .poll(async () => (await inbox(door)).at(-1)?.payload)
      .toMatchObject({ message: { messageId: asked.message.messageId } });
    const rows = await database().select().from(a2aTasks).where(eq(a2aTasks.callerDid, callerDid));
    for (const { traceId } of rows) await answer(door, { metadata: { traceId } } as unknown as Task, "a2a.completed");
    expect(await waiting).toMatchObject({ task: { status: { state: "TASK_STATE_COMPLETED" } } });
    expect(slot.signal.aborted).toBe(true);
    const full = () => {
      throw new ServiceError("unavailable");
    };
    const response = await send(caller, door, request("y", {}, { configuration: {} }), full);
    expect(response).toMatchObject({ task: { status: { state: "TASK_STATE_SUBMITTED" } } });
  });
});

describe("following a task", () => {
  const never = new AbortController().signal;
  const nameOf = ({ data }: { data: StreamResponse }) => {
    if ("task" in data) return `task ${data.task.status.state}`;
    if ("statusUpdate" in data) return data.statusUpdate.status.state;
    return "artifactUpdate" in data ? `artifact ${data.artifactUpdate.artifact.parts[0]?.text}` : "message";
  };
  const all = async (updates: AsyncIterable<{ id: number; data: StreamResponse }>) => {
    const seen: string[] = [];
    for await (const update of updates) seen.push(nameOf(update));
    return seen;
  };

  it("yields the task, then each change once and in order, until its end, without forged answers", async () => {
    const task = await ask(caller, door, "Follow.");
    await answer(door, task, "a2a.artifact", { text: "before" });
    const followed = followTask(as(caller), await rowOf(task), 1, never);
    expect(nameOf((await followed[Symbol.asyncIterator]().next()).value as never)).toBe("task TASK_STATE_SUBMITTED");
    const rest = all(followed);
    await answer(door, task, "a2a.working");
    const third = await member();
    await answer(door, task, "chat", { text: "Look." }, { dst_did: third });
    await answer(third, task, "a2a.completed", { text: "forged" });
    await answer(door, task, "a2a.artifact", { text: "result" });
    await answer(door, task, "a2a.completed");
    await answer(door, task, "a2a.artifact", { text: "late" });
    expect(await rest).toEqual(["TASK_STATE_WORKING", "artifact result", "TASK_STATE_COMPLETED"]);
  });

  it("ends when the task needs input, and continues after a new subscription", async () => {
    const task = await ask(caller, door, "Ask me.");
    const updates = await subscribeToTask(as(caller), door, task, never);
    await updates[Symbol.asyncIterator]().next();
    const first = all(updates);
    await answer(door, task, "a2a.input_required");
    expect((await first).at(-1)).toBe("TASK_STATE_INPUT_REQUIRED");
    const second = all(await subscribeToTask(as(caller), door, task, never));
    const third = all(await subscribeToTask(as(caller), door, task, never));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await cancelTask(as(caller), door, task);
    expect(await second).toEqual(["task TASK_STATE_INPUT_REQUIRED", "TASK_STATE_CANCELED"]);
    expect(await third).toEqual(["task TASK_STATE_INPUT_REQUIRED", "TASK_STATE_CANCELED"]);
  });

  it("fails for an ended task, and for another caller's task", async () => {
    const task = await ask(caller, door, "Over.");
    expect(await kindOf(subscribeToTask(as(agentCaller(await member())), door, task, never))).toBe("taskNotFound");
    await answer(door, task, "a2a.completed");
    expect(await kindOf(subscribeToTask(as(caller), door, task, never))).toBe("unsupportedOperation");
    expect(await all(followTask(as(caller), await rowOf(task), 1, never))).toEqual(["task TASK_STATE_COMPLETED"]);
  });
});
