import type { ReactNode } from "react";
import { NoticeMark } from "@/components/marks/notice-mark";
import { Section } from "@/components/ui/section";
import { actFragment } from "@/lib/features/incidents/view/address";
import { isUnderWay } from "@/lib/features/status/maintenance/rules";
import type { Maintenance } from "@/lib/features/status/maintenance/schema";
import { COMPONENTS } from "@/lib/features/status/rules/status";
import { utcMinute, utcSpan } from "@/lib/foundation/text/utc";

interface EntryProps {
  maintenance: Maintenance;
  /** ISO 8601. */
  now: string;
  /** What can be done about it. */
  children?: ReactNode;
}

interface MaintenancesProps {
  title: string;
  maintenances: readonly Maintenance[];
  /** ISO 8601. */
  now: string;
}

export function Maintenances({ title, maintenances, now }: MaintenancesProps) {
  return (
    <Section title={title}>
      <ul>
        {maintenances.map((maintenance) => (
          <MaintenanceEntry key={maintenance.id} maintenance={maintenance} now={now} />
        ))}
      </ul>
    </Section>
  );
}

export function MaintenanceEntry({ maintenance, now, children }: EntryProps) {
  const { seq, starts_at, ends_at, components, text, cancelled } = maintenance;
  return (
    <li id={actFragment(seq)} className="scroll-mt-6 border-hair border-b py-2.5 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <b className="inline-flex items-center gap-2 font-semibold">
          <NoticeMark kind={isUnderWay(maintenance, new Date(now)) ? "maintenance" : "planned"} />
          {components.map((name) => COMPONENTS[name].title).join(", ")}
        </b>
        <span className="text-ink-3 text-xs">{utcSpan(starts_at, ends_at)}</span>
      </p>
      <p className="mt-0.5 max-w-[68ch] text-ink-2 [overflow-wrap:anywhere]">
        <bdi>{text}</bdi>
      </p>
      {cancelled && (
        <p id={actFragment(cancelled.seq)} className="mt-0.5 max-w-[68ch] [overflow-wrap:anywhere]">
          {cancelled.at <= starts_at ? "Cancelled" : "Ended early"} {utcMinute(cancelled.at)} UTC:{" "}
          <bdi>{cancelled.reason}</bdi>
        </p>
      )}
      {children && <div className="mt-3">{children}</div>}
    </li>
  );
}
