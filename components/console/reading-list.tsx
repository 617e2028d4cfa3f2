import { RelativeTime } from "@/components/ui/relative-time";
import type { Reading } from "@/lib/features/access/schema";

/** Lists who read personal data. Folded, because it is seldom needed. */
export function ReadingList({ readings }: { readings: readonly Reading[] }) {
  return (
    <details className="mt-10 text-sm">
      <summary className="min-h-11 py-2">Who has read this</summary>
      <ul>
        {readings.map(({ operator, name, read_at }) => (
          <li key={`${operator} ${read_at}`} className="border-hair border-b py-1.5">
            <bdi>{name || `operator:${operator}`}</bdi> <RelativeTime instant={read_at} />
          </li>
        ))}
      </ul>
    </details>
  );
}
