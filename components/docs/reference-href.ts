import type { Endpoint } from "@/lib/http/endpoint";

export const REFERENCE = "/docs";

/** Returns the page of a group of endpoints. */
export function tagHref(tag: string): string {
  return `${REFERENCE}/${tag}`;
}

/** Returns the permanent address of one endpoint's description. */
export function endpointHref({ tag, operationId }: Pick<Endpoint, "tag" | "operationId">): string {
  return `${tagHref(tag)}#${operationId}`;
}
