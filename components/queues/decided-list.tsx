import { RelativeTime } from "@/components/ui/relative-time";
import { Section } from "@/components/ui/section";
import type { RecentDecision } from "@/lib/features/queues/schema";

/** Shows the latest decisions of the last hour, so that two people who decide at once see each other. */
export function DecidedList({ decided }: { decided: readonly RecentDecision[] }) {
  if (decided.length === 0) return null;
  return (
    <div className="mt-10">
      <Section title="Latest decisions" aside={<a href="/console/activity">All activity</a>}>
        <ul className="text-sm">
          {decided.map(({ seq, what, about, by, at }) => (
            <li
              key={seq}
              className="flex flex-wrap gap-x-3 border-hair border-b py-2 text-ink-2 [overflow-wrap:anywhere]"
            >
              <b className="font-semibold text-ink">{what}</b>
              <bdi>{about}</bdi>
              <span>
                by <bdi>{by}</bdi>, <RelativeTime instant={at} />
              </span>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}
