import { Columns } from "@/components/marks/columns";
import { DataTable } from "@/components/ui/data-table";
import { utcMinute } from "@/lib/foundation/text/utc";

/** The intents of one hour that the vector store scored, and those without a near agent. */
interface DriftHour {
  /** ISO 8601, the hour's beginning. */
  hour: string;
  samples: number;
  drifted: number;
}

/**
 * Draws the share of intents without a match by hour, and marks the hours with samples. The table has the same data.
 */
export function DriftChart({ series }: { series: readonly DriftHour[] }) {
  const columns = series.map(({ samples, drifted }) => ({
    parts: [{ amount: samples === 0 ? 0 : drifted / samples, fill: "fill-ink-2" }],
    foot: samples > 0 ? "fill-ink-2" : "fill-hair",
  }));
  return (
    <>
      <Columns columns={columns} most={1} />
      <p className="mt-1 flex justify-between text-ink-3 text-xs">
        <span>24 h ago</span>
        <span>now</span>
      </p>
      <DataTable
        headings={["Hour, UTC", "Intents", "No match"]}
        rows={series.map(({ hour, samples, drifted }) => [utcMinute(hour), samples, drifted])}
      />
    </>
  );
}
