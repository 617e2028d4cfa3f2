import type { Context } from "@/lib/authority/context";
import { offered } from "@/lib/database/offered";
import { agents } from "@/lib/database/schema/agents";
import { foldText } from "@/lib/foundation/text/fold";
import { orderOf } from "./find-agents";

/** Maximum number of agents with the best scores that are read, so the cost does not grow with the number of agents. */
const LOOKED_AT = 60;

/** Returns whether a skill's name reads like a request: a few words, not an identifier such as `translate.legal`. */
const isPhrase = (skill: string) => /^\p{L}[^\p{C}]{5,34}[\p{L}\p{N}]$/u.test(skill) && skill.includes(" ");
const isWord = (tag: string) => /^\p{L}[\p{L}\p{N} -]{2,23}$/u.test(tag);

/** Returns the texts without those that differ only in case. */
const distinct = (texts: readonly string[]) =>
  [...new Map(texts.toReversed().map((text) => [foldText(text), text])).values()].reverse();

/**
 * Returns the tags of these agents, most frequent first. A tag that more than half of them have is left out because it
 * distinguishes nothing.
 */
function frequentTags(rows: readonly { tags: string[] }[]): string[] {
  const counts = new Map<string, number>();
  for (const tag of rows.flatMap(({ tags }) => tags.filter(isWord))) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => 2 * count <= rows.length)
    .sort(([, one], [, other]) => other - one)
    .map(([tag]) => tag);
}

/**
 * Returns examples of what visitors can ask for, from offered agents: the first skill of each provider's best agent,
 * then skills of other agents, then tags.
 */
export async function listOffers({ db }: Context, { limit }: { limit: number }): Promise<string[]> {
  const rows = await db
    .select({ provider: agents.provider, skills: agents.skills, tags: agents.tags })
    .from(agents)
    .where(offered())
    .orderBy(...orderOf("score", agents))
    .limit(LOOKED_AT);
  const offers = rows.flatMap(({ provider, skills }) => {
    const skill = skills.find(isPhrase);
    return skill === undefined ? [] : [{ provider, skill }];
  });
  const isFirst = ({ provider }: { provider: string }, index: number) =>
    offers.findIndex((other) => other.provider === provider) === index;
  const skills = [...offers.filter(isFirst), ...offers.filter((offer, index) => !isFirst(offer, index))];
  return distinct([...skills.map(({ skill }) => skill), ...frequentTags(rows)]).slice(0, limit);
}
