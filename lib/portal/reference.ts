import type { Endpoint } from "@/lib/http/endpoint";
import { type Reference, referencesOf } from "@/lib/http/reference";
import { DOCUMENTED_ENDPOINTS, isExtension, ROUTED_ENDPOINTS, TAGS } from "./contract";

/** Operations of the interface come before additions, each in the order of their paths. */
function inReadingOrder(a: Endpoint, b: Endpoint): number {
  return Number(isExtension(a)) - Number(isExtension(b)) || a.path.localeCompare(b.path);
}

/** Groups the endpoints for the reference. `beyond` is a mark, not a group. */
export const GROUPS = TAGS.map((tag) => ({
  ...tag,
  title: tag.name === "rfcs" ? "RFCs" : tag.name.charAt(0).toUpperCase() + tag.name.slice(1),
  endpoints: ROUTED_ENDPOINTS.filter((endpoint) => endpoint.tag === tag.name).sort(inReadingOrder),
})).filter(({ endpoints }) => endpoints.length > 0);

/** Returns the marks beside an endpoint's path, which distinguish the interface from additions. */
export function marksOf(endpoint: Endpoint): string[] {
  return [
    ...(isExtension(endpoint) ? ["beyond"] : []),
    ...(DOCUMENTED_ENDPOINTS.includes(endpoint) ? [] : ["not in openapi.json"]),
  ];
}

const made = new Map<readonly Endpoint[], Reference[]>();

/** Returns the references of a group. Declarations do not change, so each group is computed once. */
export function readReferences(endpoints: readonly Endpoint[]): Reference[] {
  const references = made.get(endpoints) ?? referencesOf(endpoints);
  made.set(endpoints, references);
  return references;
}
