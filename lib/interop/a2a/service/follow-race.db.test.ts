import { beforeAll, expect, it, vi } from "vitest";
import { testDatabase } from "@/lib/database/testing/test-database";
import { doorsOn } from "../testing/doors";
import { findTask, type rereadTask } from "./find-task";
import { followTask } from "./follow-task";

/** Happens once, just before the task is read again. */
const meanwhile = vi.hoisted((): { act: () => Promise<void> } => ({ act: async () => {} }));
vi.mock("./find-task", async (original) => {
  const actual = await original<typeof import("./find-task")>();
  const readLater: typeof rereadTask = async (ctx, id) => {
    const { act } = meanwhile;
    meanwhile.act = async () => {};
    await act();
    return actual.rereadTask(ctx, id);
  };
  return { ...actual, rereadTask: readLater };
});

const database = testDatabase();
const { as, agentCaller, member, ask, answer } = doorsOn(database);
let door: string;
let callerDid: string;
beforeAll(async () => {
  [door, callerDid] = [await member(), await member()];
});

it("a stream of a task that ends while it begins has the task's artifacts", async () => {
  const caller = agentCaller(callerDid);
  const task = await ask(caller, door, "Write.");
  const row = await findTask(database(), caller, door, task.id);
  meanwhile.act = async () => {
    await answer(door, task, "a2a.artifact", { text: "The result." });
    await answer(door, task, "a2a.completed", { text: "Done." });
  };
  const updates = [];
  for await (const { data } of followTask(as(caller), row, 0, new AbortController().signal)) updates.push(data);
  expect(updates).toMatchObject([
    { task: { status: { state: "TASK_STATE_COMPLETED" }, artifacts: [{ parts: [{ text: "The result." }] }] } },
  ]);
});
