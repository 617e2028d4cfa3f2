import { expect, it } from "vitest";
import { fitPage, MAX_PAGE_BYTES } from "./page-bytes";

it("a page is as long as asked, or ends with the row that reaches the size", () => {
  const small = Array.from({ length: 200 }, (_, n) => n);
  expect(fitPage(small, 200)).toEqual({ rows: small, limit: 200 });
  const large = Array.from({ length: 30 }, () => "ż".repeat(32_000));
  const page = fitPage(large, 200);
  expect([page.rows.length, page.limit]).toEqual([16, 16]);
  expect(Buffer.byteLength(JSON.stringify(page.rows))).toBeGreaterThanOrEqual(MAX_PAGE_BYTES);
  expect(fitPage(["x".repeat(2_000_000), "y"], 2)).toMatchObject({ limit: 1 });
});
