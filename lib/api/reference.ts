import type { Endpoint } from "@/lib/http/endpoint";
import { type Reference, referenceOf } from "@/lib/http/reference";
import { ENDPOINTS, PROTOCOLS, TAGS } from "./contract";

/** What the interface has comes before what is beyond it; each in the order of its path. */
function inReadingOrder(a: Endpoint, b: Endpoint): number {
  return Number(a.beyond ?? false) - Number(b.beyond ?? false) || a.path.localeCompare(b.path);
}

/** The endpoints as the reference groups them. `beyond` is a mark, not a group. */
export const GROUPS = TAGS.map((tag) => ({
  ...tag,
  title: tag.name === "rfcs" ? "RFCs" : tag.name.charAt(0).toUpperCase() + tag.name.slice(1),
  endpoints: [...ENDPOINTS, ...PROTOCOLS].filter((endpoint) => endpoint.tag === tag.name).sort(inReadingOrder),
})).filter(({ endpoints }) => endpoints.length > 0);

const made = new Map<Endpoint, Reference>();

/** The reference of a group. A declaration does not change, so each is read once. */
export function referencesOf(endpoints: readonly Endpoint[]): Reference[] {
  return endpoints.map((endpoint) => {
    const reference = made.get(endpoint) ?? referenceOf(endpoint);
    made.set(endpoint, reference);
    return reference;
  });
}
