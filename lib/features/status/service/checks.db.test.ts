import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type Context, systemContext } from "@/lib/authority/context";
import { ensureSigningKey } from "@/lib/authority/keys";
import { isCaughtUp, watchChanges } from "@/lib/database/bus";
import { statusDays, statusLastCheck, statusOutages } from "@/lib/database/schema/system";
import { testDatabase } from "@/lib/database/testing/test-database";
import { lifecycle } from "@/lib/edge/lifecycle";
import { checkClock } from "@/lib/ledger/clock";
import { Component } from "../component";
import { announceMaintenance } from "../maintenance/service";
import type { StatusComponent } from "../schema";
import { checkMinute, storePastChecks } from "./checks";
import { checkComponents } from "./components";
import { getServiceStatus, readServiceSummary } from "./status";
import { listStatusNews } from "./status-news";

const database = testDatabase();
const at = (time: string) => new Date(`2026-11-${time}Z`);
const ctx = (now: Date): Context => ({ ...systemContext(database()), clock: () => now });
const made = (...failing: Component[]) =>
  Component.options.map((name) => ({ name, ok: !failing.includes(name), message: `About ${name}.` }));
const check = (time: string, ...failing: Component[]) => checkMinute(ctx(at(time)), async () => made(...failing));
const statusAt = (time: string) => getServiceStatus(ctx(at(time)));
const partOf = (components: readonly StatusComponent[], wanted: Component) => {
  const found = components.find(({ name }) => name === wanted);
  if (!found) throw new Error(`no component ${wanted}`);
  return found;
};
const lastDays = ({ days }: StatusComponent, count: number) =>
  days.slice(-count).map(({ checks, failed }) => [checks, failed]);

beforeEach(async () => {
  await database().execute(sql`delete from status_last_check`);
  await database().execute(sql`delete from status_now`);
  await database().execute(sql`delete from status_days`);
  await database().execute(sql`delete from status_outages`);
  await database().execute(sql`delete from status_maintenances`);
});

describe("a minute's check", () => {
  it("is made by one of many concurrent instances, and counted once", async () => {
    let checks = 0;
    const tries = Array.from({ length: 8 }, (_, index) =>
      checkMinute(ctx(at(`20T10:00:0${index}`)), async () => {
        checks += 1;
        return made();
      }),
    );
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
    expect(checks).toBe(1);
    expect(lastDays(partOf((await statusAt("20T10:00:30")).components, "ledger"), 1)).toEqual([[1, 0]]);
    expect([await check("20T10:00:59"), await check("20T10:01:00"), await check("20T10:00:30")]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it("counts for the UTC day of its minute", async () => {
    await check("20T23:59:59", "events");
    await check("21T00:00:00");
    const { components } = await statusAt("21T00:00:10");
    expect(lastDays(partOf(components, "events"), 3)).toEqual([
      [0, 0],
      [1, 1],
      [1, 0],
    ]);
    expect(partOf(components, "events").availability).toBe(0.5);
  });

  it("that could not be stored is missing, and counts neither as passed nor as failed", async () => {
    await check("20T10:00:00");
    await expect(
      checkMinute(ctx(at("20T10:01:00")), async () => {
        throw new Error("the database went away");
      }),
    ).rejects.toThrow();
    expect(await check("20T10:01:30")).toBe(false);
    await check("20T10:02:00");
    await check("20T10:03:00");
    const { components, coverage } = await statusAt("20T10:04:00");
    expect(partOf(components, "api")).toMatchObject({ state: "operational", availability: 1 });
    expect(lastDays(partOf(components, "api"), 1)).toEqual([[3, 0]]);
    expect(coverage).toBe(0.75);
  });

  it("that is missing for long is reported, and no component is operational until the next one", async () => {
    await check("20T10:00:00");
    expect((await statusAt("20T10:02:59")).notices).toMatchObject([{ kind: "operational" }]);
    const { notices, components } = await statusAt("20T10:12:00");
    expect(notices).toEqual([{ kind: "unchecked", text: "No check since 2026-11-20 10:00 UTC" }]);
    expect(new Set(components.map(({ state }) => state))).toEqual(new Set(["no_data", "not_set_up"]));
  });

  it("is not made by an instance with a wrong clock", async () => {
    onTestFinished(async () => void (await checkClock(database())));
    await checkClock(database(), () => new Date(Date.now() + 60_000));
    await expect(check("20T10:00:00")).rejects.toMatchObject({ kind: "clockSkew" });
    expect(await database().$count(statusLastCheck)).toBe(0);
  });

  it("deletes the days and outages of more than 90 days ago", async () => {
    await database()
      .insert(statusDays)
      .values([
        { component: "events", day: "2026-08-21", checks: 1, failed: 1 },
        { component: "events", day: "2026-08-23", checks: 1, failed: 1 },
      ]);
    const outage = (month: string) => ({ component: "events", startedAt: new Date(`2026-${month}-01`), failed: 1 });
    await database()
      .insert(statusOutages)
      .values([
        { ...outage("07"), endedAt: new Date("2026-07-02"), message: "" },
        { ...outage("11"), endedAt: new Date("2026-11-02"), message: "" },
      ]);
    await check("20T10:00:00");
    const days = await database().select({ day: statusDays.day }).from(statusDays).orderBy(statusDays.day);
    expect(days[0]?.day).toBe("2026-08-23");
    expect((await statusAt("20T10:00:00")).outages.map(({ started_at }) => started_at.slice(0, 7))).toEqual([
      "2026-11",
    ]);
  });
});

describe("an outage", () => {
  it("lasts from the first failed check to the first that passes, and the feed has an entry for both", async () => {
    await check("20T10:00:00");
    await check("20T10:01:00", "events", "ledger");
    await check("20T10:02:00", "events");
    expect((await statusAt("20T10:02:10")).notices).toEqual([{ kind: "degraded", text: "Degraded: Events" }]);
    await check("20T10:03:00");
    await check("20T10:04:00", "events");
    const { outages, components } = await statusAt("20T10:04:10");
    expect(outages).toMatchObject([
      { component: "events", started_at: "2026-11-20T10:04:00.000Z", ended_at: null, failed: 1 },
      { component: "events", ended_at: "2026-11-20T10:03:00.000Z", failed: 2, message: "About events." },
      { component: "ledger", ended_at: "2026-11-20T10:02:00.000Z", failed: 1 },
    ]);
    expect(partOf(components, "events")).toMatchObject({
      state: "failing",
      message: "About events.",
      availability: 0.4,
    });
    const news = await listStatusNews(ctx(at("20T10:05:00")));
    expect(news.map(({ at: when, ...rest }) => [when, "ended" in rest && rest.ended])).toEqual([
      ["2026-11-20T10:03:00.000Z", true],
      ["2026-11-20T10:01:00.000Z", false],
    ]);
  });

  it("continues over a time without checks if it still fails, and otherwise ended with the last check before", async () => {
    await check("20T10:00:00", "events", "ledger");
    await check("20T10:20:00", "events");
    const news = await listStatusNews(ctx(at("20T10:21:00")));
    expect(news.map((each) => "ended" in each && [each.outage.component, each.ended])).toEqual([["events", false]]);
    const times = (await statusAt("20T10:20:10")).outages.map(({ component, started_at, ended_at }) => [
      component,
      started_at.slice(11, 16),
      ended_at?.slice(11, 16),
    ]);
    expect(times).toEqual([
      ["events", "10:00", undefined],
      ["ledger", "10:00", "10:01"],
    ]);
  });

  it("begins in the minute in which the API does not respond", async () => {
    await ensureSigningKey(database(), undefined, new Date());
    lifecycle.ask = async (path) => (path === "/" ? 200 : 503);
    onTestFinished(() => {
      delete lifecycle.ask;
    });
    const now = systemContext(database());
    await checkMinute(now, () => checkComponents(now, 10_000));
    const { components, notices } = await getServiceStatus(now);
    const message = "/api/agents/directory?limit=1 answered with the status 503.";
    expect(partOf(components, "api")).toMatchObject({ state: "failing", message });
    expect(partOf(components, "portal")).toMatchObject({ state: "operational", availability: 1 });
    expect(partOf(components, "mail")).toMatchObject({ state: "not_set_up", availability: null });
    expect(notices[0]).toEqual({ kind: "outage", text: "Not working: API" });
  });

  it("does not begin during planned maintenance, whose failures are counted apart, and begins if they go on after it", async () => {
    await check("20T10:00:00");
    const planned = { starts_at: at("20T10:01:00").toISOString(), ends_at: at("20T10:03:00").toISOString() };
    await announceMaintenance(ctx(at("20T10:00:30")), { ...planned, components: ["relay"], text: "A move." });
    await check("20T10:01:00", "relay", "events");
    expect(await statusAt("20T10:01:10")).toMatchObject({
      notices: [
        { kind: "degraded", text: "Degraded: Events" },
        { kind: "maintenance", text: "Maintenance until 20 Nov, 10:03 UTC: Relay" },
      ],
      outages: [{ component: "events" }],
    });
    await check("20T10:02:00", "relay");
    const during = partOf((await statusAt("20T10:02:10")).components, "relay");
    expect(during).toMatchObject({ state: "maintenance", availability: 1 });
    expect(during.days.at(-1)).toMatchObject({ checks: 3, failed: 0, planned: 2 });
    await check("20T10:03:00", "relay");
    const { components, outages, notices } = await statusAt("20T10:03:10");
    expect(partOf(components, "relay")).toMatchObject({ state: "failing", availability: 0.5 });
    expect(outages[0]).toMatchObject({ component: "relay", started_at: "2026-11-20T10:03:00.000Z", failed: 1 });
    expect(notices[0]?.text).toBe("Not working: Relay");
  });
});

describe("the cache of pages", () => {
  it("is invalidated by a check only if its result differs from the last one", async () => {
    const heard: string[] = [];
    watchChanges({ onChange: (table) => heard.push(table), onLost: () => {} });
    await expect.poll(isCaughtUp).toBe(true);
    const heardAt = async (time: string, ...failing: Component[]) => {
      heard.length = 0;
      await check(time, ...failing);
      return [...new Set(heard)].sort();
    };
    expect(await heardAt("20T10:00:00")).toEqual(["status_days", "status_now"]);
    expect(await heardAt("20T10:01:00")).toEqual(["status_days"]);
    expect(await heardAt("20T10:02:00", "events")).toEqual(["status_days", "status_now", "status_outages"]);
    expect(await heardAt("20T10:03:00")).toEqual(["status_days", "status_now", "status_outages"]);
    expect(await heardAt("20T10:04:00")).toEqual(["status_days"]);
    expect(await heardAt("20T10:14:00")).toEqual(["status_days", "status_now"]);
  });
});

describe("storePastChecks", () => {
  it("stores past checks once, in the days that are shown", async () => {
    const past = {
      ...{ from: new Date("2026-07-01T00:00:00Z"), to: at("20T12:00:00") },
      gaps: [{ from: at("19T00:00:00"), to: at("19T06:00:00") }],
      outages: [
        { component: "events" as const, from: at("18T10:00:00"), to: at("18T12:24:00"), message: "Redis hung." },
        { component: "events" as const, from: new Date("2026-07-02"), to: new Date("2026-07-03"), message: "" },
      ],
    };
    expect(await Promise.all([1, 2].map(() => storePastChecks(ctx(at("20T12:00:00")), past)))).toContain(false);
    const { components, outages, coverage, notices } = await statusAt("20T12:00:10");
    expect(lastDays(partOf(components, "events"), 3)).toEqual([
      [1_440, 144],
      [1_080, 0],
      [720, 0],
    ]);
    expect(outages).toMatchObject([{ component: "events", failed: 144, message: "Redis hung." }]);
    expect(coverage).toBeCloseTo(1 - 360 / (89 * 1_440 + 720), 6);
    expect(notices).toMatchObject([{ kind: "operational" }]);
    expect(await check("20T12:00:20")).toBe(true);
    expect((await readServiceSummary(ctx(at("20T12:00:30")))).check).toMatchObject({ failing: [] });
    expect(lastDays(partOf((await statusAt("20T12:00:40")).components, "events"), 1)).toEqual([[721, 0]]);
  });
});
