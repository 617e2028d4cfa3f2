import type { AgentProfile } from "@/lib/features/agents/schema";
import type { SignalName } from "@/lib/features/trust/schema";
import { ScoreWaterfall } from "./score-waterfall";
import { TierLadder, TierPermits } from "./tier-ladder";
import { SCORE_PLACE } from "./trust-box";

const SHORT: Record<SignalName, string> = {
  registration: "registration",
  verified_key: "key",
  verified_domain: "domain",
  audits: "audits",
  tenure: "tenure",
  incidents: "incidents",
};
const THRESHOLDS = [40, 60];
const GAP = 0.3;

interface ScoreDetailsProps {
  agent: AgentProfile;
  /** Whether the record is no member. Then its tier permits nobody anything. */
  isListed: boolean;
  /** Addresses of the facts and of the profile, as JSON. */
  facts: string;
  jsonPath: string;
}

/**
 * Shows the score as a bar and a sum. Unfolded it shows every signal, the conditions of the tiers, and how to recompute
 * the score.
 */
export function ScoreDetails({ agent, isListed, facts, jsonPath }: ScoreDetailsProps) {
  return (
    <details className="group mt-9 border-total border-t">
      <summary className="grid min-h-12 list-none grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-hair border-b py-3 [&::-webkit-details-marker]:hidden">
        <h2 className="text-title-3">How the score adds up</h2>
        <span className="text-accent text-sm underline underline-offset-4">
          <span className="group-open:hidden">Show each signal</span>
          <span className="hidden group-open:inline">Hide</span>
        </span>
        <ScoreBar agent={agent} />
        <span className="col-span-2 text-ink-2 text-sm tabular-nums">
          <Sum agent={agent} /> <span className="text-ink-3">The lines mark where T2 and T3 begin.</span>
        </span>
      </summary>
      <div id={SCORE_PLACE} className="scroll-mt-40 pt-2">
        <ScoreWaterfall signals={agent.signals} score={agent.trust_score} />
        <p className="mt-3 max-w-[72ch] text-ink-3 text-xs">
          As of {agent.as_of}, UTC. A dashed box is what a signal could still add. Every line is a public fact. You get
          the same number from <a href={facts}>the facts as JSON</a> with <a href="/evidence/recompute.mjs">a script</a>
          . There is also <a href={jsonPath}>the record as JSON</a>.
        </p>
        {!isListed && <Tiers agent={agent} />}
      </div>
    </details>
  );
}

function Tiers({ agent }: Pick<ScoreDetailsProps, "agent">) {
  return (
    <div className="mt-6 grid gap-x-10 gap-y-6 md:grid-cols-2">
      <div>
        <h3 className="border-rule border-b pb-1.5 text-md">{`Why ${agent.trust_tier}`}</h3>
        <TierLadder tier={agent.trust_tier} granted={agent.tier_granted} conditions={agent.conditions} />
      </div>
      {!agent.suspension && (
        <div>
          <h3 className="border-rule border-b pb-1.5 text-md">{`What ${agent.trust_tier} may do`}</h3>
          <TierPermits tier={agent.trust_tier} />
        </div>
      )}
    </div>
  );
}

function ScoreBar({ agent: { signals, trust_score: score } }: Pick<ScoreDetailsProps, "agent">) {
  let reached = 0;
  const parts = signals.flatMap(({ name, contribution }) => {
    const from = reached;
    reached = Math.min(score, reached + Math.max(0, contribution));
    return reached > from ? [{ name, from, width: Math.max(GAP, reached - from - GAP) }] : [];
  });
  return (
    <svg aria-hidden className="col-span-2 block h-5.5 w-full">
      <rect y="4" width="100%" height="14" className="fill-hair" />
      {parts.map(({ name, from, width }) => (
        <rect key={name} x={`${from}%`} y="4" width={`${width}%`} height="14" className="fill-tier-3" />
      ))}
      {THRESHOLDS.map((threshold) => (
        <rect key={threshold} x={`${threshold}%`} width="2" height="22" className="fill-ink" />
      ))}
    </svg>
  );
}

function Sum({ agent: { signals, trust_score: score } }: Pick<ScoreDetailsProps, "agent">) {
  const added = signals.filter(({ contribution }) => contribution !== 0);
  const sum = added.reduce((total, { contribution }) => total + contribution, 0);
  return (
    <>
      {added.map(({ name, contribution }, index) => (
        <span key={name}>
          {contribution < 0 ? "− " : index > 0 && "+ "}
          {Math.abs(contribution).toFixed(1)} {SHORT[name]}{" "}
        </span>
      ))}
      {sum < 0 && "is below 0, so the score is "}
      {sum >= 0 && (added.length > 0 ? "= " : "No signal adds points yet: ")}
      <b>{score.toFixed(1)}</b>.
    </>
  );
}
