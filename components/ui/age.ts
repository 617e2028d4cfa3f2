/** The units of a duration, largest first. */
export const UNITS = [
  { unit: "d", milliseconds: 86_400_000 },
  { unit: "h", milliseconds: 3_600_000 },
  { unit: "min", milliseconds: 60_000 },
] as const;

/** For older instants the day is more useful than the age. */
const MAX_MILLISECONDS = 30 * 86_400_000;

/**
 * Returns how long ago an instant was, in the largest unit, or its day in UTC if that is long ago. @param now in
 * milliseconds
 */
export function ageText(instant: string, now: number): string {
  const milliseconds = now - Date.parse(instant);
  if (milliseconds >= MAX_MILLISECONDS) return instant.slice(0, 10);
  const step = UNITS.find((each) => milliseconds >= each.milliseconds);
  return step ? `${Math.floor(milliseconds / step.milliseconds)} ${step.unit} ago` : "just now";
}
