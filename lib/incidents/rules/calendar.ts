import type { CalendarDay, FrozenSpan, Severity } from "../schema";

/** How many days the calendar has, today's among them. */
export const CALENDAR_DAYS = 90;

const DAY_MILLISECONDS = 86_400_000;

/** Every day up to today, oldest first, those without incidents too. @param today YYYY-MM-DD */
export function fillCalendar(
  opened: readonly { day: string; severity: Severity; incidents: number }[],
  today: string,
): CalendarDay[] {
  return Array.from({ length: CALENDAR_DAYS }, (_, index) => {
    const at = Date.parse(today) - (CALENDAR_DAYS - 1 - index) * DAY_MILLISECONDS;
    const day = new Date(at).toISOString().slice(0, 10);
    const of = (severity: Severity) =>
      opened.find((each) => each.day === day && each.severity === severity)?.incidents ?? 0;
    return { day, LOW: of("LOW"), MAJOR: of("MAJOR"), CRITICAL: of("CRITICAL") };
  });
}

/** That a subsystem was frozen, or ran again. */
export interface FreezeAct {
  subsystem: string;
  frozen: boolean;
  at: Date;
}

/** The times for which subsystems were frozen, as far as they reach beyond `since`. @param acts oldest first */
export function frozenSpans(acts: readonly FreezeAct[], since: Date): FrozenSpan[] {
  const spans: FrozenSpan[] = [];
  for (const { subsystem, frozen, at } of acts) {
    const under = spans.find((span) => span.subsystem === subsystem && span.to === null);
    if (frozen && !under) spans.push({ subsystem, from: at.toISOString(), to: null });
    if (!frozen && under) under.to = at.toISOString();
  }
  return spans.filter(({ to }) => to === null || to >= since.toISOString());
}

/** The part of the calendar that a span takes, in days from its beginning. @param now ISO 8601 */
export function stretchOf({ from, to }: FrozenSpan, firstDay: string, now: string): { from: number; to: number } {
  const dayOf = (instant: string) => (Date.parse(instant) - Date.parse(firstDay)) / DAY_MILLISECONDS;
  return { from: Math.max(0, dayOf(from)), to: Math.min(CALENDAR_DAYS, dayOf(to ?? now)) };
}
