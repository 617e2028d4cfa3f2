import { z } from "zod";

/** The five trust tiers, lowest first, with their meaning and typical permissions (the contract's table). */
export const TIERS = {
  T0: { meaning: "Registered, unverified", permits: "Read-only, discovery only" },
  T1: { meaning: "Basic verification", permits: "Basic routing" },
  T2: { meaning: "Verified and audited", permits: "Relay, memory queries" },
  T3: { meaning: "Operationally trusted", permits: "Memory write (anchor)" },
  T4: { meaning: "Full trust", permits: "Governance, federated review" },
} as const;

export const Tier = z.enum(["T0", "T1", "T2", "T3", "T4"]).meta({ id: "Tier", description: "Trust tier." });
export type Tier = z.infer<typeof Tier>;

export function tierAtLeast(tier: Tier, needed: Tier): boolean {
  return tier >= needed;
}
