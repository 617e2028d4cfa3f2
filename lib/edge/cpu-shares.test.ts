import { expect, it } from "vitest";
import { CpuShares } from "./cpu-shares";

it("gives one job what was used while it ran", () => {
  let used = 1_000;
  const shares = new CpuShares(() => used);
  const end = shares.begin();
  used += 30;
  expect(end()).toBe(30);
  used += 500;
  const next = shares.begin();
  used += 7;
  expect(next()).toBe(7);
});

it("shares evenly while several run, and loses nothing", () => {
  let used = 0;
  const shares = new CpuShares(() => used);
  const first = shares.begin();
  used += 10;
  const second = shares.begin();
  used += 20;
  expect(first()).toBe(20);
  used += 5;
  expect(second()).toBe(15);
});

it("reads this process's time", () => {
  const end = new CpuShares().begin();
  for (let at = 0; at < 5_000_000; at++) Math.sqrt(at);
  expect(end()).toBeGreaterThan(0);
});
