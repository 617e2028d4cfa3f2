import { UNITS } from "@/components/ui/age";

/** Returns a duration in its two largest units. */
function spanText(milliseconds: number): string {
  const first = UNITS.findIndex((step) => milliseconds >= step.milliseconds);
  const large = UNITS[first];
  if (!large) return "under a minute";
  const small = UNITS[first + 1];
  const count = Math.floor(milliseconds / large.milliseconds);
  const rest = small ? Math.floor((milliseconds % large.milliseconds) / small.milliseconds) : 0;
  return `${count} ${large.unit}${small && rest > 0 ? ` ${rest} ${small.unit}` : ""}`;
}

/** Shows a duration, or the duration so far. All instants are ISO 8601. @param to null if it has not ended */
export function Duration({ from, to, now }: { from: string; to: string | null; now: string }) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      {spanText(Date.parse(to ?? now) - Date.parse(from))}
      {to === null && <span className="text-ink-3">{" so far"}</span>}
    </span>
  );
}
