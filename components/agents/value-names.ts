import { valueTexts } from "@/components/agents/texts";
import type { Agent } from "@/lib/features/agents/schema";
import type { Dimension } from "@/lib/features/directory/directory-schema";
import { ownValue } from "@/lib/foundation/own-values";

/** The directory's facets, in their order on the page. */
export const FACET_TITLES: Record<Dimension, { one: string; many: string }> = valueTexts.facets;

export const PROTOCOLS: Record<Agent["protocols"][number], { name: string; title: string }> = {
  a2a: { name: "A2A", title: valueTexts.a2a },
  mcp: { name: "MCP", title: valueTexts.mcp },
  http: { name: "HTTP", title: valueTexts.http },
};

const RUNTIME_NAMES: Record<string, string> = {
  node: valueTexts.node,
  python: valueTexts.python,
  container: valueTexts.container,
  dotnet: ".NET",
};

/** Returns the usual spelling of a runtime, or the agent's own if it is unknown. */
export const runtimeName = (runtime: string) => ownValue(RUNTIME_NAMES, runtime) ?? runtime;

/** Returns a value of a facet in words. */
export function valueName(dimension: Dimension, value: string): string {
  if (dimension === "protocol") return ownValue(PROTOCOLS, value)?.name ?? value;
  if (dimension === "runtime") return runtimeName(value);
  if (dimension === "key") return valueTexts.keyVerified;
  if (dimension === "audited") return valueTexts.audited;
  if (dimension === "incidents") return valueTexts.withoutIncidents;
  return value;
}
