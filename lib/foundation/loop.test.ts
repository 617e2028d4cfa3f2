import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { startLoop } from "./loop";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Starts a loop until the test ends. */
function counted(work: Partial<Parameters<typeof startLoop>[0]> = {}) {
  const pass = vi.fn(async (): Promise<undefined> => undefined);
  const loop = startLoop({ pass, idleMilliseconds: 1_000, ...work });
  onTestFinished(() => void loop.stop());
  return { loop, pass };
}

describe("a loop", () => {
  it("repeats its pass after the idle time, and sooner if it is woken", async () => {
    const { loop, pass } = counted();
    await vi.advanceTimersByTimeAsync(1);
    expect(pass).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(998);
    expect(pass).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2);
    expect(pass).toHaveBeenCalledTimes(2);
    loop.wake(20);
    loop.wake(500);
    await vi.advanceTimersByTimeAsync(20);
    expect(pass).toHaveBeenCalledTimes(3);
  });

  it("begins with the first pause, and then waits as long as its pass says", async () => {
    const pauses = [20, 20, undefined];
    const pass = vi.fn(async () => pauses.shift());
    counted({ pass, firstMilliseconds: 3_000 });
    await vi.advanceTimersByTimeAsync(2_999);
    expect(pass).toHaveBeenCalledTimes(0);
    await vi.advanceTimersByTimeAsync(41);
    expect(pass).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(999);
    expect(pass).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(pass).toHaveBeenCalledTimes(4);
  });

  it("runs one pass at a time. One that is woken meanwhile runs after it", async () => {
    let end = () => {};
    const pass = vi.fn(() => new Promise<undefined>((resolve) => (end = () => resolve(undefined))));
    const { loop } = counted({ pass });
    await vi.advanceTimersByTimeAsync(0);
    loop.wake();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(pass).toHaveBeenCalledTimes(1);
    end();
    await vi.advanceTimersByTimeAsync(0);
    expect(pass).toHaveBeenCalledTimes(2);
    end();
  });

  it("goes on after a failure", async () => {
    const pass = vi.fn(async () => {
      throw new Error("no database");
    });
    counted({ pass });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(pass).toHaveBeenCalledTimes(2);
  });

  it("stops after the present pass, and cannot be woken then", async () => {
    let end = () => {};
    const pass = vi.fn(() => new Promise<undefined>((resolve) => (end = () => resolve(undefined))));
    const { loop } = counted({ pass });
    await vi.advanceTimersByTimeAsync(0);
    let isStopped = false;
    const stopping = loop.stop().then(() => (isStopped = true));
    await vi.advanceTimersByTimeAsync(0);
    expect(isStopped).toBe(false);
    end();
    await stopping;
    loop.wake();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(pass).toHaveBeenCalledTimes(1);
  });
});
