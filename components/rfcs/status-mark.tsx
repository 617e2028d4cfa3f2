import type { RfcStatus } from "@/lib/rfcs/schema";

const FACES = {
  DRAFT: { word: "Draft", frame: "border-rule border-dashed text-ink-2" },
  ACTIVE: { word: "Active", frame: "border-ink bg-ink text-inverse" },
  FROZEN: { word: "Frozen", frame: "border-frozen bg-frozen-wash text-frozen" },
  SUPERSEDED: { word: "Superseded", frame: "border-rule text-ink-3 line-through" },
} as const satisfies Record<RfcStatus, unknown>;

/** A status by its word: proposed in dashes, in force filled, out of force struck through. */
export function RfcStatusMark({ status }: { status: RfcStatus }) {
  const { word, frame } = FACES[status];
  return (
    <span
      className={`inline-flex items-center gap-1.5 whitespace-nowrap border px-1.5 font-semibold text-xs leading-5 ${frame}`}
    >
      {status === "FROZEN" && (
        <svg aria-hidden width="11" height="11" viewBox="0 0 12 12" stroke="currentColor" strokeWidth="1.5">
          <path d="M6 .8v10.4M1.5 3.4l9 5.2M10.5 3.4l-9 5.2" />
        </svg>
      )}
      {word}
    </span>
  );
}
