import { setImmediate as turn } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { FairQueue } from "./fair-queue";

describe("turns", () => {
  let now: number;
  let turns: FairQueue;
  let begun: string[];
  /** A request that uses two thirds of a slice. */
  const ask = (name: string) =>
    turns.take(name.slice(0, 1), () => {
      now += 0.7;
      begun.push(name);
    });
  beforeEach(() => {
    now = 0;
    begun = [];
    turns = new FairQueue(() => now);
  });

  it("begin what a caller asks within its slice at once, and the rest one by one", async () => {
    for (const name of ["a1", "a2", "a3", "a4"]) ask(name);
    expect(begun).toEqual(["a1", "a2"]);
    await turn();
    expect(begun).toEqual(["a1", "a2", "a3"]);
    ask("a5");
    await turn();
    await turn();
    expect(begun).toEqual(["a1", "a2", "a3", "a4", "a5"]);
  });

  it("let another caller pass one that has much", async () => {
    for (const name of ["a1", "a2", "a3", "a4"]) ask(name);
    ask("b1");
    await turn();
    ask("c1");
    expect(begun).toEqual(["a1", "a2", "b1", "a3", "c1"]);
    await turn();
    expect(begun.at(-1)).toBe("a4");
  });

  it("begin anew once nothing waits", async () => {
    for (const name of ["a1", "a2"]) ask(name);
    await turn();
    ask("a3");
    expect(begun).toEqual(["a1", "a2", "a3"]);
  });
});
