const DRAWINGS: Record<string, string> = {
  active: "M6 2.5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 1 1 0-7z",
  pending: "M6 2.5a3.5 3.5 0 0 1 0 7z",
};

/** An agent's status as a word, with a filled, half or empty round before it. */
export function StatusMark({ status }: { status: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg aria-hidden width="12" height="12" viewBox="0 0 12 12">
        <circle
          cx="6"
          cy="6"
          r="3.5"
          fill="none"
          stroke="currentColor"
          strokeDasharray={DRAWINGS[status] ? undefined : "1.6 1.2"}
        />
        <path d={DRAWINGS[status] ?? ""} fill="currentColor" />
      </svg>
      <bdi>{status}</bdi>
    </span>
  );
}
