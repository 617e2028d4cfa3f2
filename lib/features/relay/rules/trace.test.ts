import { describe, expect, it } from "vitest";
import { traceIdOfParent } from "./trace";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";

describe("traceIdOfParent", () => {
  it("reads the trace id of a valid header, also of later versions", () => {
    expect(traceIdOfParent(`00-${TRACE}-${PARENT}-01`)).toBe(TRACE);
    expect(traceIdOfParent(` 00-${TRACE}-${PARENT}-00 `)).toBe(TRACE);
    expect(traceIdOfParent(`cc-${TRACE}-${PARENT}-01-what-the-future-adds`)).toBe(TRACE);
  });

  it.each([
    null,
    undefined,
    "",
    "00",
    TRACE,
    `ff-${TRACE}-${PARENT}-01`,
    `00-${TRACE}-${PARENT}-01-more`,
    `00-${TRACE.toUpperCase()}-${PARENT}-01`,
    `00-${"0".repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${"0".repeat(16)}-01`,
    `00-${TRACE}x-${PARENT}-01`,
    `00-${TRACE}-${PARENT}-1`,
  ])("ignores %j, as the recommendation requires", (header) => {
    expect(traceIdOfParent(header)).toBeUndefined();
  });
});
