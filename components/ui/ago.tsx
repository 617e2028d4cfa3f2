// How long ago something was changes without a write, so the browser says it (`components/behaviours/ages.ts`). Without
// JavaScript only the instant is shown. All instants are ISO 8601.

interface InstantProps {
  instant: string;
}

/** An instant to the second, in UTC, and how long ago that was. */
export function When({ instant }: InstantProps) {
  return (
    <>
      {instant.slice(0, 19).replace("T", " ")} UTC
      <Age instant={instant} after=", " />
    </>
  );
}

/** The same on two lines, for the narrow column of a list: how long ago, and the instant to the minute, in UTC. */
export function WhenBelow({ instant }: InstantProps) {
  return (
    <>
      <span className="block min-h-[1lh]">
        <Age instant={instant} />
      </span>
      <span className="block whitespace-nowrap">{instant.slice(0, 16).replace("T", " ")} UTC</span>
    </>
  );
}

/** How long ago an instant was; without JavaScript its day. The instant itself is in the title. */
export function Ago({ instant }: InstantProps) {
  const title = instant.replace("T", " ").replace("Z", " UTC");
  return <Age instant={instant} title={title} meanwhile={instant.slice(0, 10)} />;
}

interface AgeProps extends InstantProps {
  /** What stands before it. */
  after?: string;
  /** What is there until the browser has said it. */
  meanwhile?: string;
  title?: string;
}

function Age({ instant, after = "", meanwhile = "", title }: AgeProps) {
  return (
    <time dateTime={instant} title={title} data-age={after} suppressHydrationWarning className="whitespace-nowrap">
      {meanwhile}
    </time>
  );
}
