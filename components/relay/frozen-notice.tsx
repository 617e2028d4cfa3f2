import type { Freeze } from "@/lib/features/council/freezes/schema";
import { utcMinute } from "@/lib/foundation/text/utc";

/** Says that the relay is frozen, why, and what still works. Shows nothing while it runs. */
export function FrozenNotice({ freeze }: { freeze: Pick<Freeze, "since" | "reason"> | undefined }) {
  if (!freeze) return null;
  const { since, reason } = freeze;
  return (
    <p className="my-3 bg-frozen-wash px-4 py-3 text-frozen text-sm [overflow-wrap:anywhere]">
      <b className="font-semibold">{`The relay has been frozen since ${since ? utcMinute(since) : ""} UTC.`}</b>{" "}
      Previews, reading and replay still work. Send and route return 503. <bdi>{reason}</bdi>
    </p>
  );
}
