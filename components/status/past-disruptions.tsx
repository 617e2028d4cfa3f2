import { NoticeMark } from "@/components/marks/notice-mark";
import type { FrozenSpan } from "@/lib/features/incidents/schema";
import { actFragment } from "@/lib/features/incidents/view/address";
import { COMPONENTS } from "@/lib/features/status/rules/status";
import type { StatusOutage } from "@/lib/features/status/schema";
import { outageFragment, SUBSYSTEM_NAMES } from "@/lib/features/status/view/names";
import { utcSpan } from "@/lib/foundation/text/utc";

interface PastDisruptionsProps {
  freezes: readonly FrozenSpan[];
  outages: readonly StatusOutage[];
}

interface Entry {
  kind: "frozen" | "outage" | "degraded";
  anchor: string;
  /** The anchor of its end, which the feeds link. */
  endAnchor: string | null;
  title: string;
  says: string;
  from: string;
  to: string | null;
}

function entriesOf({ freezes, outages }: PastDisruptionsProps): Entry[] {
  const frozen = freezes.map(({ subsystem, reason, seq, ended_seq, from, to }): Entry => {
    const endAnchor = ended_seq === null ? null : actFragment(ended_seq);
    return {
      kind: "frozen",
      anchor: actFragment(seq),
      endAnchor,
      from,
      to,
      title: `${SUBSYSTEM_NAMES[subsystem]} frozen`,
      says: reason,
    };
  });
  const failed = outages.map(({ id, component, message, failed: count, started_at, ended_at }): Entry => {
    const { title, required } = COMPONENTS[component];
    const anchor = outageFragment(id);
    return {
      kind: required ? "outage" : "degraded",
      anchor,
      endAnchor: `${anchor}-end`,
      from: started_at,
      to: ended_at,
      title: `${required ? "Not working" : "Degraded"}: ${title}`,
      says: [message, `${count.toLocaleString("en")} ${count === 1 ? "check" : "checks"} failed.`].join(" ").trim(),
    };
  });
  return [...frozen, ...failed].toSorted((one, other) => other.from.localeCompare(one.from));
}

export function PastDisruptions(props: PastDisruptionsProps) {
  return (
    <ul className="text-sm">
      {entriesOf(props).map(({ kind, anchor, endAnchor, title, says, from, to }) => (
        <li key={anchor} id={anchor} className="scroll-mt-6 border-hair border-b py-2.5">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <b
              className={`inline-flex items-center gap-2 font-semibold ${kind === "frozen" ? "text-frozen" : "text-ink"}`}
            >
              <NoticeMark kind={kind} />
              {title}
            </b>
            <span id={endAnchor ?? undefined} className="inline-block text-ink-3 text-xs first-letter:uppercase">
              {utcSpan(from, to)}
            </span>
          </p>
          <p className="mt-0.5 max-w-[68ch] text-ink-2 [overflow-wrap:anywhere]">
            <bdi>{says}</bdi>
          </p>
        </li>
      ))}
    </ul>
  );
}
