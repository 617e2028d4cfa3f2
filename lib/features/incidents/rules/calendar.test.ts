import { describe, expect, it } from "vitest";
import type { Subsystem } from "@/lib/features/council/freezes/schema";
import { CALENDAR_DAYS, calendarRange, fillCalendar, frozenSpans } from "./calendar";

describe("fillCalendar", () => {
  it("has every day up to today once, over the ends of months and years, and each incident on its day", () => {
    const days = fillCalendar([{ day: "2026-01-01", severity: "MAJOR", incidents: 3 }], "2026-01-02");
    expect(days).toHaveLength(CALENDAR_DAYS);
    expect(new Set(days.map(({ day }) => day)).size).toBe(CALENDAR_DAYS);
    expect(days.at(0)?.day).toBe("2025-10-05");
    expect(days.slice(-2)).toEqual([
      { day: "2026-01-01", LOW: 0, MAJOR: 3, CRITICAL: 0 },
      { day: "2026-01-02", LOW: 0, MAJOR: 0, CRITICAL: 0 },
    ]);
  });
});

describe("frozenSpans", () => {
  const at = (day: number) => new Date(Date.UTC(2026, 0, day));
  const act = (subsystem: Subsystem, frozen: boolean, day: number) => ({
    ...{ subsystem, frozen, at: at(day), seq: day },
    reason: `act ${day}`,
  });

  it("pairs freezes with what ended them, subsystem by subsystem, and leaves out what ended before", () => {
    const acts = [
      act("relay", true, 1),
      act("relay", false, 2),
      act("relay", true, 3),
      act("memory", true, 4),
      act("relay", false, 5),
    ];
    expect(frozenSpans(acts, at(4))).toEqual([
      {
        ...{ subsystem: "relay", reason: "act 3", seq: 3, ended_seq: 5 },
        ...{ from: at(3).toISOString(), to: at(5).toISOString() },
      },
      { subsystem: "memory", reason: "act 4", seq: 4, ended_seq: null, from: at(4).toISOString(), to: null },
    ]);
  });

  it("are drawn within the calendar", () => {
    const span = { from: at(1).toISOString(), to: null };
    expect(calendarRange(span, "2026-01-03", at(4).toISOString())).toEqual({ from: 0, to: 1 });
  });
});
