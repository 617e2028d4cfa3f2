import { expect, it } from "vitest";
import { isDatabaseError } from "./errors";

it.each(["ECONNREFUSED", "ENOTFOUND", "ETIMEDOUT"])("%s is the database's only where a query met it", (code) => {
  const elsewhere = Object.assign(new Error("another server is away"), { code });
  expect(isDatabaseError(elsewhere)).toBe(false);
  expect(isDatabaseError(new TypeError("fetch failed", { cause: elsewhere }))).toBe(false);
  const met = Object.defineProperty(elsewhere, "query", { value: "select 1" });
  expect(isDatabaseError(met)).toBe(true);
});
