import { pageSegment } from "@/lib/http/page-address";

/** Returns the address of an agent's page. */
export function profileHref(did: string): string {
  return `/agents/${pageSegment(did)}`;
}

/** Returns the address of an agent's page in the console. */
export function consoleAgentHref(did: string): string {
  return `/console${profileHref(did)}`;
}

/** Returns the address of an agent's page for its owner. */
export function ownerAgentHref(did: string): string {
  return `/owner${profileHref(did)}`;
}

/** Returns the address of a provider's page. */
export function providerHref(provider: string): string {
  return `/providers/${pageSegment(provider)}`;
}
