/** Returns a time to the minute: `2026-11-21 23:16`. The caller writes UTC beside it. @param instant ISO 8601 */
export function utcMinute(instant: string): string {
  return instant.slice(0, 16).replace("T", " ");
}

/** Returns a time to the second: `2026-11-21 23:16:05`. The caller writes UTC beside it. @param instant ISO 8601 */
export function utcSecond(instant: string): string {
  return instant.slice(0, 19).replace("T", " ");
}

/** Returns a period in UTC: `2026-11-19 02:20 to 02:32 UTC`. Times are ISO 8601. @param to null if it has not ended */
export function utcSpan(from: string, to: string | null): string {
  const begin = utcMinute(from);
  if (to === null) return `since ${begin} UTC`;
  const end = utcMinute(to);
  return `${begin} to ${begin.slice(0, 10) === end.slice(0, 10) ? end.slice(11) : end} UTC`;
}
