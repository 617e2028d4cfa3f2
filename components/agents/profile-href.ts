import { pageSegment } from "@/lib/http/page-address";

/** The address of an agent's page. */
export function profileHref(did: string): string {
  return `/agents/${pageSegment(did)}`;
}
