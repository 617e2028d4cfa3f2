import { answerTexts } from "@/components/relay/texts";
import type { Freeze } from "@/lib/features/council/freezes/schema";
import { utcMinute } from "@/lib/foundation/text/utc";

/** Says that the relay is frozen, why, and what still works. Shows nothing while it runs. */
export function FrozenNotice({ freeze }: { freeze: Pick<Freeze, "since" | "reason"> | undefined }) {
  if (!freeze) return null;
  const { since, reason } = freeze;
  return (
    <p className="my-3 bg-frozen-wash px-4 py-3 text-frozen text-sm [overflow-wrap:anywhere]">
      {answerTexts.frozen(
        (label) => (
          <b className="font-semibold">{label}</b>
        ),
        since ? utcMinute(since) : "",
        <bdi>{reason}</bdi>,
      )}
    </p>
  );
}
