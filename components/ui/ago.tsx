// How long ago something was changes without a write, so the browser says it (`components/behaviours/ages.ts`). The instant
// is in the title. Without JavaScript the page shows the instant itself. All instants are ISO 8601.

interface InstantProps {
  instant: string;
}

/** How long ago an instant was; without JavaScript the instant to the minute, in UTC. */
export function When({ instant }: InstantProps) {
  return <Age instant={instant} meanwhile={`${instant.slice(0, 16).replace("T", " ")} UTC`} />;
}

/** The same for a narrow column: without JavaScript only the day. */
export function Ago({ instant }: InstantProps) {
  return <Age instant={instant} meanwhile={instant.slice(0, 10)} />;
}

/** An instant to the second. */
const titleOf = (instant: string) => `${instant.slice(0, 19).replace("T", " ")} UTC`;

const SHORT = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  ...{ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
});

/** An instant to the minute without its year, such as `24 Nov, 03:34`, for a column whose head says UTC. */
export function ShortTime({ instant }: InstantProps) {
  return (
    <time dateTime={instant} title={titleOf(instant)}>
      {SHORT.format(new Date(instant))}
    </time>
  );
}

/** @param meanwhile what is there until the browser has said it */
function Age({ instant, meanwhile }: InstantProps & { meanwhile: string }) {
  return (
    <time
      dateTime={instant}
      title={titleOf(instant)}
      data-age=""
      suppressHydrationWarning
      className="whitespace-nowrap"
    >
      {meanwhile}
    </time>
  );
}
