import type { ReactNode } from "react";

/** Returns the width of a lane in pixels, narrower if there are many, and the columns of that width. */
function laneOf(lanes: number): { width: number; columns: string } {
  if (lanes <= 3) return { width: 34, columns: "auto-cols-[34px]" };
  return lanes <= 6 ? { width: 26, columns: "auto-cols-[26px]" } : { width: 16, columns: "auto-cols-[16px]" };
}

interface LaneStepProps {
  lanes: number;
  /** Index of the sender's lane. */
  from: number;
  /** Index of the receiver's lane. Absent if there is no receiver. */
  to?: number | undefined;
  /** Dashed for a routing decision, solid for an event. */
  dashed?: boolean;
}

const LEVEL = 18;

/** Draws one step of a sequence: the lines of all lanes, as tall as the row, and an arrow between two of them. */
export function LaneStep({ lanes, from, to, dashed = false }: LaneStepProps) {
  const { width } = laneOf(lanes);
  const at = (lane: number) => (lane + 0.5) * width;
  const reaches = to !== undefined && to !== from;
  const direction = reaches && to < from ? -1 : 1;
  const tip = reaches ? at(to) - direction * 3 : 0;
  return (
    <div aria-hidden className="relative h-full text-ink">
      <svg
        aria-hidden
        className="absolute inset-0 h-full w-full"
        preserveAspectRatio="none"
        viewBox={`0 0 ${lanes * width} 10`}
      >
        <path
          d={Array.from({ length: lanes }, (_, lane) => `M${at(lane)} 0V10`).join("")}
          className="stroke-rule"
          strokeWidth="1"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <svg
        aria-hidden
        className="relative -mb-9 block"
        width={lanes * width}
        height={LEVEL * 2}
        fill="none"
        stroke="currentColor"
      >
        {reaches && (
          <>
            <path d={`M${at(from)} ${LEVEL}H${tip}`} strokeWidth="1.5" strokeDasharray={dashed ? "4 3" : undefined} />
            <path
              d={`M${tip - direction * 6} ${LEVEL - 4.5}L${tip} ${LEVEL}L${tip - direction * 6} ${LEVEL + 4.5}`}
              strokeWidth="1.5"
            />
          </>
        )}
        {to === from && (
          <path
            d={`M${at(from)} ${LEVEL - 7}h10v12h-7`}
            strokeWidth="1.5"
            strokeDasharray={dashed ? "4 3" : undefined}
          />
        )}
        {dashed ? (
          <path
            d={`M${at(from)} ${LEVEL - 5}l5 5l-5 5l-5 -5z`}
            className="fill-paper stroke-accent"
            strokeWidth="1.5"
          />
        ) : (
          <circle cx={at(from)} cy={LEVEL} r="4" fill="currentColor" stroke="none" />
        )}
      </svg>
    </div>
  );
}

export function LaneHeads({ lanes, children }: { lanes: number; children: ReactNode }) {
  return (
    <div aria-hidden className={`grid grid-flow-col place-items-center ${laneOf(lanes).columns}`}>
      {children}
    </div>
  );
}
