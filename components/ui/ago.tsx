const STEPS = [
  { unit: "d", milliseconds: 86_400_000 },
  { unit: "h", milliseconds: 3_600_000 },
  { unit: "min", milliseconds: 60_000 },
] as const;

/** How long before `now` an instant was, with the instant itself in the title. Both are ISO 8601. */
export function Ago({ instant, now }: { instant: string; now: string }) {
  const age = Date.parse(now) - Date.parse(instant);
  const step = STEPS.find(({ milliseconds }) => age >= milliseconds);
  const text = step ? `${Math.floor(age / step.milliseconds)} ${step.unit} ago` : "just now";
  return (
    <time dateTime={instant} title={instant.replace("T", " ").replace("Z", " UTC")} className="whitespace-nowrap">
      {text}
    </time>
  );
}
