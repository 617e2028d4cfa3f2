import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LogSampler } from "./log-sampler";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("writes the first lines of each status in a window, and then how many it left out", () => {
  const reports: [number, number][] = [];
  const sampler = new LogSampler((status, count) => reports.push([status, count]));
  const written = (status: number, times: number) =>
    Array.from({ length: times }, () => sampler.take(status)).filter(Boolean).length;
  expect(written(429, 3_700)).toBe(50);
  expect(written(204, 10)).toBe(10);
  expect(reports).toEqual([]);
  vi.advanceTimersByTime(10_000);
  expect(reports).toEqual([[429, 3_650]]);
  expect(written(429, 20)).toBe(20);
  vi.advanceTimersByTime(20_000);
  expect(reports).toHaveLength(1);
});
