// The age of an instant changes without a write, so the browser updates it (`components/behaviours/ages.ts`). The
// instant is in the title. Without JavaScript the page shows the instant itself. All instants are ISO 8601.

interface InstantProps {
  instant: string;
}

/** Shows the age of an instant. Without JavaScript it is the instant to the minute, in UTC. */
export function RelativeTime({ instant }: InstantProps) {
  return <Age instant={instant} meanwhile={`${instant.slice(0, 16).replace("T", " ")} UTC`} />;
}

/** Shows the age in a narrow column. Without JavaScript it is the day. */
export function ShortRelativeTime({ instant }: InstantProps) {
  return <Age instant={instant} meanwhile={instant.slice(0, 10)} />;
}

const titleOf = (instant: string) => `${instant.slice(0, 19).replace("T", " ")} UTC`;

const SHORT = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});

/** Shows an instant to the minute without its year, such as `24 Nov, 03:34`, for a column with UTC in its head. */
export function ShortTime({ instant }: InstantProps) {
  return (
    <time dateTime={instant} title={titleOf(instant)}>
      {SHORT.format(new Date(instant))}
    </time>
  );
}

/** @param meanwhile shown until the browser has set the age */
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
