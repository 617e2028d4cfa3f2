import type { Channel } from "@/lib/releases/schema";
import { LIGHT } from "./colours";
import { Heading, type Origin, SERIF, Sheet } from "./sheet";

interface Facts extends Origin {
  version: string;
  channel: Channel;
  /** UTC day. */
  date: string;
  /** How many changes of each kind it has. */
  counts: [kind: string, changes: number][];
}

/** The changelog by the build that runs, and how much changed in it. */
export function ChangelogPicture({ version, channel, date, counts, ...origin }: Facts) {
  return (
    <Sheet {...origin} kind="Changelog" foot={`${date}, UTC`}>
      <Heading size={64} lines={1}>
        What changed, release by release
      </Heading>
      <div style={{ display: "flex", alignItems: "center", gap: 28, marginTop: 28, fontFamily: SERIF, fontSize: 52 }}>
        <div>{version}</div>
        <div
          style={{
            padding: "0 18px 4px",
            border: `2px ${channel === "dev" ? "dashed" : "solid"} ${LIGHT.rule}`,
            color: LIGHT["ink-2"],
            fontSize: 36,
          }}
        >
          {channel}
        </div>
      </div>
      <div style={{ display: "flex", gap: 40, marginTop: 32, color: LIGHT["ink-2"], fontSize: 30 }}>
        {counts.map(([kind, changes]) => (
          <div key={kind} style={{ display: "flex", gap: 12 }}>
            <div style={{ color: LIGHT.ink }}>{String(changes)}</div>
            <div>{kind.toLowerCase()}</div>
          </div>
        ))}
      </div>
    </Sheet>
  );
}
