import { profileHref } from "@/components/marks/profile-href";
import { rfcHref } from "@/components/marks/rfc-href";
import { incidentHref, registerHref } from "@/lib/features/incidents/view/address";
import { addressWith } from "@/lib/http/page-address";
import type { SearchHit, SearchKind } from "@/lib/portal/search/schema";

const PAGE_OF: Record<SearchKind, (result: SearchHit) => string> = {
  agent: ({ id }) => profileHref(id),
  incident: ({ id }) => incidentHref(Number(id)),
  rfc: ({ id }) => rfcHref(Number(id)),
  audit: ({ id }) => `/audits/${id}`,
  entry: ({ id }) => `/anchors/${id}`,
  trace: ({ id }) => `/traces/${encodeURIComponent(id)}`,
  release: ({ id }) => `/changelog#v${id}`,
  page: ({ id }) => id,
};

export const resultHref = (result: SearchHit): string => PAGE_OF[result.kind](result);

/** Returns the page that lists all of a kind, filtered by the text where possible. */
export const LISTS: Record<SearchKind, (q: string) => string> = {
  agent: (q) => addressWith("/agents", { q }),
  incident: (q) => registerHref({ q }),
  rfc: () => "/rfcs",
  audit: () => "/audits",
  entry: (find) => addressWith("/anchors", { find }),
  trace: () => "/traces",
  release: () => "/changelog",
  page: () => "/",
};

/** Returns whether a text contains a word, so the relay could route it. */
export const mayBeIntent = (text: string): boolean => /\p{L}{3}/u.test(text);

/** Returns the page that previews the routing of an intent. */
export const trialHref = (intent: string): string => addressWith("/relay", { intent });
