import type { ReviewVerdict, RfcStatus, Tally } from "@/lib/features/rfcs/schema";

const STATUS_FACES = {
  DRAFT: { word: "Draft", frame: "border-rule border-dashed text-ink-2" },
  ACTIVE: { word: "Active", frame: "border-ink bg-ink text-inverse" },
  FROZEN: { word: "Final", frame: "border-ink border-double border-3 bg-sunk text-ink" },
  SUPERSEDED: { word: "Superseded", frame: "border-rule text-ink-3 line-through" },
} as const satisfies Record<RfcStatus, unknown>;

/** Shows a status as a word: proposed with a dashed frame, in force filled, final in a double frame, out of force struck through. */
export function RfcStatusMark({ status }: { status: RfcStatus }) {
  const { word, frame } = STATUS_FACES[status];
  return (
    <span
      className={`inline-flex items-center gap-1.5 whitespace-nowrap border px-1.5 font-semibold text-xs leading-5 ${frame}`}
    >
      {word}
    </span>
  );
}

const VERDICT_FACES = {
  approve: { word: "approve", path: "M2.5 6.5l2.5 2.5l4.5-6" },
  object: { word: "object", path: "M3 3l6 6M9 3l-6 6" },
  comment: { word: "comment", path: "M3 6h.01M6 6h.01M9 6h.01" },
} as const satisfies Record<ReviewVerdict, unknown>;

function Sign({ verdict }: { verdict: ReviewVerdict }) {
  return (
    <svg aria-hidden width="12" height="12" viewBox="0 0 12 12" fill="none" stroke="currentColor" strokeWidth="2">
      <path d={VERDICT_FACES[verdict].path} strokeLinecap="round" />
    </svg>
  );
}

/** Shows a reviewer's verdict as a word, with a tick, a cross or three dots before it. */
export function ReviewVerdictMark({ verdict }: { verdict: ReviewVerdict }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap font-semibold text-sm">
      <Sign verdict={verdict} />
      <span className="first-letter:uppercase">{VERDICT_FACES[verdict].word}</span>
    </span>
  );
}

export function TallyLine({ tally }: { tally: Tally }) {
  const verdicts = (["approve", "object", "comment"] as const).filter((verdict) => tally[verdict] > 0);
  if (verdicts.length === 0) return <span className="text-ink-3">No reviews</span>;
  return (
    <span className="inline-flex flex-wrap gap-x-4 gap-y-1">
      {verdicts.map((verdict) => (
        <span key={verdict} className="inline-flex items-center gap-1.5 whitespace-nowrap tabular-nums">
          <Sign verdict={verdict} />
          {tally[verdict].toLocaleString("en")} {VERDICT_FACES[verdict].word}
        </span>
      ))}
    </span>
  );
}
