import { z } from "zod";
import { trimmed } from "@/lib/foundation/text/blank";
import { cut } from "@/lib/foundation/text/cut";
import { foldText } from "@/lib/foundation/text/fold";
import type { RoutableSkill, SkillText, TextKind } from "@/lib/search/schema";
import { describedSkills, MAX_SKILLS } from "./rules";
import type { Agent } from "./schema";

const MAX_TAGS = 64;
const MAX_EXAMPLES = 256;
/** Maximum length of a text that is used. The rest of a longer text adds little meaning. */
const MAX_TEXT_CHARACTERS = 512;

/** The name in the card for the agent as a whole. */
const Card = z.object({ name: z.string().catch("") });

function clean(text: string): string {
  return trimmed(
    cut(text, MAX_TEXT_CHARACTERS)
      .toWellFormed()
      .replace(/[\s\0]+/g, " "),
  );
}

function textsOf(kind: TextKind, texts: readonly string[], most: number): SkillText[] {
  const cleaned = texts.slice(0, most).map(clean);
  return cleaned.flatMap((text) => (text === "" ? [] : [{ kind, text }]));
}

/** Returns a name in the form in which names are compared: `translate-text` and `Translate text` are equal. */
const sameName = (name: string) => foldText(name.replace(/[\s_-]+/g, " "));

function withoutRepetition(texts: readonly SkillText[]): SkillText[] {
  const seen = new Set<string>();
  return texts.filter(({ text }) => {
    const folded = foldText(text);
    const known = seen.has(folded);
    seen.add(folded);
    return !known;
  });
}

type Routable = Pick<
  Agent,
  "name" | "role" | "description" | "tags" | "skills" | "capabilities" | "capability_manifest"
>;

/**
 * Returns the texts by which requests are routed to an agent, limited in number. First each skill with its description,
 * tags and examples, then each capability that is not among the skills, then the agent itself with its role,
 * description and the tags that no skill has. Skills of one name are merged. Never empty.
 */
export function routableSkills(agent: Routable): RoutableSkill[] {
  const skills = new Map<string, RoutableSkill>();
  const add = (name: string, texts: SkillText[]) => {
    const known = skills.get(sameName(name));
    if (known) known.texts.push(...texts);
    else if (skills.size < MAX_SKILLS) skills.set(sameName(name), { name: clean(name), texts });
  };
  const described = describedSkills(agent);
  for (const { name, description, tags, examples } of described) {
    add(name, [
      ...textsOf("skill", [name], 1),
      ...textsOf("description", [description], 1),
      ...textsOf("tag", tags, MAX_TAGS),
      ...textsOf("example", examples, MAX_EXAMPLES),
    ]);
  }
  for (const capability of agent.capabilities) add(capability, textsOf("capability", [capability], 1));
  const card = Card.parse(agent.capability_manifest);
  const tagged = new Set(described.flatMap(({ tags }) => tags.map((tag) => tag.trim())));
  const ownTags = agent.tags.filter((tag) => !tagged.has(tag));
  const itself = [
    ...textsOf("role", [agent.role], 1),
    ...textsOf("card", [agent.name, card.name, agent.description], 3),
    ...textsOf("tag", ownTags, MAX_TAGS),
  ];
  return [...skills.values(), { name: clean(agent.role) || clean(agent.name), texts: itself }].map((skill) => ({
    ...skill,
    texts: withoutRepetition(skill.texts),
  }));
}
