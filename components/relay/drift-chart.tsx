import { Columns } from "@/components/drawings/columns";
import { TwinTable } from "@/components/ui/twin-table";
import { utcMinute } from "@/lib/text/utc";

/** An hour's routed intents that the vector store scored, and those among them that nothing was near to. */
interface DriftHour {
  /** ISO 8601, the hour's beginning. */
  hour: string;
  samples: number;
  drifted: number;
}

/** The share of drifted intents by the hour, and below it the hours that have samples; the table says the same. */
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
      <TwinTable
        headings={["Hour, UTC", "Intents", "Drifted"]}
        rows={series.map(({ hour, samples, drifted }) => [utcMinute(hour), samples, drifted])}
      />
    </>
  );
}
