import { registrationParts } from "../registration-parts";
import {
  type AssessedAgent,
  earnedTier,
  isRegistered,
  scoreAgent,
  type TrustFacts,
  tierConditions,
  WEIGHTS,
} from "../rules";
import type { Recomputation } from "../schema";

/** Returns the computation of a score for everyone to repeat. @param asOf the UTC day whose facts these are */
export function viewRecomputation(row: AssessedAgent, facts: TrustFacts, asOf: string, now: Date): Recomputation {
  const registered = isRegistered(row);
  const { score, signals } = scoreAgent(facts, asOf);
  const earned = earnedTier(facts, registered, asOf);
  return {
    did: row.did,
    as_of: asOf,
    facts: {
      registered,
      registered_on: facts.registeredOn,
      ...(facts.listedOn === undefined ? {} : { listed_on: facts.listedOn }),
      ...(facts.memberSince === undefined ? {} : { member_since: facts.memberSince }),
      registration: registrationParts(row),
      key_verified: facts.keyVerified,
      domains: [...facts.domains],
      audits: [...facts.audits],
      incidents: [...facts.incidents],
      granted_tier: row.grantedTier,
    },
    weights: WEIGHTS,
    signals,
    conditions: tierConditions(facts, registered, asOf),
    trust_score: score,
    earned_tier: earned,
    trust_tier: row.grantedTier ?? earned,
    generated_at: now.toISOString(),
  };
}
