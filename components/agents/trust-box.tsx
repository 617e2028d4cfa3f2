import { TierMark } from "@/components/marks/agent-marks";
import { LogPlace } from "@/components/marks/log-place";
import type { AgentProfile } from "@/lib/features/agents/schema";
import { TIERS, Tier } from "@/lib/identity/tiers";
import { Check } from "./tier-ladder";

/** The id of the full explanation (`ScoreDetails`). */
export const SCORE_PLACE = "score";

export function TrustBox({ agent }: { agent: AgentProfile }) {
  const { trust_tier: tier, trust_score: score, tier_granted: isGranted, suspension } = agent;
  const next = Tier.options[Tier.options.indexOf(tier) + 1];
  const conditionsOf = (step: Tier | undefined) => agent.conditions.filter((condition) => condition.tier === step);
  const missing = isGranted ? [] : conditionsOf(next).filter(({ held }) => !held);
  return (
    <section
      aria-labelledby="trust"
      className="border-accent border-t-3 border-b border-b-hair bg-raised px-4.5 py-3.5"
    >
      <h2 id="trust" className="font-sans font-semibold text-sm">
        Trust
      </h2>
      <p className="flex items-end justify-between gap-4">
        <span className="font-serif text-[3rem] leading-none tabular-nums">
          {score.toFixed(1)}
          <span className="sr-only">{" of 100"}</span>
        </span>
        <TierMark tier={tier} />
      </p>
      <p className="mt-2 text-ink-2 text-sm">
        {suspension
          ? `${tier}, but suspended: do not rely on it.`
          : `${tier}: ${TIERS[tier].meaning.toLowerCase()}. ${isGranted ? "Granted, not earned." : "Earned, not granted."}`}
      </p>
      {agent.tier_grant && (
        <p className="mt-2 text-sm [overflow-wrap:anywhere]">
          An operator granted {tier} on {agent.tier_grant.since.slice(0, 10)}: <bdi>“{agent.tier_grant.reason}”</bdi>{" "}
          <LogPlace seq={agent.tier_grant.seq} />
        </p>
      )}
      {!suspension && (
        <ul className="mt-2.5 border-hair border-t pt-1.5 text-sm">
          {conditionsOf(tier).map(({ condition, held }) => (
            <Check key={condition} held={held} words={condition} />
          ))}
          {missing.map(({ condition }) => (
            <Check key={condition} held={false} words={`${condition}, for ${next}`} />
          ))}
        </ul>
      )}
      <p className="mt-1 text-sm">
        <a href={`#${SCORE_PLACE}`} className="inline-flex min-h-11 items-center md:min-h-0">
          See how the score adds up
        </a>
      </p>
    </section>
  );
}
