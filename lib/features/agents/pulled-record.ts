import type { AgentRow } from "@/lib/database/schema/agents";
import { isCardAddress } from "./card-address";
import { type AgentEndpoint, DETAIL_LIMITS } from "./details";
import { CARD_CAPABILITIES } from "./manifests/a2a-card";
import { detailsOfManifest } from "./manifests/manifest-details";
import { completeRecord, recordWithoutDefaults } from "./rules";
import type { RegisterAgent } from "./schema";

/** Returns the capabilities in their order. Those that the card does not contain stay. */
function capabilitiesWith(present: readonly string[], said: readonly string[]): string[] {
  const kept = present.filter((capability) => !CARD_CAPABILITIES.includes(capability) || said.includes(capability));
  return [...new Set([...kept, ...said])];
}

/**
 * Returns the endpoints after a pull. The A2A endpoints come from the card. Endpoints of other protocols stay, and so
 * does the address of the card, because it could not be found again otherwise. Returns undefined if the endpoints
 * follow from the card alone.
 */
function endpointsWith(present: readonly AgentEndpoint[], said: readonly AgentEndpoint[]): AgentEndpoint[] | undefined {
  const kept = present.filter((endpoint) => endpoint.protocol !== "a2a" || isCardAddress(endpoint));
  if (kept.length === 0) return undefined;
  return [...said.slice(0, DETAIL_LIMITS.endpoints - kept.length), ...kept];
}

/**
 * Returns an agent's record after its card is pulled. The card becomes the manifest, and its values replace the
 * record's values. Everything else stays: model, runtime, key, and the fields that only the record states.
 * @param input what an import would make of the card
 */
export function pulledRecord(row: AgentRow, input: RegisterAgent): ReturnType<typeof completeRecord> {
  const card = input.capability_manifest ?? {};
  const stated = recordWithoutDefaults(row);
  const { endpoints, ...about } = detailsOfManifest(card);
  const { skills } = completeRecord({ did: row.did, capability_manifest: card });
  // If the card has a value, the record takes it from the card, as it does for fields that were never stated.
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
