/** The tables that a cached read may depend on. A trigger `announce_change` announces their changes to every process. */
export const CACHE_TAGS = [
  "agent_counts",
  "agent_skills",
  "agent_sources",
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
  "mcp_servers",
  "relay_counts",
  "relay_events",
  "relay_traces",
  "relay_usage",
  "rfc_reviews",
  "rfcs",
  "signing_keys",
  "skill_embeddings",
  "skill_vectors",
  "source_records",
  "sources",
  "status_days",
  "status_now",
  "status_outages",
  "trust_history",
  "vector_model",
] as const;

export type CacheTag = (typeof CACHE_TAGS)[number];

/** The tables that decide whether a record is listed, and from where. See lib/features/agents/service/listings.ts. */
export const LISTING_TABLES = [
  "agent_sources",
  "agents",
  "audits",
  "mcp_servers",
  "source_records",
  "sources",
] as const satisfies readonly CacheTag[];
