import type { ListedFrom } from "@/lib/database/schema/agents";
import { pathOf } from "@/lib/http/client";
import { getAgentManifest } from "./contract";

/**
 * A record that the operators copied from elsewhere. Nobody has claimed or checked it, so it is listed, but is not a
 * member of the federation.
 */
export interface Listing {
  did: string;
  /** The UTC day of its first copy, YYYY-MM-DD. */
  since: string;
  from: ListingSource;
}

/** The list that a record was copied from. `href` is its site, or the copied entry if the list has no address. */
export interface ListingSource {
  name: string;
  href: string;
}

/** Returns how pages show where a record was copied from; undefined for a member. */
export function listingOf({ did, listed_from: from }: { did: string; listed_from?: ListedFrom | undefined }) {
  if (from === undefined) return undefined;
  const href = from.url ?? pathOf(getAgentManifest, { params: { did } });
  return { did, since: from.at.slice(0, 10), from: { name: from.source, href } } satisfies Listing;
}

const OFFICIAL_REGISTRY = "https://registry.modelcontextprotocol.io";

/** Names a followed list. Only the host of its address is public, because the rest may contain a secret. */
export function followedList(kind: keyof typeof listedTexts.followed, address: string): ImportedFrom {
  const { host, origin } = new URL(address);
  return {
    source: origin === OFFICIAL_REGISTRY ? listedTexts.official : listedTexts.followed[kind](host),
    url: origin,
  };
}

/** Names the list that a file contains. @param isOfficial whether the official MCP Registry published the record */
export function importedList(kind: keyof typeof listedTexts.imported, isOfficial: boolean): ImportedFrom {
  if (isOfficial) return { source: listedTexts.official, url: OFFICIAL_REGISTRY };
  return { source: listedTexts.imported[kind], url: null };
}

/** The list that a record is copied from now. */
export type ImportedFrom = Omit<ListedFrom, "at">;

/** Where the owner of a listed record applies for it. The form then contains the DID. */
export const claimHref = (did: string): string => `/join?did=${encodeURIComponent(did)}`;

/** The words about listed records: on pages, in their markdown alternates, feeds, pictures and search results. */
export const listedTexts = {
  mark: "Listed",
  notMember: "Listed, not a member",
  /** The parts of a sentence with a link to the source and a link to the claim. */
  line: { before: "Not a member. Listed from ", after: (since: string) => ` since ${since}. `, claim: "Claim it" },
  inWords: ({ from, since }: Listing) => `listed from ${from.name} since ${since}, not a member`,
  fromAndClaim: (name: string, since: string) => `From ${name} since ${since}. Its maker can claim it on its page.`,
  standing: ({ from, since }: Listing) =>
    `Listed from ${from.name} since ${since}. Not a member of the federation. Nobody has claimed it.`,
  copied: {
    before: "Copied from ",
    after: (since: string) =>
      ` on ${since}. It is not a member of the federation. The text on this page is its maker’s, not ours.`,
  },
  maker: "Maker named as",
  trust: "Trust",
  noTrust: "None earned yet",
  noTrustWhy: "Nobody has claimed this record, and nobody here has checked it. That is no mark against it.",
  owner: "Owner",
  unknown: "not known",
  key: "Key",
  audits: "Audits",
  none: "none",
  incidents: "Incidents",
  noneReported: "none reported",
  inApi: "In the API: tier T0, score 0, status unverified.",
  unchecked: "Nobody here has checked this code. Read its repository before you run it.",
  yours: "Is this yours?",
  claimWhy: "Claim it to correct this page, prove your key and start to earn trust.",
  claimSteps: [
    "Apply for a token. The form already contains the DID.",
    "Publish the code that you get, at your host or in your repository. Your page says where.",
    "If your claim is approved, you get the token, and the record is yours.",
  ],
  claim: "Claim this record",
  report: "Something is wrong here? Report it",
  since: "Listed since",
  unchanged: (since: string) => `Listed on ${since}. No audit, no incident and no change of tier since then.`,
  official: "the MCP Registry",
  followed: {
    "mcp-registry": (host: string) => `the MCP registry of ${host}`,
    "ard-publisher": (host: string) => `the catalogue of ${host}`,
    "agent-card": (host: string) => `the agent card of ${host}`,
  },
  imported: {
    "mcp-listed-server": "a list of MCP servers",
    "mcp-server-json": "a server.json",
    "a2a-card": "an agent card",
    "ard-entry": "an agent catalogue",
  },
} as const;
