import type { Endpoint } from "@/lib/http/endpoint";
import { type Reference, referenceOf } from "@/lib/http/reference";
import { DESCRIBED, isBeyond, ROUTED, TAGS } from "./contract";

/** What the interface has comes before what is beyond it; each in the order of its path. */
function inReadingOrder(a: Endpoint, b: Endpoint): number {
  return Number(isBeyond(a)) - Number(isBeyond(b)) || a.path.localeCompare(b.path);
}

/** The endpoints as the reference groups them. `beyond` is a mark, not a group. */
export const GROUPS = TAGS.map((tag) => ({
  ...tag,
  title: tag.name === "rfcs" ? "RFCs" : tag.name.charAt(0).toUpperCase() + tag.name.slice(1),
  endpoints: ROUTED.filter((endpoint) => endpoint.tag === tag.name).sort(inReadingOrder),
})).filter(({ endpoints }) => endpoints.length > 0);

/** What stands beside an endpoint's path, so that a reader can tell the interface from what is added to it. */
export function marksOf(endpoint: Endpoint): string[] {
  return [...(isBeyond(endpoint) ? ["beyond"] : []), ...(DESCRIBED.includes(endpoint) ? [] : ["not in openapi.json"])];
}

const made = new Map<Endpoint, Reference>();

/** The reference of a group. A declaration does not change, so each is read once. */
export function referencesOf(endpoints: readonly Endpoint[]): Reference[] {
  return endpoints.map((endpoint) => {
    const reference = made.get(endpoint) ?? referenceOf(endpoint);
    made.set(endpoint, reference);
    return reference;
  });
}
