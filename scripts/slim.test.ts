import { expect, it } from "vitest";
import { slimBytes } from "./slim.mjs";

const MEGABYTE = 1_000_000;

it("a service that only runs needs at most 250 MB of packages, and Next and the engine are among them", () => {
  const bytes = slimBytes();
  expect(bytes).toBeGreaterThan(100 * MEGABYTE);
  // Files take a tenth to a fifth more on the disk.
  expect(bytes).toBeLessThan(210 * MEGABYTE);
});
