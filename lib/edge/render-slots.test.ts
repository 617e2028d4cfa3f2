import { beforeEach, describe, expect, it } from "vitest";
import { type Release, RenderSlots } from "./render-slots";

/** Returns the promises that are settled by now. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("render slots", () => {
  let slots: RenderSlots;
  let admitted: string[];
  beforeEach(() => {
    slots = new RenderSlots({ slots: 3, keptSlots: 1, slotsOfBucket: 3, waitingOfBucket: 2, waiting: 4 });
    admitted = [];
  });
  /** Requests a slot and records when it is given. */
  const enter = (name: string, options: { bucket?: string; hasSession?: boolean; gone?: AbortSignal } = {}) => {
    const { bucket = name.slice(0, 1), hasSession = false, gone = new AbortController().signal } = options;
    return slots.enter(bucket, hasSession, gone).then((release) => {
      if (release) admitted.push(name);
      return release;
    });
  };
  const free = async (entered: Promise<Release | null>) => {
    (await entered)?.();
    await turn();
  };

  it("are given at once while there are free ones, and then in turn", async () => {
    const first = enter("a1");
    const second = enter("a2");
    const third = enter("a3");
    await turn();
    expect(admitted).toEqual(["a1", "a2"]);
    await free(first);
    expect(admitted).toEqual(["a1", "a2", "a3"]);
    await free(second);
    await free(third);
    await free(enter("a4"));
    expect(admitted).toEqual(["a1", "a2", "a3", "a4"]);
  });

  it("go round among buckets, however many one of them asks for", async () => {
    const running = [enter("a1"), enter("a2")];
    const waiting = ["a3", "a4", "b1", "b2"].map((name) => enter(name));
    for (const each of [...running, ...waiting]) await free(each);
    expect(admitted).toEqual(["a1", "a2", "a3", "b1", "a4", "b2"]);
  });

  it("are refused to a bucket that waits for two already, and to no other", async () => {
    for (const name of ["a1", "a2", "a3", "a4"]) void enter(name);
    expect(await enter("a5")).toBeNull();
    const other = enter("b1");
    await turn();
    expect(admitted).toEqual(["a1", "a2"]);
    expect(await Promise.race([other, Promise.resolve("waits")])).toBe("waits");
  });

  it("are for one request of a bucket at a time where that is the limit, while others pass it", async () => {
    slots = new RenderSlots({ slots: 3, keptSlots: 0, slotsOfBucket: 1, waitingOfBucket: 2, waiting: 4 });
    const first = enter("a1");
    const second = enter("a2");
    void enter("b1");
    await turn();
    expect(admitted).toEqual(["a1", "b1"]);
    await free(first);
    await free(second);
    await free(enter("a3"));
    expect(admitted).toEqual(["a1", "b1", "a2", "a3"]);
  });

  it("are refused to all once too many wait, but to no console session", async () => {
    const running = enter("a1");
    for (const name of ["a2", "b1", "c1", "d1", "e1"]) void enter(name);
    expect(await enter("f1")).toBeNull();
    void enter("s1", { hasSession: true });
    void enter("s2", { hasSession: true });
    await turn();
    expect(admitted).toEqual(["a1", "a2", "s1"]);
    await free(running);
    expect(admitted).toEqual(["a1", "a2", "s1", "s2"]);
  });

  it("are kept in part for console sessions", async () => {
    void enter("a1");
    void enter("a2");
    void enter("b1");
    await turn();
    expect(admitted).toEqual(["a1", "a2"]);
    const session = enter("s1", { hasSession: true });
    await turn();
    expect(admitted).toEqual(["a1", "a2", "s1"]);
    // The slot for sessions is not given to b1, although it has waited longer.
    await free(session);
    expect(admitted).toEqual(["a1", "a2", "s1"]);
  });

  it("are waited for by nobody who has left", async () => {
    const running = [enter("a1"), enter("a2")];
    const leaving = new AbortController();
    const left = enter("a3", { gone: leaving.signal });
    const stays = enter("a4");
    leaving.abort();
    expect(await left).toBeNull();
    expect(await enter("b1", { gone: leaving.signal })).toBeNull();
    for (const each of [...running, stays]) await free(each);
    expect(admitted).toEqual(["a1", "a2", "a4"]);
  });

  it("are given back once, however often that is said", async () => {
    const first = await enter("a1");
    const second = enter("a2");
    first?.();
    first?.();
    void enter("a3");
    void enter("a4");
    await turn();
    expect(admitted).toEqual(["a1", "a2", "a3"]);
    await free(second);
    expect(admitted).toEqual(["a1", "a2", "a3", "a4"]);
  });

  it("given to one who leaves before it hears of that are not lost", async () => {
    const running = [enter("a1"), enter("a2")];
    const leaving = new AbortController();
    const leaves = enter("b1", { gone: leaving.signal });
    (await running[0])?.();
    leaving.abort();
    (await leaves)?.();
    (await running[1])?.();
    for (const name of ["c1", "c2"]) void enter(name);
    await turn();
    expect(admitted).toContain("c2");
  });
});
