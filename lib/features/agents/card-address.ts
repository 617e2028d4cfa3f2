import { parseUrl } from "@/lib/foundation/parse-url";
import type { AgentEndpoint } from "./details";

/** The path of an A2A agent's card on its host (A2A 1.0, 8.2; RFC 8615). */
const WELL_KNOWN = "/.well-known/agent-card.json";
/** Matches an address that is the address of a card: A2A 1.0 and 0.3, or 0.2. */
const CARD_PATH = /\/agent(-card)?\.json$/;

/** The address of an agent's card, and the endpoint from which it is derived. */
export interface CardPlace {
  address: string;
  endpoint: string;
}

/** Returns whether an endpoint is the address of the card and not of the agent. */
export function isCardAddress({ protocol, url }: AgentEndpoint): boolean {
  return protocol === "a2a" && CARD_PATH.test(parseUrl(url)?.pathname ?? "");
}

/**
 * Returns the address of an agent's card: the A2A endpoint that ends in `/agent-card.json` or `/agent.json`, else
 * `/.well-known/agent-card.json` on the host of its first A2A endpoint. Returns null if it has no A2A endpoint.
 */
export function cardPlaceOf(endpoints: readonly AgentEndpoint[]): CardPlace | null {
  const own = endpoints.find(isCardAddress);
  if (own) return { address: own.url, endpoint: own.url };
  const endpoint = endpoints.find(({ protocol }) => protocol === "a2a")?.url;
  const url = endpoint === undefined ? null : parseUrl(endpoint);
  return endpoint === undefined || url === null ? null : { address: url.origin + WELL_KNOWN, endpoint };
}
