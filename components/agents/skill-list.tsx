import type { CardSkill } from "@/lib/agents/rules";

const MAX_EXAMPLES = 5;

/** An agent's skills, with what its card says of each. */
export function SkillList({ skills }: { skills: CardSkill[] }) {
  if (skills.length === 0) return <p className="py-3 text-ink-2 text-sm">This agent names no skill.</p>;
  return (
    <ul className="text-sm">
      {skills.map((skill, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a card may name a skill twice
        <li key={index} className="border-hair border-b py-3">
          <bdi className="font-semibold [overflow-wrap:anywhere]">{skill.name}</bdi>
          {skill.description && <p className="mt-0.5 text-ink-2 [overflow-wrap:anywhere]">{skill.description}</p>}
          {skill.examples.length > 0 && (
            <ul className="mt-1.5 grid gap-1">
              {skill.examples.slice(0, MAX_EXAMPLES).map((example) => (
                <li key={example} className="border-hair border-l-2 pl-3 text-ink-2 [overflow-wrap:anywhere]">
                  <q>{example}</q>
                </li>
              ))}
              {skill.examples.length > MAX_EXAMPLES && (
                <li className="text-ink-3 text-xs">
                  and {skill.examples.length - MAX_EXAMPLES} more examples in the card
                </li>
              )}
            </ul>
          )}
          {skill.tags.length > 0 && (
            <p className="mt-1.5 text-ink-3 text-xs [overflow-wrap:anywhere]">
              <span className="sr-only">Tags: </span>
              {skill.tags.join(", ")}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
