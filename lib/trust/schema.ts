import { z } from "zod";
import { Tier } from "@/lib/tiers";

export const SignalName = z.enum(["registration", "verified_key", "audits", "tenure", "incidents"]);
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

export const TrustStatement = z
  .object({
    did: z.string(),
    trust_tier: Tier,
    trust_score: z.number(),
    status: z.string(),
    verified: z.boolean().meta({ description: "Whether the agent is active and of tier T1 or above." }),
    signals: z.array(Signal),
    as_of: z.iso.date().meta({ description: "The UTC day whose facts the score states." }),
    expires_at: z.iso.datetime(),
    jws: z
      .string()
      .meta({ description: "The same statement as a compact JWS, EdDSA; keys at /.well-known/jwks.json." }),
  })
  .meta({ id: "TrustStatement" });
export type TrustStatement = z.infer<typeof TrustStatement>;

export const KeySet = z
  .object({
    keys: z.array(
      z.object({ kty: z.string(), crv: z.string(), x: z.string(), kid: z.string(), alg: z.string(), use: z.string() }),
    ),
  })
  .meta({ id: "KeySet", description: "JSON Web Key Set (RFC 7517)." });
export type KeySet = z.infer<typeof KeySet>;
