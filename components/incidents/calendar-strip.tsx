import type { ReactNode } from "react";
import { boxPath } from "@/components/marks/box-path";
import { DayAxis } from "@/components/marks/day-axis";
import { SeverityMark } from "@/components/marks/incident-marks";
import { CALENDAR_DAYS, calendarRange } from "@/lib/features/incidents/rules/calendar";
import { type CalendarDay, type FrozenSpan, Severity } from "@/lib/features/incidents/schema";
import { ownEntries } from "@/lib/foundation/own-values";
import { utcMinute } from "@/lib/foundation/text/utc";

const DAY_WIDTH = 10;
const BASE = 125;
const WIDTH = CALENDAR_DAYS * DAY_WIDTH;
const HEIGHT = 144;
/** The relative height of one incident. */
const WEIGHTS = { LOW: 1, MAJOR: 2, CRITICAL: 5 } as const;
const FILLS = {
  LOW: "fill-sev-low",
  MAJOR: "fill-sev-major",
  CRITICAL: "fill-sev-critical",
  none: "fill-hair",
} as const;
const TALLEST = 116;
const LEAST_SCALE = 5;

const formOf = (parts: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", ...parts });
const DAY = formOf({ day: "numeric", month: "short" });
const DAY_OF_YEAR = formOf({ day: "numeric", month: "short", year: "numeric" });

interface CalendarStripProps {
  days: readonly CalendarDay[];
  freezes: readonly FrozenSpan[];
  /** ISO 8601. */
  now: string;
}

/** Draws the incidents of the last days, one column a day, and the freezes. A table has the same data. */
export function CalendarStrip({ days, freezes, now }: CalendarStripProps) {
  const totals = Severity.options.map((severity) => ({
    severity,
    total: days.reduce((sum, day) => sum + day[severity], 0),
  }));
  const first = days[0]?.day ?? "";
  const range = `${DAY.format(new Date(first))} to ${DAY_OF_YEAR.format(new Date(days.at(-1)?.day ?? ""))}`;
  const said = totals.map(({ severity, total }) => `${total} ${severity.toLowerCase()}`).join(", ");
  return (
    <figure className="mt-4">
      <svg
        role="img"
        aria-label={`Incidents opened from ${range}: ${said}. Frozen ${freezes.length} times.`}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-36 w-full"
      >
        <Columns days={days} />
        <path d={`M0 ${BASE + 2.5}H${WIDTH}`} className="stroke-rule" vectorEffect="non-scaling-stroke" />
        {freezes.map((span) => {
          const { from, to } = calendarRange(span, first, now);
          const width = Math.max(6, (to - from) * DAY_WIDTH);
          return (
            <rect
              key={`${span.subsystem} ${span.from}`}
              x={Math.min(from * DAY_WIDTH, WIDTH - width)}
              y={span.subsystem === "relay" ? 130 : 137}
              width={width}
              height="5"
              className="fill-frozen"
            />
          );
        })}
      </svg>
      <DayAxis days={days.map(({ day }) => day)} />
      <figcaption className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-1 text-ink-2 text-xs">
        {totals.map(({ severity, total }) => (
          <Key key={severity} mark={<SeverityMark severity={severity} />} count={total} />
        ))}
        <Key mark={<FreezesKey />} count={freezes.length} />
        <span className="ml-auto">{`${range}, one column a day`}</span>
      </figcaption>
      <CalendarTable days={days} freezes={freezes} />
    </figure>
  );
}

/** Draws one path for each severity, and one for the days without incidents, to keep the page small. */
function Columns({ days }: { days: readonly CalendarDay[] }) {
  const weightOf = (day: CalendarDay) => Severity.options.reduce((sum, each) => sum + day[each] * WEIGHTS[each], 0);
  const unit = TALLEST / Math.max(LEAST_SCALE, ...days.map(weightOf));
  const boxes: Record<Severity | "none", string> = { LOW: "", MAJOR: "", CRITICAL: "", none: "" };
  for (const [index, day] of days.entries()) {
    const x = index * DAY_WIDTH + 1.5;
    if (weightOf(day) === 0) boxes.none += boxPath(x, BASE, 7, 2);
    let top = BASE;
    for (const severity of Severity.options.filter((each) => day[each] > 0)) {
      const height = Math.max(3, day[severity] * WEIGHTS[severity] * unit - 2);
      top -= height + 2;
      boxes[severity] += boxPath(x, top + 2, 7, height);
    }
  }
  return ownEntries(boxes).map(([name, d]) => d && <path key={name} d={d} className={FILLS[name]} />);
}

function Key({ mark, count }: { mark: ReactNode; count: number }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {mark} <span className="tabular-nums">{count.toLocaleString("en")}</span>
    </span>
  );
}

function FreezesKey() {
  return (
    <span className="inline-flex items-center gap-1.5 font-semibold text-frozen text-sm">
      <span aria-hidden className="h-1.5 w-3.5 bg-frozen" />
      Freezes
    </span>
  );
}

function CalendarTable({ days, freezes }: Pick<CalendarStripProps, "days" | "freezes">) {
  const eventful = days.filter((day) => Severity.options.some((severity) => day[severity] > 0)).toReversed();
  return (
    <details className="mt-2 text-sm">
      <summary className="min-h-6 text-ink-2 text-xs">Show as table</summary>
      <table className="mt-2 w-full max-w-md text-right tabular-nums">
        <thead className="text-ink-2 text-xs">
          <tr className="border-hair border-b">
            <th scope="col" className="py-1.5 text-left font-normal">
              Day
            </th>
            {Severity.options.map((severity) => (
              <th key={severity} scope="col" className="py-1.5 font-normal">
                <SeverityMark severity={severity} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {eventful.map((day) => (
            <tr key={day.day} className="border-hair border-b">
              <th scope="row" className="py-1.5 text-left font-mono font-normal text-xs">
                {day.day}
              </th>
              {Severity.options.map((severity) => (
                <td key={severity}>{day[severity]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="mt-2 text-xs">
        {freezes.map(({ subsystem, from, to }) => (
          <li key={`${subsystem} ${from}`} className="py-0.5">
            {`${subsystem === "relay" ? "Relay" : "Memory"} frozen from ${utcMinute(from)} ${to === null ? "until now" : `to ${utcMinute(to)}`}, UTC`}
          </li>
        ))}
      </ul>
    </details>
  );
}
