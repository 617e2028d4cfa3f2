import { describe, expect, it } from "vitest";
import { type Step, TickCounter } from "./tick-counter";

/** Lets the watchdog tick. @returns its steps without "none" */
function ticks(counter: TickCounter, count: number, beats: (tick: number) => number, isDebugged = false): Step[] {
  return Array.from({ length: count }, (_, tick) => counter.tick(beats(tick), isDebugged)).filter(
    (step) => step !== "none",
  );
}

describe("the watchdog", () => {
  it("does nothing while the main thread beats, even if only just in time", () => {
    expect(ticks(new TickCounter(10), 1_000, (tick) => tick + 1)).toEqual([]);
    expect(ticks(new TickCounter(10), 1_000, (tick) => 1 + Math.floor(tick / 20))).toEqual([]);
  });

  it("reads the stack after the seconds in ticks, then ends the process without it, then without a line", () => {
    const counter = new TickCounter(10);
    counter.tick(1, false);
    expect(ticks(counter, 19, () => 1)).toEqual([]);
    expect(ticks(counter, 1, () => 1)).toEqual(["read"]);
    expect(ticks(counter, 9, () => 1)).toEqual([]);
    expect(ticks(counter, 1, () => 1)).toEqual(["end"]);
    expect(ticks(counter, 9, () => 1)).toEqual([]);
    expect(ticks(counter, 2, () => 1)).toEqual(["kill", "kill"]);
  });

  it("counts again from the last beat", () => {
    const counter = new TickCounter(10);
    counter.tick(1, false);
    expect(ticks(counter, 19, () => 1)).toEqual([]);
    expect(ticks(counter, 20, () => 2)).toEqual([]);
    expect(ticks(counter, 1, () => 2)).toEqual(["read"]);
  });

  it("counts ticks, so a suspended process, which has none, is not ended when both threads go on", () => {
    const counter = new TickCounter(10);
    counter.tick(1, false);
    // An hour passes here for every clock. Timers then fire once.
    expect(ticks(counter, 1, () => 1)).toEqual([]);
    expect(ticks(counter, 100, (tick) => 2 + tick)).toEqual([]);
  });

  it("does nothing while a debugger may be attached, and counts anew after it", () => {
    const counter = new TickCounter(10);
    counter.tick(1, false);
    expect(ticks(counter, 1_000, () => 1, true)).toEqual([]);
    expect(ticks(counter, 19, () => 1)).toEqual([]);
    expect(ticks(counter, 1, () => 1)).toEqual(["read"]);
    counter.reset();
    expect(ticks(counter, 19, () => 1)).toEqual([]);
  });
});
