import type { Endpoint } from "@/lib/http/endpoint";

export const REFERENCE = "/docs";

export function tagHref(tag: string): string {
  return `${REFERENCE}/${tag}`;
}

export function endpointHref({ tag, operationId }: Pick<Endpoint, "tag" | "operationId">): string {
  return `${tagHref(tag)}#${operationId}`;
}
