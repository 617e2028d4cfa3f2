import { z } from "zod";
import { ListedFrom } from "@/lib/http/listed-from";
import { pageFields, pageQuery } from "@/lib/http/page";
import { AgentStatus } from "@/lib/identity/agent-status";
import { StandingReason } from "@/lib/identity/standing-reason";
import { Tier } from "@/lib/identity/tiers";

export const SignalName = z.enum(["registration", "verified_key", "verified_domain", "audits", "tenure", "incidents"]);
export type SignalName = z.infer<typeof SignalName>;

/** One part of the sum of a trust score. */
export const Signal = z
  .object({
    name: SignalName,
    maximum: z.number().meta({ description: "The maximum that this signal can add; 0 for incidents." }),
    contribution: z
      .number()
      .meta({ description: "The points that it adds. The score is the sum, limited to 0 to 100." }),
    explanation: z.string(),
  })
  .meta({ id: "Signal" });
export type Signal = z.infer<typeof Signal>;

export const TierCondition = z
  .object({ tier: Tier, condition: z.string(), held: z.boolean() })
  .meta({ id: "TierCondition" });
export type TierCondition = z.infer<typeof TierCondition>;

/** `did` may be any string. A string that is not a DID is not found. */
export const VerifyTrust = z.object({ did: z.string().min(1) });
export type VerifyTrust = z.infer<typeof VerifyTrust>;

export const Credential = z.string().meta({
  description:
    "The standing as a Verifiable Credential (W3C, 2.0): a compact JWS with `typ` `vc+jwt`, whose `kid` is a DID URL of /.well-known/did.json. Valid for 15 minutes. Only active agents have one, and only if the service has a public address.",
});

export const TrustStatement = z
  .object({
    did: z.string(),
    trust_tier: Tier,
    trust_score: z.number(),
    status: AgentStatus,
    verified: z.boolean().meta({
      description:
        "Whether the agent is active and of tier T1 or above. It does not say whether the agent controls its key; `key_verified` does.",
    }),
    reason: z.string().optional().meta({ description: "Why it is not verified. Absent if it is." }),
    listed_from: ListedFrom.optional(),
    key_verified: z.boolean().meta({ description: "Whether the agent proved control of its enrolled key." }),
    signals: z.array(Signal),
    as_of: z.iso.date().meta({ description: "The UTC day for which the score was computed." }),
    expires_at: z.iso.datetime(),
    jws: z.string().meta({
      description:
        "The same statement as a compact JWS: `typ` is `trust+jwt`, `alg` is EdDSA, and the key has the purpose `statement` at /.well-known/jwks.json.",
    }),
    credential: Credential.optional(),
  })
  .meta({ id: "TrustStatement" });
export type TrustStatement = z.infer<typeof TrustStatement>;

export const RecomputeQuery = z.object({
  as_of: z.string().optional().meta({
    format: "date",
    description:
      "A UTC day, YYYY-MM-DD, from the agent's registration to a year from now. If absent, the day of the stored score.",
  }),
});
export type RecomputeQuery = z.infer<typeof RecomputeQuery>;

/** All inputs of a score and a tier, and the results. */
export const Recomputation = z
  .object({
    did: z.string(),
    as_of: z.iso.date(),
    facts: z.object({
      registered: z
        .boolean()
        .meta({ description: "false if the agent has only joined. A listed record is a copy of a registration." }),
      registered_on: z.iso.date(),
      listed_on: z.iso.date().optional().meta({
        description:
          "The first day on which it counted as a listed record, which gets no points for its content or for time; absent if it never was one.",
      }),
      member_since: z.iso.date().optional().meta({
        description: "The day on which the listed record became a member. Its tenure counts from it.",
      }),
      registration: z
        .object({ present: z.array(z.string()), missing: z.array(z.string()) })
        .meta({ description: "The parts of a full registration." }),
      key_verified: z.boolean(),
      domains: z.array(z.string()).meta({ description: "The hosts whose control it proved, in punycode." }),
      audits: z
        .array(
          z.object({
            verdict: z.enum(["pass", "fail"]),
            day: z.iso.date(),
            auditor: z.string(),
            organisation: z.string().optional(),
          }),
        )
        .meta({ description: "The completed audits, oldest first. All agents of one organisation are one auditor." }),
      incidents: z
        .array(z.object({ severity: z.enum(["LOW", "MAJOR", "CRITICAL"]), day: z.iso.date(), id: z.int().optional() }))
        .meta({ description: "The incidents that count against the agent. Read each at /api/incident/{id}." }),
      granted_tier: Tier.nullable().meta({
        description: "The tier that an operator granted; null if the tier is earned.",
      }),
    }),
    weights: z.record(z.string(), z.record(z.string(), z.number())).meta({
      description: "As in /evidence/trust-weights.json, in tenths of a point.",
    }),
    signals: z.array(Signal),
    conditions: z.array(TierCondition),
    trust_score: z.number(),
    earned_tier: Tier,
    trust_tier: Tier,
    generated_at: z.iso.datetime(),
  })
  .meta({ id: "Recomputation" });
export type Recomputation = z.infer<typeof Recomputation>;

/** Any string. A string that is not a DID is not found. */
export const TrustParams = z.object({ did: z.string() });

export const TrustHistoryQuery = z.object(pageQuery({ defaultLimit: 100, maximumLimit: 500 }));
export type TrustHistoryQuery = z.infer<typeof TrustHistoryQuery>;

/** An agent's standing from a time until the next change. */
export const TrustChange = z
  .object({
    at: z.iso.datetime(),
    as_of: z.iso.date().meta({ description: "The UTC day for which the score was computed." }),
    trust_score: z.number(),
    trust_tier: Tier,
    reason: StandingReason,
  })
  .meta({ id: "TrustChange" });
export type TrustChange = z.infer<typeof TrustChange>;

export const TrustHistory = z
  .object({
    did: z.string(),
    changes: z.array(TrustChange),
    ...pageFields,
    generated_at: z.iso.datetime(),
  })
  .meta({ id: "TrustHistory" });
export type TrustHistory = z.infer<typeof TrustHistory>;

export const STATEMENT_TABLES = [
  "agents",
  "audits",
  "incident_agents",
  "incidents",
  "reply_decisions",
  "signing_keys",
] as const;
