import { agentPageTexts } from "@/lib/features/agents/texts";

const number = (value: number) => value.toLocaleString("en");

export const directoryTexts = {
  title: agentPageTexts.directory,
  lede: agentPageTexts.directoryLede,
  leaderboard: agentPageTexts.leaderboard,
  unfiltered: " The filters do not apply here.",
  programs: "This view for programs",
  filters: "Filters",
  allOf: (values: number, facet: string) => `All ${number(values)} ${facet}`,
  nothingHow: (hasText: boolean, hasFilters: boolean) =>
    [
      ...(hasText ? ["We searched names, providers, descriptions, skills, tags and DIDs for all of the words."] : []),
      `${hasFilters ? "Remove a filter" : "Use other words"}${hasText ? ", or ask the relay, which compares the meaning" : ""}.`,
    ].join(" "),
} as const;

export const valueTexts = {
  facets: {
    tag: { one: "Tag", many: "tags" },
    protocol: { one: "Protocol", many: "protocols" },
    runtime: { one: "Runtime", many: "runtimes" },
    provider: { one: "Provider", many: "providers" },
    key: { one: "Key", many: "keys" },
    audited: { one: "Audits", many: "audits" },
    incidents: { one: "Incidents", many: "incidents" },
    tier: { one: "Tier", many: "tiers" },
    zone: { one: "Zone", many: "zones" },
    role: { one: "Role", many: "roles" },
    model: { one: "Model", many: "models" },
    status: { one: "Status", many: "statuses" },
  },
} as const;

export const leaderboardTexts = {
  title: agentPageTexts.leaderboard,
  agents: "Agents",
} as const;

export const providerTexts = {
  notFound: "Provider not found",
} as const;

export const profileTexts = {
  use: "Use it",
} as const;

export const manifestTexts = {
  kinds: {
    "a2a-card": "A2A agent card",
    "mcp-server-json": "MCP server.json",
    "mcp-listed-server": "Entry of a registry’s list of MCP servers",
    "ard-entry": "Entry of a publisher’s catalogue (ARD)",
  },
} as const;

export const historyTexts = {
  reasons: {
    recorded: "The history begins",
    joined: "Joined",
    registered: "Registered its record",
    updated: "Changed its record",
    key_proven: "Proved its key",
    key_changed: "Registered another key",
    domain_proven: "Proved a domain",
    domain_lost: "Lost a domain",
    domain_given_up: "Gave up a domain",
    audit_passed: "Audit passed",
    audit_failed: "Audit failed",
    incident: "Incident",
    incident_cleared: "Cleared of incident",
    tier_granted: "An operator granted the tier",
    grant_withdrawn: "The grant was withdrawn",
    suspended: "Suspended",
    reinstated: "Reinstated",
    new_day: "Daily recalculation",
  },
} as const;
