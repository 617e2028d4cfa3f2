import type { FreezeAct } from "@/lib/features/council/freezes/schema";
import type { CalendarDay, FrozenSpan, Severity } from "../schema";

/** The number of days in the calendar, including today. */
export const CALENDAR_DAYS = 90;

const DAY_MILLISECONDS = 86_400_000;

/** Returns every day up to today, oldest first. @param today YYYY-MM-DD @returns YYYY-MM-DD */
export function calendarDays(today: string): string[] {
  return Array.from({ length: CALENDAR_DAYS }, (_, index) => {
    const at = Date.parse(today) - (CALENDAR_DAYS - 1 - index) * DAY_MILLISECONDS;
    return new Date(at).toISOString().slice(0, 10);
  });
}

/** Returns the incidents opened on every day up to today, oldest first. @param today YYYY-MM-DD */
export function fillCalendar(
  opened: readonly { day: string; severity: Severity; incidents: number }[],
  today: string,
): CalendarDay[] {
  return calendarDays(today).map((day) => {
    const of = (severity: Severity) =>
      opened.find((each) => each.day === day && each.severity === severity)?.incidents ?? 0;
    return { day, LOW: of("LOW"), MAJOR: of("MAJOR"), CRITICAL: of("CRITICAL") };
  });
}

/** Returns the periods of freezes that reach beyond `since`. @param acts oldest first */
export function frozenSpans(acts: readonly FreezeAct[], since: Date): FrozenSpan[] {
  const spans: FrozenSpan[] = [];
  for (const { subsystem, frozen, at, reason, seq } of acts) {
    const under = spans.find((span) => span.subsystem === subsystem && span.to === null);
    if (frozen && !under) {
      spans.push({ subsystem, from: at.toISOString(), to: null, reason, seq, ended_seq: null });
    }
    if (!frozen && under) Object.assign(under, { to: at.toISOString(), ended_seq: seq });
  }
  return spans.filter(({ to }) => to === null || to >= since.toISOString());
}

/** Returns the part of the calendar that a period covers, in days from its beginning. @param now ISO 8601 */
export function calendarRange(
  { from, to }: Pick<FrozenSpan, "from" | "to">,
  firstDay: string,
  now: string,
): { from: number; to: number } {
  const dayOf = (instant: string) => (Date.parse(instant) - Date.parse(firstDay)) / DAY_MILLISECONDS;
  return { from: Math.max(0, dayOf(from)), to: Math.min(CALENDAR_DAYS, dayOf(to ?? now)) };
}
