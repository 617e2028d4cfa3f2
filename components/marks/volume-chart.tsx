import { Columns } from "@/components/marks/columns";
import { DataTable } from "@/components/ui/data-table";
import type { VolumeDay } from "@/lib/features/relay/rules/measures";

const KINDS = [
  { kind: "events", fill: "fill-ink-2", swatch: "bg-ink-2" },
  { kind: "routings", fill: "fill-rule", swatch: "bg-rule" },
] as const;

const ALL = { events: "Events sent", routings: "Intents routed" };

interface VolumeChartProps {
  days: readonly VolumeDay[];
  names?: Record<(typeof KINDS)[number]["kind"], string>;
}

/** Draws events (below) and routings (above) by day. The table has the same data. */
export function VolumeChart({ days, names = ALL }: VolumeChartProps) {
  const most = Math.max(1, ...days.map(({ events, routings }) => events + routings));
  const columns = days.map((day) => ({
    parts: KINDS.map(({ kind, fill }) => ({ amount: day[kind], fill })),
  }));
  return (
    <figure>
      <Columns columns={columns} most={most} />
      <p className="mt-1 flex justify-between text-ink-3 text-xs tabular-nums">
        <span>{days[0]?.day}</span>
        <span>{`today, at most ${most.toLocaleString("en")} a day`}</span>
      </p>
      <figcaption>
        <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-ink-2 text-sm">
          {KINDS.map(({ kind, swatch }) => (
            <li key={kind} className="flex items-center gap-2">
              <span aria-hidden className={`size-2.5 ${swatch}`} />
              {names[kind]}{" "}
              <span className="tabular-nums">{days.reduce((sum, day) => sum + day[kind], 0).toLocaleString("en")}</span>
            </li>
          ))}
        </ul>
        <DataTable
          headings={["Day, UTC", ...KINDS.map(({ kind }) => names[kind])]}
          rows={days.toReversed().map(({ day, events, routings }) => [day, events, routings])}
        />
      </figcaption>
    </figure>
  );
}
