import type { AskedWord } from "@/lib/features/directory/search-schema";
import type { SearchHit } from "@/lib/portal/search/schema";
import { resultHref } from "./address";
import { ResultItem } from "./result-item";

interface ResultListProps {
  results: readonly SearchHit[];
  /** The words of the question, for agents that it found. */
  words?: readonly AskedWord[];
}

/** Returns whether a result has only related words, or some of the words. */
const isWeak = ({ fit, match }: SearchHit) => fit === "may fit" || (fit === undefined && match === "meaning");

/** Lists results. Each is one link, which the search dialog shows as an option. */
export function ResultList({ results, words }: ResultListProps) {
  return (
    <ul className="text-sm">
      {results.map((result) => (
        <li key={result.kind + result.id} className="border-hair border-b">
          <a
            href={resultHref(result)}
            data-weak={isWeak(result) || undefined}
            className="block py-3 no-underline hover:bg-sunk"
          >
            <ResultItem result={result} words={words} />
          </a>
        </li>
      ))}
    </ul>
  );
}
