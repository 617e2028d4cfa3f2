import { CALENDAR_DAYS, calendarDays } from "@/lib/features/incidents/rules/calendar";
import { CHECKED_PARTS, type CheckedPart, type ServiceSummary, type StatusDay, type StatusNotice } from "../schema";
import { SUBSYSTEM_NAMES } from "../view/names";

export const MINUTE_MILLISECONDS = 60_000;
const DAY_MILLISECONDS = 86_400_000;
/** If the last stored check is older than this, the service's status is unknown. */
const STALE_MILLISECONDS = 3 * MINUTE_MILLISECONDS;

/** A component: its public name, a description of its check, and whether the service needs it. */
export const COMPONENTS: Record<CheckedPart, { title: string; tries: string; required: boolean }> = {
  database: { title: "Database", tries: "A row is written, committed and read again.", required: true },
  migrations: {
    title: "Database schema",
    tries: "The database has every table that this build expects.",
    required: true,
  },
  ledger: {
    title: "Memory log",
    tries: "Each log’s head matches its last entry, and the signed checkpoint proves it.",
    required: true,
  },
  evidence: { title: "Evidence", tries: "Each document matches the manifest, byte for byte.", required: true },
  cache: { title: "Request counts", tries: "The counter of the rate limit responds.", required: false },
  vector_store: {
    title: "Semantic search",
    tries: "Texts can be compared by meaning. Otherwise they are compared by words.",
    required: false,
  },
};

/** Returns the beginning of a time's minute. */
export const minuteOf = (instant: Date): Date =>
  new Date(Math.floor(instant.getTime() / MINUTE_MILLISECONDS) * MINUTE_MILLISECONDS);

/** Returns whether the last check is too old to know the service's status. */
export const isStale = (checkedAt: Date, now: Date): boolean =>
  now.getTime() - checkedAt.getTime() > STALE_MILLISECONDS;

/**
 * Returns the descriptions of the service's status, the worst first. There is always a first, which is the headline.
 */
export function noticesOf({ freezes, critical, open, check }: ServiceSummary, now: Date): StatusNotice[] {
  const stale = check === null || isStale(new Date(check.checked_at), now);
  const failing = stale ? [] : check.failing;
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
  if (notices.length === 0) notices.push({ kind: "operational", text: "All components operational" });
  // The critical one is already named.
  const others = open.count - (critical ? 1 : 0);
  if (others > 0) {
    const text = `${others} ${critical ? "more " : ""}open ${others === 1 ? "incident" : "incidents"}`;
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
    const { checks = 0, failed = 0 } = byDay.get(day) ?? {};
    return { day, checks, failed };
  });
}

/** Returns the share of the checks that passed, or null if there were none. */
export function availabilityOf(days: readonly StatusDay[]): number | null {
  const [checks, failed] = [
    days.reduce((sum, day) => sum + day.checks, 0),
    days.reduce((sum, day) => sum + day.failed, 0),
  ];
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
  outages: readonly (Span & { component: CheckedPart })[],
): (StatusDay & { component: CheckedPart })[] {
  const first = Math.floor(from.getTime() / DAY_MILLISECONDS);
  const last = Math.floor((to.getTime() - 1) / DAY_MILLISECONDS);
  const days = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
    new Date((first + index) * DAY_MILLISECONDS).toISOString().slice(0, 10),
  );
  const within = (day: string, spans: readonly Span[]) =>
    spans.reduce((sum, span) => sum + minutesWithin(day, span.from, span.to), 0);
  return days.flatMap((day) =>
    CHECKED_PARTS.map((component) => {
      const checks = Math.max(0, minutesWithin(day, from, to) - within(day, gaps));
      const own = outages.filter((outage) => outage.component === component);
      return { component, day, checks, failed: Math.min(checks, within(day, own)) };
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
