import { AuditQuery, PublicActQuery } from "@/lib/features/council/schema";
import { DirectoryQuery } from "@/lib/features/directory/directory-schema";
import { IncidentQuery } from "@/lib/features/incidents/schema";
import { ReplayQuery } from "@/lib/features/relay/schema";
import { ReleaseFilters } from "@/lib/features/releases/schema";
import { RfcQuery } from "@/lib/features/rfcs/schema";
import type { CacheTag } from "@/lib/http/cache-tags";
import type { PublicPage } from "@/lib/http/public-page";

const namesOf = (query: { shape: object }) => Object.keys(query.shape);

const madeFrom = (...tables: CacheTag[]) => ({
  tags: ["freezes", "incidents", "status_maintenances", "status_now", ...tables] as const,
});
const never = (why: string) => ({ never: why });

/** Every page of the portal, and whether the edge may cache it. `docs/decisions/reads.md` has the rules. */
export const PUBLIC_PAGES: readonly PublicPage[] = [
  {
    path: "/",
    parameters: ["intent"],
    cache: madeFrom(
      "replies",
      "reply_decisions",
      "agents",
      "agent_counts",
      "agent_skills",
      "audits",
      "ledger_entries",
      "ledger_heads",
      "ledger_payloads",
      "relay_counts",
      "relay_usage",
      "rfcs",
      "skill_embeddings",
      "skill_vectors",
      "vector_model",
    ),
  },
  {
    path: "/agents",
    parameters: [...namesOf(DirectoryQuery), "all"],
    cache: madeFrom("agents", "agent_counts", "relay_usage"),
  },
  {
    path: "/agents/{did}",
    cache: madeFrom(
      "agents",
      "agent_liveness",
      "agent_sources",
      "agent_versions",
      "audits",
      "incident_agents",
      "ledger_entries",
      "ledger_payloads",
      "relay_usage",
      "replies",
      "reply_decisions",
      "trust_history",
    ),
  },
  {
    path: "/anchors",
    parameters: ["log", "at", "find", "did", "from", "to", "cursor"],
    cache: madeFrom("ledger_entries", "ledger_heads", "ledger_payloads"),
  },
  { path: "/anchors/{id}", cache: madeFrom("ledger_entries", "ledger_heads", "ledger_nodes") },
  {
    path: "/audits",
    parameters: namesOf(AuditQuery),
    cache: madeFrom("agents", "agent_counts", "audits", "ledger_payloads", "replies", "reply_decisions"),
  },
  { path: "/audits/{id}", cache: madeFrom("agents", "audits", "ledger_payloads", "replies", "reply_decisions") },
  { path: "/changelog", parameters: namesOf(ReleaseFilters), cache: madeFrom() },
  { path: "/changelog/{entry}", cache: madeFrom() },
  { path: "/docs", cache: madeFrom() },
  { path: "/docs/topics", cache: madeFrom() },
  { path: "/docs/{tag}", cache: madeFrom() },
  {
    path: "/council",
    parameters: namesOf(PublicActQuery),
    cache: madeFrom("agents", "ledger_entries", "ledger_heads", "ledger_payloads"),
  },
  {
    path: "/council/acts/{seq}",
    cache: madeFrom("agents", "ledger_entries", "ledger_heads", "ledger_nodes", "ledger_payloads", "signing_keys"),
  },
  { path: "/evidence", cache: never("The page hashes the documents at each request and shows the time.") },
  {
    path: "/incidents",
    parameters: namesOf(IncidentQuery),
    cache: madeFrom("ledger_entries", "ledger_payloads", "replies", "reply_decisions"),
  },
  {
    path: "/incidents/{id}",
    cache: madeFrom("agents", "incident_agents", "incident_events", "incident_exports", "replies", "reply_decisions"),
  },
  { path: "/join", cache: never("Each form contains a new secret.") },
  { path: "/join/status/{secret}", cache: never("The page is private to the applicant.") },
  { path: "/leaderboard", parameters: ["offset"], cache: madeFrom("agents", "agent_counts") },
  {
    path: "/providers/{provider}",
    parameters: ["offset"],
    cache: madeFrom("agents", "agent_counts", "relay_usage"),
  },
  { path: "/log", cache: madeFrom("ledger_heads", "log_cosignatures", "signing_keys", "witnesses") },
  { path: "/relay", cache: never("The page shows the vector store, whose state is in no table.") },
  { path: "/report", cache: never("Each form contains a new secret.") },
  { path: "/report/status/{secret}", cache: never("The page is private to the sender.") },
  { path: "/rfcs", parameters: namesOf(RfcQuery), cache: madeFrom("rfc_reviews", "rfcs") },
  { path: "/rfcs/{number}", cache: madeFrom("agents", "ledger_entries", "ledger_payloads", "rfc_reviews", "rfcs") },
  { path: "/rfcs/{number}/reviews/{review}", cache: madeFrom("agents", "rfc_reviews", "rfcs") },
  { path: "/search", cache: never("The page reads almost every table, and queries rarely repeat.") },
  {
    path: "/status",
    cache: madeFrom(
      ...(["agents", "incident_events", "ledger_entries", "ledger_payloads", "replies", "reply_decisions"] as const),
      ...(["status_days", "status_latencies", "status_outages"] as const),
    ),
  },
  { path: "/traces", parameters: ["id"], cache: madeFrom("relay_events", "relay_traces") },
  { path: "/traces/{trace_id}", parameters: namesOf(ReplayQuery), cache: madeFrom("relay_events", "relay_traces") },
];
