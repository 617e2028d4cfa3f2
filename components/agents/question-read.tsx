import { saidText, tellingOf } from "@/lib/features/directory/explain";
import type { AskedWord } from "@/lib/features/directory/search-schema";

const READ = "How your question was read";

export function QuestionRead({ words }: { words: readonly AskedWord[] }) {
  const { shown, folded, generic } = tellingOf(words);
  if (shown.length === 0) return null;
  return (
    <div className="text-xs">
      <p aria-hidden className="mb-2 font-semibold text-sm">
        {READ}
      </p>
      <WordList label={READ} words={shown} />
      {folded.length > 0 && (
        <details className="mt-1.5 text-ink-2">
          <summary className="py-3.5 text-accent md:py-1">
            {folded.length === 1 ? "1 word that tells less" : `${folded.length} words that tell less`}
          </summary>
          <WordList label="Words that tell less" words={folded} />
        </details>
      )}
      {generic.length > 0 && (
        <p className="mt-1.5 text-ink-3">
          Counted little, because they suit almost every agent:{" "}
          <bdi className="[overflow-wrap:anywhere]">{generic.map(({ word }) => word).join(", ")}</bdi>.
        </p>
      )}
    </div>
  );
}

function WordList({ label, words }: { label: string; words: readonly AskedWord[] }) {
  return (
    <ol
      aria-label={label}
      className="flex flex-col gap-px border border-hair bg-hair leading-4.5 md:flex-row md:flex-wrap"
    >
      {words.map((asked) => {
        const [count, by] = saidText(asked);
        const isSaid = asked.how !== "none";
        return (
          <li
            key={asked.word}
            className={`flex flex-wrap items-baseline gap-x-2.5 px-3 py-2 md:flex-[1_1_7.5rem] md:flex-col md:px-3.5 ${isSaid ? "bg-raised text-ink-2" : "bg-sunk text-ink-2"}`}
          >
            <bdi
              className={`min-w-28 md:min-w-0 font-medium font-serif text-ink text-lg leading-tight [overflow-wrap:anywhere] ${isSaid ? "" : "underline decoration-1 decoration-dashed decoration-rule underline-offset-4"}`}
            >
              {asked.read_as ?? asked.word}
            </bdi>
            <span className={isSaid ? "" : "font-semibold text-ink"}>{count}</span>
            <span className="text-ink-3">{by}</span>
          </li>
        );
      })}
    </ol>
  );
}
