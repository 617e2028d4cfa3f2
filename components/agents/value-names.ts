import type { Agent } from "@/lib/features/agents/schema";
import type { Dimension } from "@/lib/features/directory/directory-schema";
import { ownValue } from "@/lib/foundation/own-values";

/** The directory's facets, in their order on the page. */
export const FACET_TITLES: Record<Dimension, { one: string; many: string }> = {
  tag: { one: "Tag", many: "tags" },
  protocol: { one: "Protocol", many: "protocols" },
  runtime: { one: "Runtime", many: "runtimes" },
  licence: { one: "Licence", many: "licences" },
  source: { one: "Listed from", many: "lists" },
  provider: { one: "Provider", many: "providers" },
  key: { one: "Key", many: "keys" },
  audited: { one: "Audits", many: "audits" },
  incidents: { one: "Incidents", many: "incidents" },
  tier: { one: "Tier", many: "tiers" },
  zone: { one: "Zone", many: "zones" },
  role: { one: "Role", many: "roles" },
  model: { one: "Model", many: "models" },
  status: { one: "Status", many: "statuses" },
  membership: { one: "Membership", many: "memberships" },
};

export const PROTOCOLS: Record<Agent["protocols"][number], { name: string; title: string }> = {
  a2a: { name: "A2A", title: "Agent2Agent protocol" },
  mcp: { name: "MCP", title: "Model Context Protocol" },
  http: { name: "HTTP", title: "The agent’s own HTTP API" },
};

const RUNTIME_NAMES: Record<string, string> = {
  node: "Node.js",
  python: "Python",
  container: "Container",
  dotnet: ".NET",
};

/** Returns the usual spelling of a runtime, or the agent's own if it is unknown. */
export const runtimeName = (runtime: string) => ownValue(RUNTIME_NAMES, runtime) ?? runtime;

export function valueName(dimension: Dimension, value: string): string {
  if (dimension === "protocol") return ownValue(PROTOCOLS, value)?.name ?? value;
  if (dimension === "runtime") return runtimeName(value);
  if (dimension === "key") return "Key verified";
  if (dimension === "audited") return "Audited";
  if (dimension === "incidents") return "Without incidents";
  if (dimension === "membership") return value === "listed" ? "Listed, not a member" : "Member";
  return value;
}
