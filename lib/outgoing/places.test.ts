import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LIMITS, type OutgoingWork, Places } from "./places";

const START = Date.parse("2026-01-01T00:00:00Z");
const at = (seconds: number) => new Date(START + seconds * 1_000);

/** Work that ends when the test ends it. */
function held<T>(value: T) {
  let end = () => {};
  let begun = false;
  const run = () => {
    begun = true;
    return new Promise<T>((resolve) => {
      end = () => resolve(value);
    });
  };
  return { run, end: () => end(), hasBegun: () => begun };
}

const work = (more: Partial<OutgoingWork> = {}): OutgoingWork => ({
  ...{ kind: "card", owner: "organisation:acme", subject: "did:fed:s1:a", hosts: ["one.example"] },
  ...more,
});

const done = async () => "done";

describe("within", () => {
  it("gives one owner no more than its places, and another owner its own", async () => {
    const places = new Places();
    const [first, second] = [held(1), held(2)];
    const running = [
      places.within(work({ subject: "a", hosts: ["a.example"] }), at(0), first.run),
      places.within(work({ subject: "b", hosts: ["b.example"] }), at(0), second.run),
    ];
    const third = () => places.within(work({ subject: "c", hosts: ["c.example"] }), at(0), done);
    await expect(third()).rejects.toMatchObject({ kind: "rateLimited", retryAfterSeconds: 1 });
    expect(await places.within(work({ owner: "organisation:other" }), at(0), done)).toBe("done");
    first.end();
    await running[0];
    expect(await third()).toBe("done");
    second.end();
  });

  it("sends one host no more than its places by anyone, and counts each of several hosts", async () => {
    const places = new Places();
    const challenge = (owner: string, ...hosts: string[]) =>
      ({ kind: "challenge", owner, subject: owner, hosts }) as const;
    const running = held("confirmed");
    const first = places.within(challenge("one", "hooks.example"), at(0), running.run);
    for (const hosts of [["hooks.example"], ["free.example", "hooks.example"]]) {
      await expect(places.within(challenge("two", ...hosts), at(0), done)).rejects.toMatchObject({
        kind: "overloaded",
        message: expect.stringContaining("to this host"),
      });
    }
    expect(await places.within(challenge("two", "free.example"), at(0), done)).toBe("done");
    running.end();
    await first;
    expect(await places.within(challenge("two", "hooks.example"), at(0), done)).toBe("done");
  });

  it("counts a name with a final dot as the same host", async () => {
    const places = new Places();
    const first = held(1);
    const challenge = { kind: "challenge", subject: "one" } as const;
    const running = places.within(work({ ...challenge, hosts: ["one.example:8443"] }), at(0), first.run);
    const second = work({ ...challenge, owner: "organisation:other", hosts: ["one.example.:8443"] });
    await expect(places.within(second, at(0), done)).rejects.toMatchObject({ kind: "overloaded" });
    first.end();
    await running;
  });

  it("has a total for each kind, so a kind that is full stops no other", async () => {
    const places = new Places();
    const all = Array.from({ length: LIMITS.card.inAll }, (_, n) => {
      const running = held(n);
      const of = work({ owner: `owner-${n}`, subject: `did:${n}`, hosts: [`${n}.example`] });
      return { ...running, ended: places.within(of, at(0), running.run) };
    });
    await expect(places.within(work(), at(0), done)).rejects.toMatchObject({ kind: "overloaded" });
    expect(await places.within(work({ kind: "domain" }), at(0), done)).toBe("done");
    for (const { end } of all) end();
    await Promise.all(all.map(({ ended }) => ended));
    expect(await places.within(work(), at(0), done)).toBe("done");
  });

  it("gives the place back if the work fails", async () => {
    const places = new Places();
    for (let time = 0; time < 5; time += 1) {
      const failing = places.within(work(), at(0), () => Promise.reject(new Error("broken")));
      await expect(failing).rejects.toThrow("broken");
    }
  });

  it("counts five challenges an hour for each subscription, and 25 for its owner", async () => {
    const places = new Places();
    const challenge = (subject: string, seconds: number) =>
      places.within({ kind: "challenge", owner: "one", subject, hosts: ["hooks.example"] }, at(seconds), done);
    for (let time = 0; time < 5; time += 1) await challenge("first", time * 60);
    await expect(challenge("first", 600)).rejects.toMatchObject({ kind: "rateLimited", retryAfterSeconds: 3_000 });
    for (let time = 0; time < 20; time += 1) await challenge(`new-${time}`, 600);
    await expect(challenge("one more", 700)).rejects.toMatchObject({ kind: "rateLimited" });
    await challenge("first", 3_600.5);
  });

  it("does not count what was refused", async () => {
    const places = new Places();
    const running = held(1);
    const first = places.within(work({ kind: "challenge" }), at(0), running.run);
    for (let time = 0; time < 10; time += 1) {
      await expect(places.within(work({ kind: "challenge", owner: "two" }), at(0), done)).rejects.toMatchObject({
        kind: "overloaded",
      });
    }
    running.end();
    await first;
    expect(await places.within(work({ kind: "challenge", owner: "two" }), at(0), done)).toBe("done");
  });
});

describe("whenFree", () => {
  const recheck = (subject: string) => work({ kind: "recheck", subject });

  it("waits for a place, and gives places in the order of asking", async () => {
    const places = new Places();
    const all = ["a", "b", "c", "d"].map((name) => {
      const running = held(name);
      return { ...running, ended: places.whenFree(recheck(name), undefined, running.run) };
    });
    const begun = () => all.map(({ hasBegun }) => hasBegun());
    expect(begun()).toEqual([true, true, false, false]);
    all[1]?.end();
    expect(await all[1]?.ended).toBe("b");
    expect(begun()).toEqual([true, true, true, false]);
    all[0]?.end();
    await all[0]?.ended;
    expect(begun()).toEqual([true, true, true, true]);
    for (const { end } of all) end();
  });

  it("lets others pass who wait for another host and owner", async () => {
    const places = new Places();
    const held1 = [held(1), held(2), held(3)];
    for (const { run } of held1) void places.whenFree(recheck("a"), undefined, run);
    const other = work({ kind: "recheck", owner: "other", hosts: ["two.example"] });
    expect(await places.whenFree(other, undefined, done)).toBe("done");
    expect(held1[2]?.hasBegun()).toBe(false);
  });

  it("leaves the queue when its signal aborts", async () => {
    const places = new Places();
    const [first, second, third] = [held(1), held(2), held(3)];
    const running = [first, second].map(({ run }) => places.whenFree(recheck("a"), undefined, run));
    const ending = new AbortController();
    const waiting = places.whenFree(recheck("b"), ending.signal, third.run);
    ending.abort();
    await expect(waiting).rejects.toBe(ending.signal.reason);
    await expect(places.whenFree(recheck("b"), ending.signal, done)).rejects.toBe(ending.signal.reason);
    first.end();
    second.end();
    await Promise.all(running);
    expect(third.hasBegun()).toBe(false);
  });
});

describe("the document about outgoing requests", () => {
  it("has the limits of each kind", () => {
    const text = readFileSync("docs/decisions/network.md", "utf8");
    for (const { what, ofOwner, toHost, inAll, ...more } of Object.values(LIMITS)) {
      const { times } = { times: undefined, ...more };
      const period = times?.seconds === 60 ? "a minute" : "an hour";
      const rates = times ? [`${times.ofSubject} ${period}`, `${times.ofOwner} ${period}`] : ["", ""];
      const [, ...cells] =
        text
          .split("\n")
          .find((line) => line.startsWith(`| ${what} |`))
          ?.split("|") ?? [];
      expect(cells.map((cell) => cell.trim()).slice(0, 6)).toEqual([
        what,
        `${ofOwner}`,
        `${toHost}`,
        `${inAll}`,
        ...rates,
      ]);
    }
  });
});
