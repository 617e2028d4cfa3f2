import type { Endpoint } from "@/lib/http/endpoint";

/** Where the reference begins. */
export const REFERENCE = "/docs";

/** The page of a group of endpoints. */
export function tagHref(tag: string): string {
  return `${REFERENCE}/${tag}`;
}

/** Where one endpoint is described, for good. */
export function endpointHref({ tag, operationId }: Pick<Endpoint, "tag" | "operationId">): string {
  return `${tagHref(tag)}#${operationId}`;
}
