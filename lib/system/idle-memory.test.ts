import { getHeapSpaceStatistics } from "node:v8";
import { expect, it } from "vitest";
import { youngCollector } from "./idle-memory";

const usedBytes = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")?.space_used_size ?? 0;

it("a collection of the young generation frees objects that nobody uses, on this version of Node", () => {
  const collect = youngCollector();
  collect();
  const before = usedBytes();
  let made = 0;
  for (let n = 0; n < 5_000; n += 1) made += [n, n, n, n, n, n, n, n].length;
  const full = usedBytes();
  expect([made, full > before + 200_000]).toEqual([40_000, true]);
  collect();
  expect(usedBytes()).toBeLessThan(full - 200_000);
});
