import type { CardSkill } from "@/lib/features/agents/rules";

const MAX_EXAMPLES = 3;

const MAX_SKILLS = 8;

/** Lists an agent's skills, with the details from its card. Those after the eighth are folded. */
export function SkillList({ skills }: { skills: CardSkill[] }) {
  if (skills.length === 0) return <p className="py-3 text-ink-2 text-sm">This agent lists no skills.</p>;
  const folded = skills.slice(MAX_SKILLS);
  return (
    <>
      <Skills skills={skills.slice(0, MAX_SKILLS)} />
      {folded.length > 0 && (
        <details>
          <summary className="flex min-h-11 items-center text-accent text-sm">
            {`${folded.length.toLocaleString("en")} more ${folded.length === 1 ? "skill" : "skills"}`}
          </summary>
          <Skills skills={folded} />
        </details>
      )}
    </>
  );
}

function Skills({ skills }: { skills: CardSkill[] }) {
  return (
    <ul className="text-sm">
      {skills.map((skill, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a card may name a skill twice
          key={index}
          className="grid gap-x-5 gap-y-0.5 border-hair border-b py-2.5 md:grid-cols-[11rem_minmax(0,1fr)]"
        >
          <bdi className="font-semibold [overflow-wrap:anywhere]">{skill.name}</bdi>
          <div className="min-w-0">
            {skill.description && <p className="[overflow-wrap:anywhere]">{skill.description}</p>}
            {skill.examples.slice(0, MAX_EXAMPLES).map((example) => (
              <q key={example} className="block text-ink-2 text-xs [overflow-wrap:anywhere]">
                {example}
              </q>
            ))}
            {skill.examples.length > MAX_EXAMPLES && (
              <p className="text-ink-3 text-xs">{moreExamples(skill.examples.length - MAX_EXAMPLES)}</p>
            )}
            {skill.tags.length > 0 && (
              <p className="text-ink-3 text-xs [overflow-wrap:anywhere]">
                <span className="sr-only">{"Tags: "}</span>
                {skill.tags.join(", ")}
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

const moreExamples = (count: number) =>
  `and ${count.toLocaleString("en")} more ${count === 1 ? "example" : "examples"} in the card`;
