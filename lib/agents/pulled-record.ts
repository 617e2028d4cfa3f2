import type { AgentRow } from "@/lib/db/schema/agents";
import { ABOUT_LIMITS, type AgentEndpoint } from "./about";
import { isCardAddress } from "./card-address";
import { completeRecord, statedRecord } from "./rules";
import type { RegisterAgent } from "./schema";
import { CARD_CAPABILITIES } from "./sources/a2a-card";
import { aboutOf } from "./sources/about";

/** Capabilities that a card does not speak of stay, in their order. */
function capabilitiesWith(present: readonly string[], said: readonly string[]): string[] {
  const kept = present.filter((capability) => !CARD_CAPABILITIES.includes(capability) || said.includes(capability));
  return [...new Set([...kept, ...said])];
}

/**
 * The A2A endpoints become the card's. Those of other protocols stay, and so does the address of the card, or it would not
 * be found again. Undefined where they follow from the card alone.
 */
function endpointsWith(present: readonly AgentEndpoint[], said: readonly AgentEndpoint[]): AgentEndpoint[] | undefined {
  const kept = present.filter((endpoint) => endpoint.protocol !== "a2a" || isCardAddress(endpoint));
  if (kept.length === 0) return undefined;
  return [...said.slice(0, ABOUT_LIMITS.endpoints - kept.length), ...kept];
}

/**
 * Returns the record that an agent has once its card is pulled. The card becomes the manifest, and what it says counts.
 * What it does not speak of stays: model, runtime, key, and what the record states itself.
 * @param input what an import would make of the card
 */
export function pulledRecord(row: AgentRow, input: RegisterAgent): ReturnType<typeof completeRecord> {
  const card = input.capability_manifest ?? {};
  const stated = statedRecord(row);
  const { endpoints, ...about } = aboutOf(card);
  const { skills } = completeRecord({ did: row.did, capability_manifest: card });
  // Where the card says something, the record follows it, as it does where nothing was stated.
  const said = Object.entries({ ...about, skills }).filter(([, value]) => value.length > 0);
  return completeRecord({
    ...stated,
    ...Object.fromEntries(said.map(([field]) => [field, undefined])),
    name: input.name,
    provider: input.provider || stated.provider,
    role: input.role || stated.role,
    capabilities: capabilitiesWith(row.capabilities, input.capabilities ?? []),
    endpoints: endpoints.length > 0 ? endpointsWith(row.endpoints, endpoints) : stated.endpoints,
    capability_manifest: card,
  });
}
