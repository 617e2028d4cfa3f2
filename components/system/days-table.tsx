import { Scroller } from "@/components/ui/scroller";
import { TwinTable } from "@/components/ui/twin-table";
import type { DrawnDay } from "@/lib/system/rules/status";
import type { StatusComponent } from "@/lib/system/schema";

interface DaysTableProps {
  components: readonly (StatusComponent & { drawn: readonly DrawnDay[] })[];
}

/** The days on which a check failed or was missing, the newest first: failed checks of each component. */
export function DaysTable({ components }: DaysTableProps) {
  const [first] = components;
  const rows = (first?.drawn ?? []).flatMap(({ day, checks, minutes }, index) => {
    const failed = components.map(({ drawn }) => drawn[index]?.failed ?? 0);
    const missing = minutes - checks;
    const counts: [string, ...number[]] = [day, ...failed, missing];
    return missing > 0 || failed.some((count) => count > 0) ? [counts] : [];
  });
  return (
    <Scroller as="section" label="Failed checks by day" className="overflow-x-auto">
      <TwinTable
        headings={["Failed checks on", ...components.map(({ title }) => title), "Minutes without a check"]}
        rows={rows.toReversed()}
      />
    </Scroller>
  );
}
