import type { AgentRow } from "@/lib/database/schema/agents";
import {
  type AssessedAgent,
  domainsOf,
  factsOf,
  isRegistered,
  keyIsProven,
  scoreAgent,
  tierConditions,
} from "@/lib/features/trust/rules";
import { nameOf } from "@/lib/identity/did";
import { checkCard } from "./card-signature";
import type { AgentDetails } from "./details";
import type { Liveness } from "./liveness/schema";
import type { AgentProfile, AgentRecord, Topics } from "./schema";
import { TOPIC_RULE_TEXTS, TOPICS } from "./topics";

/** Returns the part of an agent's row that is not in the contract. */
export function viewDetails(row: Pick<AgentRow, keyof AgentDetails>): AgentDetails {
  const { description, version, homepage, repository, licence, tags, endpoints } = row;
  return { description, version, homepage, repository, licence, tags, endpoints };
}

/** Returns the table by which tags are derived, with its rule. */
export const viewTopics = (): Topics => ({ rule: TOPIC_RULE_TEXTS, topics: TOPICS });

/** Returns an agent's row as everyone sees it. Lists leave `revision` out. */
export function viewAgent(row: AgentRow): AgentRecord {
  return {
    did: row.did,
    name: nameOf(row),
    provider: row.provider,
    role: row.role,
    model: row.model,
    model_given: row.modelGiven,
    zone: row.zone,
    runtime_type: row.runtimeType,
    capabilities: row.capabilities,
    skills: row.skills,
    ...viewDetails(row),
    derived_tags: row.derivedTags,
    capability_manifest: row.capabilityManifest,
    trust_tier: row.trustTier,
    trust_score: row.trustScore,
    status: row.status,
    ...(row.deprecatedAt ? { deprecated_at: row.deprecatedAt.toISOString() } : {}),
    ...(row.successor === null ? {} : { successor: row.successor }),
    last_seen: row.lastSeen.toISOString(),
    registered_at: row.registeredAt.toISOString(),
    updated_at: (row.updatedAt ?? row.registeredAt).toISOString(),
    ...(row.listed
      ? { listed_from: row.listed }
      : { member_since: (row.memberSince ?? row.registeredAt).toISOString() }),
    is_demo: row.isDemo,
    protocols: row.protocols,
    audits_passed: row.auditsPassed,
    incidents_named: row.incidentsNamed,
    key_verified: keyIsProven(row),
    domains: domainsOf(row),
    a2a_guests: row.a2aGuests,
    liveness_checks: row.livenessChecks,
    revision: row.revision,
  };
}

/** The log's entries about an agent's present states and its granted tier. */
export type Notices = Pick<AgentProfile, "suspension" | "withdrawal" | "deprecation" | "tier_grant">;

export interface BesideRow {
  notices: Notices;
  liveness: Liveness;
}

/**
 * Returns the same with the signals of the score, the result of checking its card, and the reason if it is not in use.
 */
export async function viewProfile(row: AssessedAgent, { notices, liveness }: BesideRow): Promise<AgentProfile> {
  return {
    ...viewAgent(row),
    public_key: row.publicKey,
    ...(row.claimProof === null ? {} : { claim_proof: row.claimProof }),
    ...(keyIsProven(row) && row.keyProvenAt ? { key_proven_at: row.keyProvenAt.toISOString() } : {}),
    card_signature: await checkCard(row),
    as_of: row.trustAsOf,
    signals: scoreAgent(factsOf(row), row.trustAsOf).signals,
    conditions: tierConditions(factsOf(row), isRegistered(row), row.trustAsOf),
    tier_granted: row.grantedTier !== null,
    liveness,
    ...notices,
  };
}
