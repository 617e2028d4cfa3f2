/** An instant to the minute, as people read it: `2026-11-21 23:16`. UTC, which stands beside it. @param instant ISO 8601 */
export function utcMinute(instant: string): string {
  return instant.slice(0, 16).replace("T", " ");
}
