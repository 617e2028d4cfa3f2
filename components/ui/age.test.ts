import { describe, expect, it } from "vitest";
import { ageText } from "./age";

const NOW = Date.parse("2026-11-24T12:00:00.000Z");

describe("the age of an instant", () => {
  it.each([
    ["2026-11-24T11:59:01.000Z", "just now"],
    ["2026-11-24T11:59:00.000Z", "1 min ago"],
    ["2026-11-24T02:59:00.000Z", "9 h ago"],
    ["2026-10-26T12:00:00.000Z", "29 d ago"],
    ["2026-10-25T12:00:00.000Z", "2026-10-25"],
  ])("of %s is told as %s", (instant, text) => {
    expect(ageText(instant, NOW)).toBe(text);
  });
});
