import { expect, it } from "vitest";
import { failedLastAudit } from "./rules";

type Given = Parameters<typeof failedLastAudit>[0][number];
const audit = (verdict: Given["verdict"], given: Partial<Given> = {}): Given => ({
  ...{ verdict, status: "completed", decision: null },
  ...given,
});

it("the last audit that counts decides: not one that is pending or set aside", () => {
  expect(failedLastAudit([])).toBe(false);
  expect(failedLastAudit([audit("fail"), audit("pass")])).toBe(true);
  expect(failedLastAudit([audit("pass"), audit("fail")])).toBe(false);
  expect(failedLastAudit([audit("pending", { status: "pending" }), audit("fail")])).toBe(true);
  expect(failedLastAudit([audit("fail", { decision: "set_aside" }), audit("pass")])).toBe(false);
  expect(failedLastAudit([audit("fail", { decision: "upheld" }), audit("pass")])).toBe(true);
});
