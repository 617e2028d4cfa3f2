import { describe, expect, it } from "vitest";
import { prettyLine } from "./log-line";

describe("a line for people", () => {
  it("has the time, the level, what happened, and the rest by name", () => {
    const line = { level: "warn", time: "2026-11-24T03:04:05.678Z", event: "request", status: 500, path: "/a b" };
    expect(prettyLine(JSON.stringify({ ...line, msg: "it failed" }))).toBe(
      "03:04:05 warn  it failed · request  status=500  path=/a b\n",
    );
    expect(prettyLine(JSON.stringify(line))).toBe("03:04:05 warn  request  status=500  path=/a b\n");
  });
});
