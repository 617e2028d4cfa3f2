import { EventEmitter, once } from "node:events";
import type { Worker } from "node:worker_threads";
import { expect, it, vi } from "vitest";
import { endThread, startThread } from "./thread";

it("a thread ends by itself, after the messages before", async () => {
  const thread = startThread("ledger/check-worker");
  const heard = once(thread, "message");
  const exited = once(thread, "exit");
  thread.postMessage({ page: { entries: [], contents: [] }, origin: "a" });
  await endThread(thread);
  expect((await heard)[0]).toMatchObject({ fault: null });
  expect(await exited).toEqual([0]);
  await endThread(thread);
});

it("a thread that stays busy is not waited for longer than the limit, and not terminated", async () => {
  vi.useFakeTimers();
  const terminate = vi.fn();
  const busy = Object.assign(new EventEmitter(), { threadId: 1, postMessage: vi.fn(), unref: vi.fn(), terminate });
  const ended = endThread(busy as unknown as Worker, 5_000);
  await vi.advanceTimersByTimeAsync(5_000);
  await ended;
  vi.useRealTimers();
  expect([busy.unref.mock.calls.length, terminate.mock.calls.length]).toEqual([1, 0]);
});
