import { Section } from "@/components/ui/section";
import type { Topics } from "@/lib/features/agents/schema";
import { topicTexts } from "@/lib/features/agents/texts";
import { addressWith } from "@/lib/http/page-address";

export function TopicTable({ rule, topics }: Topics) {
  return (
    <>
      <Section title={topicTexts.rule}>
        <ul className="mt-3 grid max-w-[68ch] list-disc gap-2 pl-5 marker:text-ink-3">
          {rule.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Section>
      <Section title={topicTexts.table}>
        <ul className="text-sm">
          {topics.map(({ name, words, hints }) => (
            <li key={name} className="grid gap-x-6 border-hair border-b py-2 md:grid-cols-[11rem_minmax(0,1fr)]">
              <a
                href={addressWith("/agents", { tag: name })}
                className="inline-flex min-h-11 items-center justify-self-start font-semibold md:min-h-0 md:self-start"
              >
                {name}
              </a>
              <div className="max-w-[90ch]">
                <p>{words.join(", ")}</p>
                {hints.length > 0 && <p className="text-ink-2">Hints: {hints.join(", ")}</p>}
              </div>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
