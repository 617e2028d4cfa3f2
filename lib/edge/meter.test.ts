import { beforeEach, describe, expect, it } from "vitest";
import { Meter, TimeShare } from "./meter";

let now: number;
let busy: number;
let meter: Meter;
let reading: TimeShare;
const used = (bucket: string) => meter.account(bucket).used;
const work = (bucket: string) => meter.begin(meter.account(bucket), reading);
/** The main thread is busy for this long. */
const compute = (milliseconds: number) => {
  now += milliseconds;
  busy += milliseconds;
};
beforeEach(() => {
  now = 1_000;
  busy = 50;
  meter = new Meter({ now: () => now, busy: () => busy });
  reading = new TimeShare(60, () => now);
});

describe("the time of a request", () => {
  it("is what it was timed for, and an equal share of the rest", () => {
    const a = work("a");
    const b = work("b");
    a.charge(0);
    compute(30);
    a.charge(20);
    a.end();
    b.end();
    // Of 30 milliseconds, 20 were timed. A little is forgotten meanwhile.
    expect(used("a")).toBeCloseTo(25, 1);
    expect(used("b")).toBeCloseTo(5, 1);
  });

  it("is only charged for the time in which the request is in progress", () => {
    compute(100);
    const a = work("a");
    compute(10);
    const b = work("b");
    compute(10);
    a.end();
    compute(10);
    b.end();
    compute(100);
    expect(Math.round(used("a"))).toBe(15);
    expect(Math.round(used("b"))).toBe(15);
  });

  it("is nothing while the main thread waits", () => {
    const a = work("a");
    now += 5_000;
    a.end();
    expect(used("a")).toBe(0);
  });

  it("of a response without a turn is its caller's, and not a part of what others share", () => {
    const a = work("a");
    compute(30);
    meter.charge(meter.account("flood"), 30);
    a.end();
    expect(used("a")).toBe(0);
    expect(used("flood")).toBe(30);
  });

  it("of another thread is charged too, but is no time of reading", () => {
    const a = work("a");
    a.chargeElsewhere(10_000);
    a.end();
    expect(used("a")).toBe(10_000);
    expect(reading.millisecondsUntilFree()).toBe(0);
  });

  it("is forgotten in some seconds", () => {
    meter.account("a").spend(100);
    now += 10_000;
    expect(Math.round(used("a"))).toBe(37);
    now += 60_000;
    expect(used("a")).toBeLessThan(0.1);
  });

  it("is counted for the /48 of an IPv6 address too", () => {
    const [one, other, foreign] = [
      "address:2001:db8:1:1::/64",
      "address:2001:db8:1:2::/64",
      "address:2001:db8:2:1::/64",
    ];
    meter.account(one as string).spend(5);
    meter.account(other as string).spend(7);
    expect(used(one as string)).toBe(5);
    expect(meter.account(one as string).group.used).toBe(12);
    expect(meter.account(other as string).group).toBe(meter.account(one as string).group);
    expect(meter.account(foreign as string).group.used).toBe(0);
    const ipv4 = meter.account("address:192.0.2.1");
    expect(ipv4.group).toBe(ipv4);
  });
});

describe("the time of all reading together", () => {
  it("is 60 percent, for all callers together", () => {
    let milliseconds = 0;
    const startedAt = now;
    while (now - startedAt < 60_000) {
      now += reading.millisecondsUntilFree();
      const page = work(`caller ${milliseconds}`);
      compute(40);
      page.end();
      milliseconds += 40;
    }
    // And what a pause had left.
    expect((milliseconds - 600) / 60_000).toBeCloseTo(0.6, 2);
  });

  it("is not used by changes", () => {
    const change = meter.begin(meter.account("a"));
    compute(5_000);
    change.end();
    expect(reading.millisecondsUntilFree()).toBe(0);
    expect(used("a")).toBeGreaterThan(1_000);
  });
});
