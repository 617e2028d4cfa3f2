import { CALENDAR_DAYS, calendarDays } from "@/lib/features/incidents/rules/calendar";
import { Component } from "../component";
import { isNear, isUnderWay, maintainedAt } from "../maintenance/rules";
import type { ServiceSummary, StatusDay, StatusNotice } from "../schema";
import { SUBSYSTEM_NAMES } from "../view/names";

export const MINUTE_MILLISECONDS = 60_000;
const DAY_MILLISECONDS = 86_400_000;
/** If the last stored check is older than this, the service's status is unknown. */
const STALE_MILLISECONDS = 3 * MINUTE_MILLISECONDS;

/** A component: its public name, what its check does, and whether the service needs it. */
export const COMPONENTS: Record<Component, { title: string; measures: string; required: boolean }> = {
  api: {
    title: "API",
    measures: "The service asks itself for the directory, and writes and reads its database.",
    required: true,
  },
  portal: {
    title: "Portal",
    measures: "The home page is sent, and each document matches the manifest.",
    required: true,
  },
  relay: { title: "Relay", measures: "A request is routed.", required: true },
  ledger: {
    title: "Ledger",
    measures:
      "An entry is appended, proven and undone; each log’s head matches its last entry and a signed checkpoint.",
    required: true,
  },
  directory: {
    title: "Directory",
    measures: "The search knows every change of a record, and texts can be compared by meaning.",
    required: false,
  },
  events: {
    title: "Events",
    measures: "No change waits longer than 30 seconds for its place in the feed.",
    required: false,
  },
  mail: { title: "Mail", measures: "The mail server accepted the last letter, or accepts a sign-in.", required: false },
};

/** Returns the beginning of a time's minute. */
export const minuteOf = (instant: Date): Date =>
  new Date(Math.floor(instant.getTime() / MINUTE_MILLISECONDS) * MINUTE_MILLISECONDS);

/** Returns whether the last check is too old to know the service's status. */
export const isStale = (checkedAt: Date, now: Date): boolean =>
  now.getTime() - checkedAt.getTime() > STALE_MILLISECONDS;

const DAY_AND_TIME = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});
const dayAndTime = (instant: string): string => `${DAY_AND_TIME.format(new Date(instant))} UTC`;

/**
 * Returns the descriptions of the service's status, the worst first. There is always a first, which is the headline.
 */
export function noticesOf(summary: ServiceSummary, now: Date): StatusNotice[] {
  const { freezes, critical, open, check, maintenances } = summary;
  const stale = check === null || isStale(new Date(check.checked_at), now);
  const maintained = maintainedAt(maintenances, now);
  const failing = stale ? [] : check.failing.filter(({ component }) => !maintained.has(component));
  const titles = (required: boolean) =>
    failing
      .filter(({ component }) => COMPONENTS[component].required === required)
      .map(({ component }) => COMPONENTS[component].title)
      .join(", ");
  const notices: StatusNotice[] = [];
  if (titles(true)) notices.push({ kind: "outage", text: `Not working: ${titles(true)}` });
  if (critical) notices.push({ kind: "critical", text: `Critical incident: ${critical.title}` });
  for (const { subsystem, frozen } of freezes) {
    if (frozen) notices.push({ kind: "frozen", text: `${SUBSYSTEM_NAMES[subsystem]} frozen` });
  }
  if (stale) {
    const since = check && `${check.checked_at.slice(0, 16).replace("T", " ")} UTC`;
    notices.push({ kind: "unchecked", text: since ? `No check since ${since}` : "Not checked yet" });
  }
  if (titles(false)) notices.push({ kind: "degraded", text: `Degraded: ${titles(false)}` });
  for (const { ends_at, components } of maintenances.filter((each) => isUnderWay(each, now))) {
    const names = components.map((name) => COMPONENTS[name].title).join(", ");
    notices.push({ kind: "maintenance", text: `Maintenance until ${dayAndTime(ends_at)}: ${names}` });
  }
  if (notices.length === 0) notices.push({ kind: "operational", text: "All components operational" });
  for (const { starts_at } of maintenances.filter((each) => isNear(each, now))) {
    notices.push({ kind: "planned", text: `Maintenance on ${dayAndTime(starts_at)}` });
  }
  // The critical one is already named.
  const others = open.count - (critical ? 1 : 0);
  if (others > 0) {
    const text = `${others} ${critical ? "more " : ""}open, confirmed ${others === 1 ? "incident" : "incidents"}`;
    notices.push({
      kind: "incident",
      text,
      ...(open.count === 1 && open.newest !== null && { incident: open.newest }),
    });
  }
  return notices;
}

/**
 * Returns one count for each of the last days, oldest first. A day without checks has zero of both. @param today
 * YYYY-MM-DD
 */
export function fillDays(rows: readonly StatusDay[], today: string): StatusDay[] {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return calendarDays(today).map((day) => {
    const { checks = 0, failed = 0, planned = 0 } = byDay.get(day) ?? {};
    return { day, checks, failed, planned };
  });
}

/** Returns the share of the checks that passed, or null if there were none. Planned maintenance is counted apart. */
export function availabilityOf(days: readonly StatusDay[]): number | null {
  const checks = days.reduce((sum, day) => sum + day.checks - day.planned, 0);
  const failed = days.reduce((sum, day) => sum + day.failed, 0);
  return checks === 0 ? null : (checks - failed) / checks;
}

/** Returns a share as text. A share below 100 % is never rounded up to 100 %. */
export function percentText(share: number): string {
  const hundredths = share === 1 ? 10_000 : Math.min(9_999, Math.round(share * 10_000));
  return `${(hundredths / 100).toFixed(2)}\u00a0%`;
}

/** Returns how many minutes of a UTC day are within a period. @param day YYYY-MM-DD */
export function minutesWithin(day: string, from: Date, to: Date): number {
  const begin = Math.max(Date.parse(day), from.getTime());
  const end = Math.min(Date.parse(day) + DAY_MILLISECONDS, to.getTime());
  return Math.max(0, Math.round((end - begin) / MINUTE_MILLISECONDS));
}

/** Returns the share of the minutes that have a check, among those that could have one, or null if there are none. */
export function coverageOf(days: readonly DrawnDay[]): number | null {
  const minutes = days.reduce((sum, day) => sum + day.minutes, 0);
  return minutes === 0 ? null : days.reduce((sum, day) => sum + day.checks, 0) / minutes;
}

/** A period, used to describe past checks. */
export interface Span {
  from: Date;
  to: Date;
}

/** Counts, by day, the checks of each minute of a period except its gaps, and the failed ones. */
export function countPastDays(
  { from, to }: Span,
  gaps: readonly Span[],
  outages: readonly (Span & { component: Component })[],
): (StatusDay & { component: Component })[] {
  const first = Math.floor(from.getTime() / DAY_MILLISECONDS);
  const last = Math.floor((to.getTime() - 1) / DAY_MILLISECONDS);
  const days = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
    new Date((first + index) * DAY_MILLISECONDS).toISOString().slice(0, 10),
  );
  const within = (day: string, spans: readonly Span[]) =>
    spans.reduce((sum, span) => sum + minutesWithin(day, span.from, span.to), 0);
  return days.flatMap((day) =>
    Component.options.map((component) => {
      const checks = Math.max(0, minutesWithin(day, from, to) - within(day, gaps));
      const own = outages.filter((outage) => outage.component === component);
      return { component, day, checks, failed: Math.min(checks, within(day, own)), planned: 0 };
    }),
  );
}

/** A day for a chart, with how many of its minutes could have a check. */
export interface DrawnDay extends StatusDay {
  minutes: number;
}

/**
 * Returns how many minutes of each day could have a check: those from the first check to the last. Times are ISO 8601.
 */
export function drawnDays(
  days: readonly StatusDay[],
  { since, generated_at }: { since: string | null; generated_at: string },
): DrawnDay[] {
  const to = minuteOf(new Date(generated_at));
  const from = since === null ? to : minuteOf(new Date(since));
  return days.map((day) => ({ ...day, minutes: Math.max(day.checks, minutesWithin(day.day, from, to)) }));
}

/** Returns the first day that is kept. */
export const retentionStart = (now: Date): Date => new Date(now.getTime() - CALENDAR_DAYS * DAY_MILLISECONDS);
