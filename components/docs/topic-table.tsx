import { Scroller } from "@/components/ui/scroller";
import { Section } from "@/components/ui/section";
import type { Topics } from "@/lib/features/agents/schema";
import { topicTexts } from "@/lib/features/agents/texts";
import { addressWith } from "@/lib/http/page-address";

/** Shows the rule by which tags are derived, and each topic with its words and a link to its agents. */
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
        <Scroller label={topicTexts.table}>
          <table className="w-full text-left text-sm">
            <thead className="text-ink-2 text-xs">
              <tr className="border-hair border-b">
                <th className="py-1.5 pr-4 font-normal">Topic</th>
                <th className="py-1.5 pr-4 font-normal">Words</th>
                <th className="py-1.5 font-normal">Hints</th>
              </tr>
            </thead>
            <tbody>
              {topics.map(({ name, words, hints }) => (
                <tr key={name} className="border-hair border-b align-top">
                  <th scope="row" className="py-2 pr-4 font-semibold">
                    <a
                      href={addressWith("/agents", { tag: name })}
                      className="inline-flex min-h-11 items-center md:min-h-0"
                    >
                      {name}
                    </a>
                  </th>
                  <td className="min-w-48 py-2 pr-4">{words.join(", ")}</td>
                  <td className="w-1/4 py-2 text-ink-2">{hints.join(", ")}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
      </Section>
    </>
  );
}
