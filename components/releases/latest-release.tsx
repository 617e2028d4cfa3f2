import { Cut } from "@/components/drawings/cut";
import type { Release } from "@/lib/releases/schema";
import { ChannelMark } from "./channel-mark";
import { ChangeText } from "./release-entry";

/** The newest change of each kind; a kind's list in the changelog grows at its end. */
function newestOfEach(changes: Release["changes"]): Release["changes"] {
  return [...new Map(changes.map((change) => [change.kind, change])).values()];
}

/** The build that runs, with what changed last. */
export function LatestRelease({ release: { version, channel, date, build_sha, changes } }: { release: Release }) {
  return (
    <div className="mt-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium font-serif text-title-3">{version}</span>
        <ChannelMark channel={channel} />
        <time dateTime={date} className="font-mono text-ink-2 text-xs">
          {date}
        </time>
        <span className="ml-auto inline-flex items-center gap-2 text-xs">
          <span className="text-ink-2">Build</span>
          {build_sha !== "unknown" && <Cut hash={build_sha} />}
          <code className="font-mono">{build_sha.slice(0, 12)}</code>
        </span>
      </p>
      <ul className="mt-2">
        {newestOfEach(changes).map(({ kind, text }) => (
          <li key={text} className="border-hair border-b py-2 [overflow-wrap:anywhere]">
            <span className="text-ink-3">{kind}: </span>
            <ChangeText text={text} />
          </li>
        ))}
      </ul>
    </div>
  );
}
