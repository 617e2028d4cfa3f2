import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

interface Entry {
  integrity?: string;
}

it("package-lock.json has a hash of every package, also of those for other platforms", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Entry> };
  const installed = Object.entries(packages).filter(([at]) => at !== "");
  expect(installed.length).toBeGreaterThan(400);
  expect(installed.flatMap(([at, { integrity }]) => (integrity?.startsWith("sha512-") ? [] : [at]))).toEqual([]);
});
