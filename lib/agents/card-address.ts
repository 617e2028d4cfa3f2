import type { AgentEndpoint } from "./about";

/** Where an A2A agent's card is found on its host (A2A 1.0, 8.2; RFC 8615). */
const WELL_KNOWN = "/.well-known/agent-card.json";
/** The end of an address that is a card's own: of A2A 1.0 and 0.3, or of 0.2. */
const CARD_PATH = /\/agent(-card)?\.json$/;

/** Where an agent's card is, and the endpoint that this follows from. */
export interface CardPlace {
  address: string;
  endpoint: string;
}

/** Whether an endpoint is not where the agent answers, but where its card is. */
export function isCardAddress({ protocol, url }: AgentEndpoint): boolean {
  return protocol === "a2a" && URL.canParse(url) && CARD_PATH.test(new URL(url).pathname);
}

/**
 * Returns where the card of an agent is: the A2A endpoint that ends in `/agent-card.json` or `/agent.json`, else
 * `/.well-known/agent-card.json` of the host of its first A2A endpoint. Null where it has no such endpoint.
 */
export function cardPlaceOf(endpoints: readonly AgentEndpoint[]): CardPlace | null {
  const own = endpoints.find(isCardAddress);
  if (own) return { address: own.url, endpoint: own.url };
  const endpoint = endpoints.find(({ protocol }) => protocol === "a2a")?.url;
  if (endpoint === undefined || !URL.canParse(endpoint)) return null;
  return { address: new URL(endpoint).origin + WELL_KNOWN, endpoint };
}
