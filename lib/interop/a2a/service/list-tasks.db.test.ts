import { beforeAll, expect, it } from "vitest";
import { testDatabase } from "@/lib/database/testing/test-database";
import type { Caller } from "@/lib/identity/permissions";
import { ListTasksQuery, type Task } from "../schema";
import { doorsOn } from "../testing/doors";
import { listTasks } from "./list-tasks";

const database = testDatabase();
const { as, agentCaller, member, ask, answer } = doorsOn(database);
let caller: Caller;
let doors: string[];
const tasks: Task[] = [];
beforeAll(async () => {
  doors = [await member(), await member()];
  caller = agentCaller(await member());
  for (let n = 0; n < 5; n += 1) {
    tasks.push(await ask(caller, doors[n % 2] ?? "", `Task ${n}.`, { contextId: `context-${n % 2}` }));
  }
  await ask(agentCaller(await member()), doors[0] ?? "", "Another's.");
});
const list = (query: object = {}, door: string | null = null, by = caller) =>
  listTasks(as(by), door, ListTasksQuery.parse(query));
const idsOf = ({ tasks: listed }: { tasks: Task[] }) => listed.map(({ id }) => id);

it("lists the caller's tasks, the last changed ones first, without artifacts and history", async () => {
  const { nextPageToken, pageSize, totalSize, ...listed } = await list();
  expect({ nextPageToken, pageSize, totalSize }).toEqual({ nextPageToken: "", pageSize: 50, totalSize: 5 });
  expect(idsOf(listed)).toEqual(tasks.map(({ id }) => id).toReversed());
  for (const task of listed.tasks)
    expect(Object.keys(task).toSorted()).toEqual(["contextId", "id", "metadata", "status"]);
  expect(idsOf(await list({}, doors[1]))).toEqual([tasks[3]?.id, tasks[1]?.id]);
  expect(await list({}, null, agentCaller("did:fed:s1:without-tasks"))).toEqual({
    ...{ tasks: [], nextPageToken: "", pageSize: 50, totalSize: 0 },
  });
});

it("pages without repeating or missing one", async () => {
  const seen: string[] = [];
  for (let pageToken = "", pages = 0; pages < 4; pages += 1) {
    const page = await list({ pageSize: "2", pageToken });
    expect(page).toMatchObject({ pageSize: 2, totalSize: 5 });
    seen.push(...idsOf(page));
    pageToken = page.nextPageToken;
    if (pageToken === "") break;
  }
  expect(seen).toEqual(tasks.map(({ id }) => id).toReversed());
  const malformed = Buffer.from(`1 ${"-".repeat(36)}`).toString("base64url");
  for (const pageToken of ["no token", malformed]) {
    await expect(list({ pageToken })).rejects.toMatchObject({ kind: "invalid", fields: ["pageToken"] });
  }
});

it("filters by context, state and time, and shows artifacts and history on request", async () => {
  expect(idsOf(await list({ contextId: "context-1" }))).toEqual([tasks[3]?.id, tasks[1]?.id]);
  await answer(doors[0] ?? "", tasks[0] as Task, "a2a.artifact", { text: "A result." });
  await answer(doors[0] ?? "", tasks[0] as Task, "a2a.completed", { text: "Done." });
  const completed = await list({ status: "TASK_STATE_COMPLETED", includeArtifacts: "true", historyLength: "1" });
  expect(completed.tasks).toMatchObject([
    { id: tasks[0]?.id, artifacts: [{ parts: [{ text: "A result." }] }], history: [{ parts: [{ text: "Task 0." }] }] },
  ]);
  const since = completed.tasks[0]?.status.timestamp;
  expect(idsOf(await list({ statusTimestampAfter: since }))).toEqual([tasks[0]?.id]);
  expect(idsOf(await list())[0]).toBe(tasks[0]?.id);
  expect((await list({ status: "TASK_STATE_REJECTED" })).totalSize).toBe(0);
  expect((await list({ status: "TASK_STATE_UNSPECIFIED" })).totalSize).toBe(5);
});

it.each([
  { pageSize: 0 },
  { pageSize: 101 },
  { pageSize: "many" },
  { historyLength: -5 },
  { contextId: "a\0b" },
  { statusTimestampAfter: "0000-01-01T00:00:00Z" },
  { statusTimestampAfter: "9999-12-31T23:59:59-01:00" },
  { status: "TASK_STATE_RUNNING" },
  { includeArtifacts: "perhaps" },
  { statusTimestampAfter: "yesterday" },
])("rejects %j", (query) => {
  expect(ListTasksQuery.safeParse(query).success).toBe(false);
});
