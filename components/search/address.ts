import { profileHref } from "@/components/agents/profile-href";
import { rfcHref } from "@/components/rfcs/rfc-href";
import { addressWith } from "@/lib/http/page-address";
import { incidentHref, registerHref } from "@/lib/incidents/view/address";
import type { SearchKind, SearchResult } from "@/lib/search/schema";

const PAGE_OF: Record<SearchKind, (result: SearchResult) => string> = {
  agent: ({ id }) => profileHref(id),
  incident: ({ id }) => incidentHref(Number(id)),
  rfc: ({ id }) => rfcHref(Number(id)),
  audit: ({ id, title: did }) => `${addressWith("/audits", { did })}#${id}`,
  entry: ({ id }) => `/anchors/${id}`,
  trace: ({ id }) => `/traces/${encodeURIComponent(id)}`,
  release: ({ id }) => `/changelog#v${id}`,
  page: ({ id }) => id,
};

/** The page of what was found. */
export const resultHref = (result: SearchResult): string => PAGE_OF[result.kind](result);

/** The page that lists all of a kind, narrowed to the text where it can be. */
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

/** Whether a text has a word in it, so that an agent could be asked to do it. */
export const mayBeIntent = (text: string): boolean => /\p{L}{3}/u.test(text);

/** Where it is tried to whom an intent would go. */
export const trialHref = (intent: string): string => addressWith("/relay", { intent });
