const DAY = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", day: "numeric", month: "short" });
/** The share of the axis that a label takes on a phone. */
const LABEL_SHARE = 0.17;

/**
 * Labels the first day, today, and the first day of each month with enough room, below a drawing with equally wide
 * days.
 */
export function DayAxis({ days }: { days: readonly string[] }) {
  const places = days.flatMap((day, index) => {
    const share = index / days.length;
    const hasRoom = share > LABEL_SHARE && share < 1 - LABEL_SHARE;
    return index === 0 || (day.endsWith("-01") && hasRoom) ? [{ day, share }] : [];
  });
  return (
    <svg aria-hidden className="block h-6 w-full fill-ink-3 text-xs">
      {places.map(({ day, share }) => (
        <text key={day} x={`${share * 100}%`} y="17">
          {DAY.format(new Date(day))}
        </text>
      ))}
      <text x="100%" y="17" textAnchor="end">
        today
      </text>
    </svg>
  );
}
