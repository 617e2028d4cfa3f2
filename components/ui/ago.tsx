/** The units of a duration, largest first. */
export const UNITS = [
  { unit: "d", milliseconds: 86_400_000 },
  { unit: "h", milliseconds: 3_600_000 },
  { unit: "min", milliseconds: 60_000 },
] as const;

/** An instant to the second, in UTC, and how long before `now` that was. Both are ISO 8601. */
export function When({ instant, now }: { instant: string; now: string }) {
  return (
    <>
      {instant.slice(0, 19).replace("T", " ")} UTC, <Ago instant={instant} now={now} />
    </>
  );
}

/** The same on two lines, for the narrow column of a list: how long before `now`, and the instant to the minute, in UTC. */
export function WhenBelow({ instant, now }: { instant: string; now: string }) {
  return (
    <>
      <Ago instant={instant} now={now} />
      <span className="block whitespace-nowrap">{instant.slice(0, 16).replace("T", " ")} UTC</span>
    </>
  );
}

/** How long before `now` an instant was, with the instant itself in the title. Both are ISO 8601. */
export function Ago({ instant, now }: { instant: string; now: string }) {
  const age = Date.parse(now) - Date.parse(instant);
  const step = UNITS.find(({ milliseconds }) => age >= milliseconds);
  const text = step ? `${Math.floor(age / step.milliseconds)} ${step.unit} ago` : "just now";
  return (
    <time dateTime={instant} title={instant.replace("T", " ").replace("Z", " UTC")} className="whitespace-nowrap">
      {text}
    </time>
  );
}
