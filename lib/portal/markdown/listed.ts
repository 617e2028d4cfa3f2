import { claimHref, type Listing, listedTexts, listingOf } from "@/lib/features/agents/listing";
import type { Agent } from "@/lib/features/agents/schema";
import { type Content, type Inline, link, list, paragraph } from "./write";

type Rated = Pick<Agent, "did" | "trust_tier" | "trust_score" | "listed_from">;

/** Returns tier and score of an agent. For a listed record, says where it is from and how to claim it. */
export function standingOf(agent: Rated): { Tier: Inline; Score: Inline } {
  const listing = listingOf(agent);
  if (!listing) return { Tier: agent.trust_tier, Score: agent.trust_score };
  const { before, after, claim } = listedTexts.line;
  const { from, since } = listing;
  return {
    Tier: [before, link(from.href, from.name), after(since), link(claimHref(agent.did), claim), "."],
    Score: "",
  };
}

/** Says of a listed record where its text is from, that nobody checked it, and how its maker claims it. */
export function listedContent({ did, from, since }: Listing): Content {
  const { before, after } = listedTexts.copied;
  return [
    paragraph(before, link(from.href, from.name), after(since)),
    listedTexts.noTrustWhy,
    paragraph(`${listedTexts.yours} `, link(claimHref(did), listedTexts.claim), ":"),
    list(listedTexts.claimSteps),
  ];
}
