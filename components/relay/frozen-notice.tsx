import type { Freeze } from "@/lib/freezes/schema";
import { utcMinute } from "@/lib/text/utc";

/** Says that the relay is frozen, why, and what goes on. Nothing where it runs. */
export function FrozenNotice({ freeze }: { freeze: Pick<Freeze, "since" | "reason"> | undefined }) {
  if (!freeze) return null;
  const { since, reason } = freeze;
  return (
    <p className="my-3 bg-frozen-wash px-4 py-3 text-frozen text-sm [overflow-wrap:anywhere]">
      <b className="font-semibold">The relay is frozen since {since && utcMinute(since)} UTC.</b> Previews, reading and
      replaying go on; sending and routing answer 503. <bdi>{reason}</bdi>
    </p>
  );
}
