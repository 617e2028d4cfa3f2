import type { AgentRow } from "@/lib/database/schema/agents";
import { partsOfDid } from "@/lib/identity/did";
import { organisationKey } from "@/lib/identity/organisation";

/** Returns a row of the agents table, with simple values for fields that do not matter to a test. */
export function agentRow(row: Partial<AgentRow> & { did: string }): AgentRow {
  const now = new Date();
  return {
    ...partsOfDid(row.did),
    provider: "",
    providerKey: organisationKey(row.provider ?? ""),
    role: "",
    model: "",
    modelGiven: Boolean(row.model),
    runtimeType: "",
    capabilities: [],
    skills: [],
    description: "",
    version: "",
    homepage: "",
    repository: "",
    licence: "",
    tags: [],
    protocols: [],
    endpoints: [],
    capabilityManifest: {},
    publicKey: "",
    provenKey: "",
    keyProvenAt: null,
    domains: [],
    status: "active",
    withdrawnAt: null,
    deprecatedAt: null,
    successor: null,
    trustTier: "T1",
    grantedTier: null,
    trustScore: 0,
    trustAsOf: now.toISOString().slice(0, 10),
    assessedAt: now,
    assessedBecause: { kind: "recorded" },
    auditsPassed: 0,
    incidentsNamed: 0,
    a2aGuests: false,
    isDemo: false,
    ownerKind: row.organisation ? "organisation" : "operator",
    revision: 1,
    organisation: null,
    registeredAt: now,
    lastSeen: now,
    ...row,
  };
}
