/** The units of a duration, largest first. */
export const UNITS = [
  { unit: "d", milliseconds: 86_400_000 },
  { unit: "h", milliseconds: 3_600_000 },
  { unit: "min", milliseconds: 60_000 },
] as const;

/** Says how long ago something was, in its largest unit. */
export function ageText(milliseconds: number): string {
  const step = UNITS.find((each) => milliseconds >= each.milliseconds);
  return step ? `${Math.floor(milliseconds / step.milliseconds)} ${step.unit} ago` : "just now";
}
