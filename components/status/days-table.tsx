import { DataTable } from "@/components/ui/data-table";
import { Scroller } from "@/components/ui/scroller";
import type { DrawnDay } from "@/lib/features/status/rules/status";
import type { StatusComponent } from "@/lib/features/status/schema";

interface DaysTableProps {
  components: readonly (StatusComponent & { drawn: readonly DrawnDay[] })[];
}

/** Lists the days with failed or missing checks, the newest first, with the failed checks of each component. */
export function DaysTable({ components }: DaysTableProps) {
  const [first] = components;
  const rows = (first?.drawn ?? []).flatMap(({ day, checks, minutes }, index) => {
    const failed = components.map(({ drawn }) => drawn[index]?.failed ?? 0);
    const planned = Math.max(...components.map(({ drawn }) => drawn[index]?.planned ?? 0));
    const missing = minutes - checks;
    const counts: [string, ...number[]] = [day, ...failed, planned, missing];
    return missing > 0 || planned > 0 || failed.some((count) => count > 0) ? [counts] : [];
  });
  return (
    <Scroller as="section" label="Failed checks by day" className="overflow-x-auto">
      <DataTable
        headings={[
          "Failed checks on",
          ...components.map(({ title }) => title),
          "During maintenance",
          "Minutes without a check",
        ]}
        rows={rows.toReversed()}
      />
    </Scroller>
  );
}
