import { pageSegment } from "@/lib/http/page-address";

export function profileHref(did: string): string {
  return `/agents/${pageSegment(did)}`;
}

export function consoleAgentHref(did: string): string {
  return `/console${profileHref(did)}`;
}

export function ownerAgentHref(did: string): string {
  return `/owner${profileHref(did)}`;
}

export function providerHref(provider: string): string {
  return `/providers/${pageSegment(provider)}`;
}
