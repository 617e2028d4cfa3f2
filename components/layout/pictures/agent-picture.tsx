import { Identicon } from "@/components/marks/identicon";
import { type Listing, listedTexts } from "@/lib/features/agents/listing";
import { TIERS, Tier } from "@/lib/identity/tiers";
import { LIGHT } from "./colours";
import { drawableText } from "./glyphs";
import { Heading, HUES, type PictureOrigin, SERIF, Sheet } from "./page-picture";

interface Facts {
  did: string;
  name: string;
  tier: Tier;
  score: number;
  /** The UTC day of the score. */
  asOf: string;
  /** Present if the record is no member. */
  listing?: Listing | undefined;
}

/** Draws an agent by its seal, name, DID, tier and score. */
export function AgentPicture({ did, name, tier, score, asOf, listing, ...origin }: Facts & PictureOrigin) {
  return (
    <Sheet {...origin} kind="Agent" foot={`As of ${asOf}, UTC`}>
      <div style={{ display: "flex", alignItems: "center", gap: 52 }}>
        <Identicon did={did} size={236} hues={HUES} />
        <div style={{ display: "flex", flexDirection: "column", flex: 1 }}>
          <Heading size={64} lines={2}>
            {drawableText(name, did.split(":").slice(3).join(":"))}
          </Heading>
          <div
            style={{
              display: "block",
              marginTop: 14,
              color: LIGHT["ink-2"],
              fontSize: 26,
              lineClamp: 2,
              wordBreak: "break-all",
            }}
          >
            {did}
          </div>
          {listing ? <Listed listing={listing} /> : <Standing tier={tier} score={score} />}
        </div>
      </div>
    </Sheet>
  );
}

function Standing({ tier, score }: Pick<Facts, "tier" | "score">) {
  return (
    <div style={{ display: "flex", alignItems: "center", marginTop: 34, gap: 24 }}>
      <TierSteps tier={tier} height={52} />
      <div style={{ fontFamily: SERIF, fontSize: 60, lineHeight: 1 }}>{tier}</div>
      <div style={{ flex: 1, color: LIGHT["ink-2"] }}>{TIERS[tier].meaning}</div>
      <div style={{ display: "flex", alignItems: "flex-end", gap: 12 }}>
        <div style={{ fontFamily: SERIF, fontSize: 60, lineHeight: 1 }}>{score.toFixed(1)}</div>
        <div style={{ color: LIGHT["ink-2"] }}>of 100</div>
      </div>
    </div>
  );
}

/** Says where a record that nobody has claimed is from, in place of a standing. */
function Listed({ listing: { from, since } }: { listing: Listing }) {
  return (
    <div style={{ display: "flex", flexDirection: "column", marginTop: 30, gap: 12 }}>
      <div style={{ fontFamily: SERIF, fontSize: 44, lineHeight: 1.1 }}>{listedTexts.notMember}</div>
      <div style={{ color: LIGHT["ink-2"], wordBreak: "break-word" }}>{listedTexts.fromAndClaim(from.name, since)}</div>
    </div>
  );
}

/**
 * Draws a step for each tier, filled up to the given one, as next to a tier's name on every page. @param height pixels
 */
function TierSteps({ tier, height }: { tier: Tier; height: number }) {
  const fill = LIGHT[`tier-${Number(tier.slice(1)) as 0 | 1 | 2 | 3 | 4}`];
  return (
    <svg aria-hidden width={height * 2.375} height={height} viewBox="0 0 38 16">
      {Tier.options.map((step, index) => (
        <rect
          key={step}
          x={index * 8 + 0.5}
          y={12.5 - index * 3}
          width="5"
          height={3 + index * 3}
          fill={step <= tier ? fill : "none"}
          stroke={step <= tier ? LIGHT["tier-edge"] : LIGHT["rule-hair"]}
        />
      ))}
    </svg>
  );
}
