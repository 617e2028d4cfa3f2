import { DayAxis } from "@/components/marks/day-axis";
import { calendarRange } from "@/lib/features/incidents/rules/calendar";
import type { FrozenSpan, Severity } from "@/lib/features/incidents/schema";
import type { StatusIncident } from "@/lib/features/status/schema";
import { SUBSYSTEM_NAMES } from "@/lib/features/status/view/names";
import { counted } from "@/lib/foundation/text/counted";
import { ROW } from "./component-rows";

const FILLS: Record<Severity, string> = {
  LOW: "fill-sev-low",
  MAJOR: "fill-sev-major",
  CRITICAL: "fill-sev-critical",
};
/** The height of an incident, so its severity does not depend on the hue. */
const HEIGHTS: Record<Severity, number> = { LOW: 4, MAJOR: 8, CRITICAL: 12 };
const LEVEL = 14;
const FREEZES = { relay: 2, memory: 9 } as const;
const INCIDENTS = 20;
const LEAST_PERCENT = 0.8;
const MAX_LEVELS = 4;

interface IncidentLaneProps {
  days: readonly string[];
  incidents: readonly StatusIncident[];
  freezes: readonly FrozenSpan[];
  /** ISO 8601. */
  now: string;
}

interface Bar {
  x: number;
  width: number;
}

/** Returns the place of a period, in percent of the axis. */
function barOf(time: { from: string; to: string | null }, { days, now }: IncidentLaneProps): Bar {
  const { from, to } = calendarRange(time, days[0] ?? "", now);
  const width = Math.max(LEAST_PERCENT, ((to - from) / days.length) * 100);
  return { x: Math.min((from / days.length) * 100, 100 - width), width };
}

/** Puts overlapping bars on different levels, while there are levels. */
function levelsOf(bars: readonly Bar[]): number[] {
  const ends: number[] = [];
  return bars.map(({ x, width }) => {
    const free = ends.findIndex((end) => end < x);
    const level = free >= 0 ? free : Math.min(ends.length, MAX_LEVELS - 1);
    ends[level] = x + width;
    return level;
  });
}

/** Draws incidents and freezes below the components, on the same axis of days. */
export function IncidentLane(props: IncidentLaneProps) {
  const { days, incidents, freezes } = props;
  const oldestFirst = incidents
    .filter(({ unfounded }) => !unfounded)
    .toSorted((one, other) => one.created_at.localeCompare(other.created_at));
  const bars = oldestFirst.map(({ created_at, resolved_at }) => barOf({ from: created_at, to: resolved_at }, props));
  const levels = levelsOf(bars);
  const height = INCIDENTS + LEVEL * Math.max(1, ...levels.map((level) => level + 1));
  const unfounded = incidents.length - oldestFirst.length;
  const sums = `${counted(oldestFirst.length, "incident")}, ${counted(freezes.length, "freeze")}`;
  return (
    <div className={`${ROW} items-start border-b-0`}>
      <div className="col-span-2 md:col-span-1">
        <b className="font-semibold">Incidents and freezes</b>
        <span className="block text-ink-3 text-xs">{sums}</span>
        {unfounded > 0 && (
          <span className="block text-ink-3 text-xs">{`without ${counted(unfounded, "unfounded incident")}`}</span>
        )}
      </div>
      <div className="col-span-2 md:col-span-1">
        <svg role="img" aria-label={`Last 90 days: ${sums}`} height={height} className="block w-full">
          {freezes.map((span) => {
            const { x, width } = barOf(span, props);
            return (
              <rect
                key={span.seq}
                x={`${x}%`}
                y={FREEZES[span.subsystem]}
                width={`${width}%`}
                height="5"
                className="fill-frozen"
              >
                <title>{`${SUBSYSTEM_NAMES[span.subsystem]} frozen: ${span.reason}`}</title>
              </rect>
            );
          })}
          <line x1="0" x2="100%" y1="17.5" y2="17.5" className="stroke-rule" />
          {oldestFirst.map(({ id, title, severity }, index) => (
            <rect
              key={id}
              x={`${bars[index]?.x}%`}
              y={INCIDENTS + (levels[index] ?? 0) * LEVEL}
              width={`${bars[index]?.width}%`}
              height={HEIGHTS[severity]}
              className={FILLS[severity]}
            >
              <title>{`Incident ${id}: ${title}`}</title>
            </rect>
          ))}
        </svg>
        <DayAxis days={days} />
      </div>
    </div>
  );
}
