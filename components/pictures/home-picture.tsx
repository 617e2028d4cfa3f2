import { Tier } from "@/lib/tiers";
import { LIGHT } from "./colours";
import { Heading, type Origin, SERIF, Sheet } from "./sheet";
import { TierSteps } from "./tier-steps";

const RULE = `2px solid ${LIGHT["rule-total"]}`;

/** The federation by how many agents it has of each tier, and in all. */
export function HomePicture({ agents, asOf, ...origin }: Origin & { agents: Record<Tier, number>; asOf: string }) {
  const total = Tier.options.reduce((sum, tier) => sum + agents[tier], 0);
  return (
    <Sheet {...origin} kind="Register of agents" foot={`As of ${asOf}, UTC`}>
      <Heading size={56} lines={2}>
        Who the agents are, what they are trusted to do, and what has gone wrong.
      </Heading>
      <div style={{ display: "flex", justifyContent: "space-between", alignItems: "flex-end", marginTop: 40 }}>
        {Tier.options.map((tier) => (
          <div key={tier} style={{ display: "flex", flexDirection: "column", gap: 8 }}>
            <TierSteps tier={tier} height={36} />
            <div style={{ color: LIGHT["ink-2"] }}>{tier}</div>
            <div style={{ fontFamily: SERIF, fontSize: 44, lineHeight: 1 }}>{agents[tier].toLocaleString("en")}</div>
          </div>
        ))}
        <div style={{ display: "flex", flexDirection: "column", alignItems: "flex-end", gap: 8 }}>
          <div style={{ color: LIGHT["ink-2"] }}>In the register</div>
          <div style={{ fontFamily: SERIF, fontSize: 60, lineHeight: 1 }}>{total.toLocaleString("en")}</div>
          <div style={{ alignSelf: "stretch", height: 8, borderTop: RULE, borderBottom: RULE }} />
        </div>
      </div>
    </Sheet>
  );
}
