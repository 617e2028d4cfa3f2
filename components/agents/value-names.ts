import type { Agent, Dimension } from "@/lib/agents/schema";

/** The directory's facets, in the order in which a page has them. */
export const FACET_TITLES: Record<Dimension, { one: string; many: string }> = {
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
};

export const PROTOCOLS: Record<Agent["protocols"][number], { name: string; title: string }> = {
  a2a: { name: "A2A", title: "Agent2Agent protocol" },
  mcp: { name: "MCP", title: "Model Context Protocol" },
  http: { name: "HTTP", title: "An HTTP API of its own" },
};

const RUNTIME_NAMES: Record<string, string> = {
  node: "Node.js",
  python: "Python",
  container: "Container",
  dotnet: ".NET",
};

/** A runtime as people write it; one that nobody here knows stays as the agent gave it. */
export const runtimeName = (runtime: string) => RUNTIME_NAMES[runtime] ?? runtime;

/** A value of a facet in words. */
export function valueName(dimension: Dimension, value: string): string {
  if (dimension === "protocol") return (PROTOCOLS as Record<string, { name: string }>)[value]?.name ?? value;
  if (dimension === "runtime") return runtimeName(value);
  if (dimension === "key") return "Key verified";
  if (dimension === "audited") return "Audited";
  if (dimension === "incidents") return "Without incidents";
  return value;
}
