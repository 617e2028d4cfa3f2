import { claimHref, type Listing, listedTexts, listingOf } from "@/lib/features/agents/listing";
import type { Agent } from "@/lib/features/agents/schema";
import { type Inline, link, list, paragraph } from "@/lib/portal/markdown/write";
import type { SiteContext } from "./page";

export type Listings = ReadonlyMap<string, Listing>;

/** Reads the listed records among agents, by DID. */
export const listingsOf = async (
  _: unknown,
  agents: readonly Pick<Agent, "did" | "listed_from">[],
): Promise<Listings> =>
  new Map(
    agents.flatMap((agent) => {
      const l = listingOf(agent);
      return l ? [[agent.did, l] as const] : [];
    }),
  );

/** A link to a list or to our own copy of an entry. */
const sourceOf = ({ origin }: SiteContext, { from: { name, href } }: Listing): Inline =>
  link(href.startsWith("/") ? origin + href : href, name);

/** Says of a listed record where it is from, and how to claim it. */
export function listedLine(about: SiteContext, listing: Listing): Inline[] {
  const { before, after, claim } = listedTexts.line;
  return [
    before,
    sourceOf(about, listing),
    after(listing.since),
    link(about.origin + claimHref(listing.did), claim),
    ".",
  ];
}

/** Says of a listed record where its text is from, that nobody checked it, and how its maker claims it. */
export function listedBlocks(listing: Listing, about: SiteContext) {
  const { before, after } = listedTexts.copied;
  return [
    paragraph(before, sourceOf(about, listing), after(listing.since)),
    paragraph(listedTexts.noTrustWhy),
    paragraph(`${listedTexts.yours} `, link(about.origin + claimHref(listing.did), listedTexts.claim), ":"),
    list(listedTexts.claimSteps.map((step) => [step])),
  ];
}
