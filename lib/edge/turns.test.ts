import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { charged, type RequestScope, runInScope } from "@/lib/authority/context";
import { Meter } from "./meter";
import { type TurnKind, Turns } from "./turns";

const LIMITS = {
  percent: { reading: 50, forms: 10 },
  atATime: {
    page: { all: 2, ofCaller: 1 },
    form: { all: 1, ofCaller: 1 },
    console: { all: 1, ofCaller: 1 },
    read: { all: 2, ofCaller: 2 },
    large: { all: 1, ofCaller: 1 },
  },
  waiting: 6,
};

let busy: number;
let meter: Meter;
let turns: Turns;
let begun: string[];
beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  busy = 0;
  meter = new Meter({ now: () => Date.now(), busy: () => busy });
  turns = new Turns(meter, LIMITS);
  begun = [];
});
afterEach(() => {
  vi.useRealTimers();
});

/** Asks for a turn. Its caller is the first word of its name. */
function ask(name: string, kind: TurnKind | null = "page") {
  const response = Object.assign(new EventEmitter(), { destroyed: false }) as unknown as ServerResponse;
  const scope: RequestScope = { requestId: name, address: "", event: {} };
  let finish = () => {};
  const work = () => {
    begun.push(name);
    return new Promise<string>((resolve) => {
      finish = () => resolve(name);
    });
  };
  const result = turns.run(kind, meter.account(name.split(" ", 1)[0] ?? ""), { response, scope }, work);
  const end = async () => {
    await settle();
    finish();
    await result;
    await vi.advanceTimersByTimeAsync(0);
  };
  return { result, end, leave: () => response.emit("close"), scope };
}
/** Waits until whatever may begin has begun. */
const settle = () => vi.advanceTimersByTimeAsync(0);

describe("turns", () => {
  it("come to all requests of one caller, in their order and one at a time", async () => {
    turns = new Turns(meter, { ...LIMITS, waiting: 100 });
    const names = Array.from({ length: 20 }, (_, at) => `tab ${at}`);
    const tabs = names.map((name) => ask(name));
    for (const [at, tab] of tabs.entries()) {
      await settle();
      expect(begun).toEqual(names.slice(0, at + 1));
      await tab.end();
    }
    expect(await Promise.all(tabs.map(({ result }) => result))).toEqual(names);
  });

  it("come first to the caller that has used the least", async () => {
    meter.account("busy").spend(50);
    meter.account("less").spend(20);
    const running = [ask("x"), ask("y")];
    for (const name of ["busy 1", "less 1", "calm 1"]) ask(name);
    for (const each of running) await each.end();
    expect(begun).toEqual(["x", "y", "calm 1", "less 1"]);
  });

  it("come later to a network that has used more in all, however many addresses it has", async () => {
    const running = [ask("x"), ask("y")];
    for (let at = 1; at <= 9; at++) meter.account(`address:2001:db8:1:${at}::/64`).spend(10);
    meter.account("visitor").spend(30);
    ask("address:2001:db8:1:a::/64 new");
    ask("visitor 1");
    await running[0]?.end();
    expect(begun).toEqual(["x", "y", "visitor 1"]);
  });

  it("come to a caller that has used much in the end, however many new ones there are", async () => {
    turns = new Turns(meter, { ...LIMITS, waiting: 100 });
    meter.account("busy").spend(1_000);
    let running = [ask("x"), ask("y")];
    const busyOne = ask("busy 1");
    for (let at = 0; at < 12 && !begun.includes("busy 1"); at++) {
      running.push(ask(`new-${at}`), ask(`newer-${at}`));
      await vi.advanceTimersByTimeAsync(100);
      for (const each of running.splice(0, 2)) await each.end();
    }
    expect(begun).toContain("busy 1");
    running = [];
    await busyOne.end();
  });

  it("go to a caller without use first, also if many requests of others have waited for longer", async () => {
    const one = { ...LIMITS.atATime, page: { all: 1, ofCaller: 1 } };
    turns = new Turns(meter, { percent: { reading: 100, forms: 10 }, atATime: one, waiting: 100 });
    const floods = Array.from({ length: 20 }, (_, at) => ask(`${at % 2 === 0 ? "a" : "b"} ${at}`));
    for (const flood of floods.slice(0, 6)) {
      await settle();
      busy += 200;
      await vi.advanceTimersByTimeAsync(200);
      await flood.end();
    }
    const visitor = ask("visitor 1");
    await floods[6]?.end();
    expect(begun.at(-1)).toBe("visitor 1");
    await visitor.end();
  });

  it("of one kind do not end the wait for another", async () => {
    const reads = { ...LIMITS.atATime, read: { all: 5, ofCaller: 5 } };
    turns = new Turns(meter, { percent: { reading: 100, forms: 10 }, atATime: reads, waiting: 100 });
    const holder = ask("holder 1", "large");
    await settle();
    ask("reader large", "large");
    meter.account("reader").spend(100);
    for (let at = 0; at < 10; at++) {
      await vi.advanceTimersByTimeAsync(20);
      await ask("reader read", "read").end();
    }
    ask("late 1", "large");
    await holder.end();
    expect(begun.at(-1)).toBe("reader large");
  });

  it("of one kind do not wait for another", async () => {
    for (const name of ["a 1", "b 1", "c 1"]) ask(name);
    ask("d 1", "read");
    ask("e 1", "console");
    await settle();
    expect(begun).toEqual(["a 1", "b 1", "d 1", "e 1"]);
  });

  it("are not needed for a change, which its caller pays nevertheless", async () => {
    for (const name of ["a 1", "b 1", "c 1"]) ask(name);
    const change = ask("d 1", null);
    await settle();
    expect(begun).toContain("d 1");
    busy += 40;
    await change.end();
    expect(meter.account("d").used).toBeCloseTo(40 / 3);
  });

  it("end the wait of a client that leaves", async () => {
    const running = [ask("a 1"), ask("b 1")];
    const leaving = ask("c 1");
    const next = ask("d 1");
    leaving.leave();
    expect(await leaving.result).toBeNull();
    for (const each of running) await each.end();
    await next.end();
    expect(begun).toEqual(["a 1", "b 1", "d 1"]);
  });

  it("that last long leave their place to others, because they wait for something else", async () => {
    for (const name of ["a 1", "b 1", "c 1", "d 1", "e 1"]) ask(name);
    await vi.advanceTimersByTimeAsync(249);
    expect(begun).not.toContain("c 1");
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toEqual(["a 1", "b 1", "c 1", "d 1"]);
    await vi.advanceTimersByTimeAsync(250);
    expect(begun).toHaveLength(5);
  });

  it("begin again after work that failed", async () => {
    const failing = turns.run("large", meter.account("a"), { response: new EventEmitter(), scope: {} } as never, () =>
      Promise.reject(new Error("failed")),
    );
    const next = ask("b 1", "large");
    await expect(failing).rejects.toThrow("failed");
    await settle();
    expect(begun).toEqual(["b 1"]);
    await next.end();
  });

  it("are refused to the newest request of the group with the most, and to no caller with fewer", async () => {
    for (const name of ["x", "y"]) ask(name);
    const flood = [1, 2, 3, 4, 5].map((at) => ask(`flood ${at}`));
    const others = [ask("a 1"), ask("b 1")];
    expect(await flood[4]?.result).toBeNull();
    others.push(ask("c 1"));
    expect(await flood[3]?.result).toBeNull();
    const more = ask("flood 6");
    expect(await more.result).toBeNull();
    await settle();
    const refused = await Promise.race([Promise.any(others.map(({ result }) => result)), Promise.resolve("none")]);
    expect(refused).toBe("none");
  });

  it("are refused to the newest of callers with equally many", async () => {
    for (const name of ["x", "y"]) ask(name);
    const waiting = ["a", "b", "c", "d", "e", "f"].map((name) => ask(name));
    const newest = ask("g");
    expect(await newest.result).toBeNull();
    expect(await Promise.race([Promise.any(waiting.map(({ result }) => result)), Promise.resolve("wait")])).toBe(
      "wait",
    );
  });

  it("are refused to the network with the most, though none of its addresses has many", async () => {
    for (const name of ["x", "y"]) ask(name);
    const network = [1, 2, 3, 4].map((at) => ask(`address:2001:db8:1:${at}::/64 page`));
    const visitors = [ask("a 1"), ask("a 2"), ask("a 3")];
    await settle();
    const settled = await Promise.all(
      [...network, ...visitors].map(({ result }) => Promise.race([result, Promise.resolve("waits")])),
    );
    expect(settled.filter((each) => each === null)).toHaveLength(1);
    expect(settled.slice(4)).toEqual(["waits", "waits", "waits"]);
  });
});

it("may be taken later, by work that has begun without one", async () => {
  const holders = [ask("a 1", "large"), ask("b 1", null)];
  await settle();
  let isTheirs: boolean | undefined;
  holders[1]?.scope.work?.turn("large").then((given) => (isTheirs = given));
  await settle();
  expect(isTheirs).toBeUndefined();
  // Only the work that does not wait pays for the time meanwhile.
  busy += 40;
  await holders[0]?.end();
  expect(meter.account("b").used).toBe(0);
  expect(isTheirs).toBe(true);
  ask("c 1", "large");
  await settle();
  expect(begun).not.toContain("c 1");
  await holders[1]?.end();
  expect(begun).toContain("c 1");
});

describe("reading", () => {
  it("waits once all reading has used its time, and the console, forms and changes do not", async () => {
    const first = ask("a 1");
    await settle();
    busy += 1_000;
    await first.end();
    ask("b 1");
    ask("c 1", "read");
    for (const kind of ["console", "form", null] as const) ask(`${kind} 1`, kind);
    await settle();
    expect(begun).toEqual(["a 1", "null 1", "console 1", "form 1"]);
    // 600 milliseconds of burst are used, and 400 more. Half of the time fills that in 800.
    await vi.advanceTimersByTimeAsync(700);
    expect(begun).not.toContain("b 1");
    await vi.advanceTimersByTimeAsync(200);
    expect(begun.slice(4)).toEqual(["b 1", "c 1"]);
  });

  it("is charged for timed parts at once", async () => {
    const { scope, end } = ask("a 1");
    await settle();
    runInScope(scope, () => charged(() => vi.advanceTimersByTime(2_000)));
    expect(meter.account("a").used).toBe(2_000);
    await end();
  });
});
