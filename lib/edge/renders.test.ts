import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { LargeReads } from "./large-reads";
import { Renders } from "./renders";

const turn = () => new Promise((resolve) => setImmediate(resolve));
const newResponse = () =>
  Object.assign(new EventEmitter(), { writeHead: (): unknown => undefined }) as unknown as ServerResponse;
const HOUR = { requests: 1_000_000, windowSeconds: 3_600 };

describe("rendering pages", () => {
  const rendersOf = (cpu = HOUR) =>
    new Renders({ slots: 2, keptSlots: 1, slotsOfBucket: 1, waitingOfBucket: 1, waiting: 9, cpu });
  /** A page whose rendering ends only on command. */
  function begin(renders: Renders, bucket: string) {
    const response = newResponse();
    const request = { headers: {} } as IncomingMessage;
    let finish: (page: string) => void = () => {};
    let hasBegun = false;
    const rendering = renders.render({ request, response }, { bucket, hasSession: false }, () => {
      hasBegun = true;
      return new Promise<string>((resolve) => {
        finish = resolve;
      });
    });
    return { rendering, response, hasBegun: () => hasBegun, finish: () => finish("page") };
  }

  it("goes on with the next once one is made", async () => {
    const renders = rendersOf();
    const first = begin(renders, "a");
    const second = begin(renders, "b");
    await turn();
    expect([first.hasBegun(), second.hasBegun()]).toEqual([true, false]);
    first.finish();
    expect(await first.rendering).toEqual({ outcome: "rendered", page: "page" });
    await turn();
    expect(second.hasBegun()).toBe(true);
  });

  it("says that too many wait, and that a client has left", async () => {
    const renders = rendersOf();
    const first = begin(renders, "a");
    const waiting = begin(renders, "b");
    expect(await begin(renders, "b").rendering).toEqual({ outcome: "overloaded" });
    waiting.response.emit("close");
    expect(await waiting.rendering).toEqual({ outcome: "gone" });
    await turn();
    first.finish();
    await first.rendering;
  });

  it("has a bucket pay in CPU time, and another one not", async () => {
    const renders = rendersOf({ requests: 1, windowSeconds: 3_600 });
    const costly = begin(renders, "a");
    await turn();
    for (const until = process.cpuUsage().user + 50_000; process.cpuUsage().user < until; );
    costly.finish();
    await costly.rendering;
    expect(await begin(renders, "a").rendering).toMatchObject({ outcome: "spent", allowance: { allowed: false } });
    const other = begin(renders, "b");
    await turn();
    expect(other.hasBegun()).toBe(true);
  });
});

describe("large reads", () => {
  it("are made a few at a time, and the next begins once one is made", async () => {
    const reads = new LargeReads({ slots: 1, slotsOfBucket: 1, waitingOfBucket: 1, waiting: 9 });
    const begun: string[] = [];
    const read = (name: string) => {
      let finish = () => {};
      const making = new Promise<string>((resolve) => {
        finish = () => resolve(name);
      });
      const done = reads.make(newResponse(), name.slice(0, 1), () => {
        begun.push(name);
        return making;
      });
      return { finish, done };
    };
    const first = read("a1");
    void read("a2");
    expect(await read("a3").done).toBeNull();
    await turn();
    expect(begun).toEqual(["a1"]);
    first.finish();
    expect(await first.done).toBe("a1");
    await turn();
    expect(begun).toEqual(["a1", "a2"]);
  });
});
