import { cut } from "@/lib/foundation/text/cut";
import { INVISIBLE_IN_TEXT } from "@/lib/foundation/text/plain-text";
import { listedTexts, listingOf } from "./listing";
import { type Noticed, noticesOf } from "./notices";
import type { AgentProfile } from "./schema";

/** About the length of a description that search engines show. */
const MAX_CHARACTERS = 160;

const UNSEEN = new RegExp(INVISIBLE_IN_TEXT.source, "gu");

/** Returns the first line of a text that has visible characters, without invisible ones, cut between words. */
function oneLine(text: string): string {
  const line = text.replace(UNSEEN, " ").trim().split("\n")[0]?.replace(/\s+/g, " ").trim() ?? "";
  if (line.length <= MAX_CHARACTERS) return line;
  const words = cut(line, MAX_CHARACTERS);
  const space = words.lastIndexOf(" ");
  return `${space > MAX_CHARACTERS / 2 ? words.slice(0, space) : words}…`;
}

type Described = Pick<
  AgentProfile,
  "did" | "description" | "name" | "role" | "provider" | "trust_tier" | "trust_score" | "listed_from"
> &
  Noticed;

/**
 * Returns the description of an agent for search engines and link previews: its purpose, then its standing. A listed
 * record has none.
 */
export function describeAgent(agent: Described): string {
  const listing = listingOf(agent);
  const { name, role, provider, trust_tier: tier, trust_score: score } = agent;
  const said =
    oneLine(agent.description) || oneLine([name, role, provider && `by ${provider}`].filter(Boolean).join(", "));
  const active = listing ? listedTexts.standing(listing) : `Trust tier ${tier}, score ${score.toFixed(1)} of 100.`;
  const states = noticesOf(agent).map(({ state }) => `${state}.`);
  const standing = states.length > 0 ? states.join(" ") : active;
  return `${said}${/[.!?…]$/.test(said) ? "" : "."} ${standing}`;
}

/**
 * Returns an agent as schema.org describes software, for a script element that contains only data. @param url of its
 * page
 */
export function softwareOf(agent: AgentProfile, url: string): string {
  const pages = [agent.repository, agent.homepage].filter((page) => page !== "");
  const software = {
    "@context": "https://schema.org",
    "@type": "SoftwareApplication",
    name: agent.name,
    description: describeAgent(agent),
    url,
    identifier: agent.did,
    applicationCategory: "DeveloperApplication",
    ...(agent.version && { softwareVersion: agent.version }),
    ...(agent.licence && { license: agent.licence }),
    ...(agent.provider && { author: { "@type": "Organization", name: agent.provider } }),
    ...(agent.tags.length > 0 && { keywords: agent.tags }),
    ...(pages.length > 0 && { sameAs: pages }),
  };
  // Text in a script element must not look like the end of the element.
  return JSON.stringify(software).replaceAll("<", "\\u003c");
}
