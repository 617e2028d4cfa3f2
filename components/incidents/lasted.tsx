const STEPS = [
  { unit: "d", milliseconds: 86_400_000 },
  { unit: "h", milliseconds: 3_600_000 },
  { unit: "min", milliseconds: 60_000 },
] as const;

/** A span in its two largest units. */
function spanText(milliseconds: number): string {
  const first = STEPS.findIndex((step) => milliseconds >= step.milliseconds);
  const large = STEPS[first];
  if (!large) return "under a minute";
  const small = STEPS[first + 1];
  const count = Math.floor(milliseconds / large.milliseconds);
  const rest = small ? Math.floor((milliseconds % large.milliseconds) / small.milliseconds) : 0;
  return `${count} ${large.unit}${small && rest > 0 ? ` ${rest} ${small.unit}` : ""}`;
}

/** How long something lasted, or has lasted so far. All instants are ISO 8601. @param to null while it goes on */
export function Lasted({ from, to, now }: { from: string; to: string | null; now: string }) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      {spanText(Date.parse(to ?? now) - Date.parse(from))}
      {to === null && <span className="text-ink-3"> so far</span>}
    </span>
  );
}
