import { describe, expect, it } from "vitest";
import type { PublicIncident } from "@/lib/features/incidents/schema";
import type { Maintenance } from "../maintenance/schema";
import type { ServiceSummary } from "../schema";
import { availabilityOf, countPastDays, coverageOf, drawnDays, fillDays, noticesOf, percentText } from "./status";

const NOW = new Date("2026-11-22T12:00:30.000Z");
const at = (time: string) => new Date(`2026-11-${time}:00.000Z`);
const critical: PublicIncident = {
  ...{ id: 7, title: "A clock is wrong", severity: "CRITICAL" as const, status: "OPEN" as const },
  ...{ incident_type: "integrity", created_at: NOW.toISOString() },
};
const freeze = (subsystem: "relay" | "memory", frozen: boolean) => ({
  ...{ subsystem, frozen, reason: "storm", since: NOW.toISOString() },
});
const standing = (given: Partial<ServiceSummary>): ServiceSummary => ({
  freezes: [freeze("relay", false), freeze("memory", false)],
  critical: null,
  open: { count: 0, newest: null },
  check: { checked_at: "2026-11-22T12:00:00.000Z", failing: [] },
  maintenances: [],
  ...given,
});
const texts = (given: Partial<ServiceSummary>) => noticesOf(standing(given), NOW).map(({ text }) => text);

describe("the description of the service's status", () => {
  it("is operational only if a recent check passed and there is no other problem", () => {
    expect(texts({})).toEqual(["All components operational"]);
    expect(texts({ check: null })).toEqual(["Not checked yet"]);
  });

  it("begins with the worst: failed components, a critical incident, freezes, degraded components", () => {
    const failing = [
      { component: "directory" as const, message: "" },
      { component: "ledger" as const, message: "" },
      { component: "api" as const, message: "" },
    ];
    expect(
      texts({ critical, freezes: [freeze("memory", true)], check: { checked_at: NOW.toISOString(), failing } }),
    ).toEqual([
      "Not working: Ledger, API",
      "Critical incident: A clock is wrong",
      "Memory frozen",
      "Degraded: Directory",
    ]);
  });

  it("counts open, confirmed incidents last, names the only one, and does not count the critical one twice", () => {
    expect(noticesOf(standing({ open: { count: 1, newest: 4 } }), NOW)).toEqual([
      { kind: "operational", text: "All components operational" },
      { kind: "incident", text: "1 open, confirmed incident", incident: 4 },
    ]);
    expect(noticesOf(standing({ open: { count: 2, newest: 4 } }), NOW).at(-1)).toEqual({
      ...{ kind: "incident", text: "2 open, confirmed incidents" },
    });
    expect(texts({ critical, open: { count: 1, newest: 7 } })).toEqual(["Critical incident: A clock is wrong"]);
    expect(texts({ critical, open: { count: 3, newest: 9 } }).at(-1)).toBe("2 more open, confirmed incidents");
  });

  it("mentions maintenance in the week before, names it while it is under way, and not what fails because of it", () => {
    const planned = (starts_at: string, more = {}): Maintenance => ({
      ...{ id: 1, starts_at, ends_at: "2026-11-24T14:00:00.000Z", components: ["api", "mail"], text: "A move." },
      ...{ announced_at: "2026-11-01T00:00:00.000Z", seq: 1, ...more },
    });
    const check = { checked_at: NOW.toISOString(), failing: [{ component: "api" as const, message: "" }] };
    const ahead = planned("2026-11-24T12:00:00.000Z");
    expect(texts({ maintenances: [ahead] })).toEqual([
      "All components operational",
      "Maintenance on 24 Nov, 12:00 UTC",
    ]);
    expect(texts({ check, maintenances: [ahead] })[0]).toBe("Not working: API");
    const underWay = planned("2026-11-22T12:00:00.000Z");
    expect(texts({ check, maintenances: [underWay] })).toEqual(["Maintenance until 24 Nov, 14:00 UTC: API, Mail"]);
    const later = { ...planned("2026-11-29T12:00:31.000Z"), ends_at: "2026-11-29T14:00:00.000Z" };
    const cancelled = { at: "2026-11-22T12:00:10.000Z", reason: "No.", seq: 2 };
    for (const none of [later, { ...ahead, cancelled }, { ...underWay, cancelled }]) {
      expect(texts({ maintenances: [none] })).toEqual(["All components operational"]);
    }
  });

  it("never relies on a check that is more than three minutes old, whether it passed or failed", () => {
    const check = (checked_at: string) => ({
      check: { checked_at, failing: [{ component: "api" as const, message: "" }] },
    });
    expect(texts(check("2026-11-22T11:58:00.000Z"))).toEqual(["Not working: API"]);
    expect(texts(check("2026-11-22T11:57:00.000Z"))).toEqual(["No check since 2026-11-22 11:57 UTC"]);
  });
});

describe("the days", () => {
  it("without a check have no data, which counts neither as passed nor as failed", () => {
    const days = fillDays([{ day: "2026-11-21", checks: 1_000, failed: 10, planned: 0 }], "2026-11-22");
    expect([days.length, days[0]?.day, days.at(-1)]).toEqual([
      90,
      "2026-08-25",
      { day: "2026-11-22", checks: 0, failed: 0, planned: 0 },
    ]);
    expect(availabilityOf(days)).toBe(0.99);
    expect(availabilityOf(fillDays([], "2026-11-22"))).toBeNull();
    expect(availabilityOf([{ day: "2026-11-21", checks: 110, failed: 10, planned: 10 }])).toBe(0.9);
    expect(availabilityOf([{ day: "2026-11-21", checks: 10, failed: 0, planned: 10 }])).toBeNull();
  });

  it("count the minutes that could have a check: those since the first check, up to now", () => {
    const days = ["20", "21", "22"].map((day) => ({ day: `2026-11-${day}`, checks: 0, failed: 0, planned: 0 }));
    const drawn = drawnDays(days, { since: at("21T23:00").toISOString(), generated_at: NOW.toISOString() });
    expect(drawn.map(({ minutes }) => minutes)).toEqual([0, 60, 720]);
    expect(coverageOf(drawn)).toBe(0);
    expect(coverageOf(drawn.map((day) => ({ ...day, checks: day.minutes })))).toBe(1);
    const half = drawn.map((day) => ({ ...day, checks: day.minutes / 2 }));
    expect(coverageOf(half)).toBe(0.5);
    expect(coverageOf(drawnDays(days, { since: null, generated_at: NOW.toISOString() }))).toBeNull();
  });

  it("are never rounded up to 100 %", () => {
    const shown = [1, 0.999_99, 0.998_5, 0].map((share) => percentText(share).replace("\u00a0", " "));
    expect(shown).toEqual(["100.00 %", "99.99 %", "99.85 %", "0.00 %"]);
  });

  it("of a described past are counted across midnight, without its gaps", () => {
    const days = countPastDays(
      { from: at("20T22:00"), to: at("22T01:00") },
      [{ from: at("21T06:00"), to: at("21T07:00") }],
      [{ component: "events", from: at("20T23:30"), to: at("21T00:15") }],
    );
    expect(days.filter(({ component }) => component === "events")).toEqual([
      { component: "events", day: "2026-11-20", checks: 120, failed: 30, planned: 0 },
      { component: "events", day: "2026-11-21", checks: 1_380, failed: 15, planned: 0 },
      { component: "events", day: "2026-11-22", checks: 60, failed: 0, planned: 0 },
    ]);
    expect(days.filter(({ component }) => component === "ledger").every(({ failed }) => failed === 0)).toBe(true);
  });
});
