/** What a cached read may be made from: tables, whose changes a trigger `announce_change` announces to every process. */
export const CACHE_TAGS = [
  "agent_counts",
  "agent_skills",
  "agents",
  "audits",
  "freezes",
  "incident_agents",
  "incident_events",
  "incident_exports",
  "incidents",
  "ledger_entries",
  "ledger_heads",
  "ledger_nodes",
  "ledger_payloads",
  "relay_counts",
  "relay_events",
  "relay_traces",
  "rfc_reviews",
  "rfcs",
  "signing_keys",
  "skill_vectors",
  "trust_history",
  "vector_model",
] as const;

export type CacheTag = (typeof CACHE_TAGS)[number];
