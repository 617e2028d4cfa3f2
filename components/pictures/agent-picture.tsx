import { Seal } from "@/components/drawings/seal";
import { TIERS, type Tier } from "@/lib/tiers";
import { LIGHT } from "./colours";
import { drawableText } from "./letters";
import { Heading, HUES, MONO, type Origin, SERIF, Sheet } from "./sheet";
import { TierSteps } from "./tier-steps";

interface Facts extends Origin {
  did: string;
  name: string;
  tier: Tier;
  score: number;
  /** The UTC day whose facts the score states. */
  asOf: string;
}

/** An agent by its seal, name and DID, and how it stands. */
export function AgentPicture({ did, name, tier, score, asOf, ...origin }: Facts) {
  return (
    <Sheet {...origin} kind="Agent" foot={`As of ${asOf}, UTC`}>
      <div style={{ display: "flex", alignItems: "center", gap: 52 }}>
        <Seal did={did} size={236} hues={HUES} />
        <div style={{ display: "flex", flexDirection: "column", flex: 1 }}>
          <Heading size={64} lines={2}>
            {drawableText(name, did.split(":").slice(3).join(":"))}
          </Heading>
          <div
            style={{
              display: "block",
              marginTop: 14,
              color: LIGHT["ink-2"],
              fontFamily: MONO,
              fontSize: 26,
              lineClamp: 2,
              wordBreak: "break-all",
            }}
          >
            {did}
          </div>
          <div style={{ display: "flex", alignItems: "center", marginTop: 34, gap: 24 }}>
            <TierSteps tier={tier} height={52} />
            <div style={{ fontFamily: SERIF, fontSize: 60, lineHeight: 1 }}>{tier}</div>
            <div style={{ flex: 1, color: LIGHT["ink-2"] }}>{TIERS[tier].meaning}</div>
            <div style={{ display: "flex", alignItems: "flex-end", gap: 12 }}>
              <div style={{ fontFamily: SERIF, fontSize: 60, lineHeight: 1 }}>{score.toFixed(1)}</div>
              <div style={{ color: LIGHT["ink-2"] }}>of 100</div>
            </div>
          </div>
        </div>
      </div>
    </Sheet>
  );
}
