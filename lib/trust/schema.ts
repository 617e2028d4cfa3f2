import { z } from "zod";
import { pageFields, pageQuery } from "@/lib/http/page";
import { KeyPurpose } from "@/lib/key-purpose";
import { StandingReason } from "@/lib/standing-reason";
import { Tier } from "@/lib/tiers";

export const SignalName = z.enum(["registration", "verified_key", "verified_domain", "audits", "tenure", "incidents"]);
export type SignalName = z.infer<typeof SignalName>;

/** One addend of a trust score. */
export const Signal = z
  .object({
    name: SignalName,
    maximum: z.number().meta({ description: "Most that this signal can add; for incidents, 0." }),
    contribution: z.number().meta({ description: "What it adds. The score is the sum, held between 0 and 100." }),
    explanation: z.string(),
  })
  .meta({ id: "Signal" });
export type Signal = z.infer<typeof Signal>;

/** One condition of an earned tier. */
export const TierCondition = z
  .object({ tier: Tier, condition: z.string(), held: z.boolean() })
  .meta({ id: "TierCondition" });
export type TierCondition = z.infer<typeof TierCondition>;

/** `did` is any string here: one that is no DID is simply not found. */
export const VerifyTrust = z.object({ did: z.string().min(1) });
export type VerifyTrust = z.infer<typeof VerifyTrust>;

export const Credential = z.string().meta({
  description:
    "The standing as a Verifiable Credential (W3C, 2.0): a compact JWS whose `typ` is `vc+jwt` and whose `kid` is a DID URL of /.well-known/did.json. Valid for 15 minutes. Only active agents have one, and only where the service has a public address.",
});

export const TrustStatement = z
  .object({
    did: z.string(),
    trust_tier: Tier,
    trust_score: z.number(),
    status: z.string(),
    verified: z.boolean().meta({
      description: "Whether the agent is active and of tier T1 or above. That it controls its key is `key_verified`.",
    }),
    key_verified: z.boolean().meta({ description: "Whether it proved to control the key that it has enrolled." }),
    signals: z.array(Signal),
    as_of: z.iso.date().meta({ description: "The UTC day whose facts the score states." }),
    expires_at: z.iso.datetime(),
    jws: z.string().meta({
      description:
        "The same statement as a compact JWS: `typ` is `trust+jwt`, `alg` EdDSA, and the key has the purpose `statement` at /.well-known/jwks.json.",
    }),
    credential: Credential.optional(),
  })
  .meta({ id: "TrustStatement" });
export type TrustStatement = z.infer<typeof TrustStatement>;

export const PublishedKey = z
  .object({
    kty: z.literal("OKP"),
    crv: z.literal("Ed25519"),
    x: z.string(),
    kid: z.string().meta({ description: "The key's thumbprint (RFC 7638)." }),
    alg: z.literal("EdDSA"),
    use: z.literal("sig"),
    purposes: z.array(KeyPurpose).meta({
      description:
        "What the key signs: `log` checkpoints, `statement` statements and credentials. A signature counts for these alone.",
    }),
  })
  .meta({ id: "PublishedKey" });
export type PublishedKey = z.infer<typeof PublishedKey>;

export const KeySet = z
  .object({ keys: z.array(PublishedKey) })
  .meta({ id: "KeySet", description: "JSON Web Key Set (RFC 7517)." });
export type KeySet = z.infer<typeof KeySet>;

export const RecomputeQuery = z.object({
  as_of: z.string().optional().meta({
    format: "date",
    description:
      "A UTC day, YYYY-MM-DD, from the agent's registration to a year from now; else that of the stored score.",
  }),
});
export type RecomputeQuery = z.infer<typeof RecomputeQuery>;

/** Everything that a score and a tier are made from, and what they come to. */
export const Recomputation = z
  .object({
    did: z.string(),
    as_of: z.iso.date(),
    facts: z.object({
      registered: z.boolean().meta({ description: "False where the agent has only joined." }),
      registered_on: z.iso.date(),
      registration: z
        .object({ present: z.array(z.string()), missing: z.array(z.string()) })
        .meta({ description: "The parts of a full registration." }),
      key_verified: z.boolean(),
      domains: z.array(z.string()).meta({ description: "The hosts that it proved to control, in punycode." }),
      audits: z
        .array(
          z.object({
            verdict: z.enum(["pass", "fail"]),
            day: z.iso.date(),
            auditor: z.string(),
            organisation: z.string().optional(),
          }),
        )
        .meta({ description: "The completed ones, oldest first. Those of one organisation are by one auditor." }),
      incidents: z
        .array(z.object({ severity: z.enum(["LOW", "MAJOR", "CRITICAL"]), day: z.iso.date(), id: z.int().optional() }))
        .meta({ description: "Those that weigh on it, each to be read at /api/incident/{id}." }),
      granted_tier: Tier.nullable().meta({ description: "What an operator granted; null: the tier is earned." }),
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

/** Any string: one that is no DID is simply not found. */
export const TrustParams = z.object({ did: z.string() });

export const TrustHistoryQuery = z.object(pageQuery({ defaultLimit: 100, maximumLimit: 500 }));
export type TrustHistoryQuery = z.infer<typeof TrustHistoryQuery>;

/** How an agent stood from a moment on, until the next change. */
export const TrustChange = z
  .object({
    at: z.iso.datetime(),
    as_of: z.iso.date().meta({ description: "The UTC day whose facts the score states." }),
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

/** The tables that signed statements of standing are made from. */
export const STATEMENT_TABLES = ["agents", "audits", "incident_agents", "incidents", "signing_keys"] as const;
