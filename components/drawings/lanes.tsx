/** Width of a lane in pixels: narrower where there are many. */
function laneWidth(lanes: number): number {
  if (lanes <= 3) return 34;
  return lanes <= 6 ? 26 : 16;
}

interface LaneStepProps {
  lanes: number;
  /** Index of the lane that acts. */
  from: number;
  /** Index of the lane that is reached; absent where the step reaches nobody. */
  to?: number | undefined;
  /** Dashed: chosen, not sent. */
  dashed?: boolean;
}

const LEVEL = 18;

/** One step of a sequence drawing: the lifelines of all lanes, as tall as the row, and an arrow between two of them. */
export function LaneStep({ lanes, from, to, dashed = false }: LaneStepProps) {
  const width = laneWidth(lanes);
  const at = (lane: number) => (lane + 0.5) * width;
  const reaches = to !== undefined && to !== from;
  const direction = reaches && to < from ? -1 : 1;
  const tip = reaches ? at(to) - direction * 3 : 0;
  return (
    <div aria-hidden className="relative h-full text-ink" style={{ width: lanes * width }}>
      <svg
        aria-hidden
        className="absolute inset-0 h-full w-full"
        preserveAspectRatio="none"
        viewBox={`0 0 ${lanes * width} 10`}
      >
        {Array.from({ length: lanes }, (_, lane) => (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: a lane is its index
            key={lane}
            d={`M${at(lane)} 0V10`}
            className="stroke-rule"
            strokeWidth="1"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      <svg
        aria-hidden
        className="absolute top-0 left-0"
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

/** What stands over each lane. */
export function LaneHeads({ children }: { children: React.ReactNode[] }) {
  const width = laneWidth(children.length);
  return (
    <div aria-hidden className="flex" style={{ width: children.length * width }}>
      {children.map((head, lane) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a lane is its index
        <span key={lane} className="grid place-items-center" style={{ width }}>
          {head}
        </span>
      ))}
    </div>
  );
}
