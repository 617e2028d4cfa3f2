import { explainMet, type Met } from "@/lib/features/directory/explain";
import type { AskedWord } from "@/lib/features/directory/search-schema";

/**
 * Shows which words of a question an agent meets, and by what. Of one that fits, it names the words that it does not
 * say; of one that may fit, it says how many it meets. It has no links, so it can stand inside one.
 */
export function MetWords({ agent, words }: { agent: Met; words: readonly AskedWord[] }) {
  const { isNamed, met, missing, share } = explainMet(agent, words);
  const missed = missing.length > 0 ? `Does not say: ${missing.join(", ")}` : "";
  const rest = isNamed ? "Exact name" : agent.fit === "fits" ? missed : share;
  return (
    <span className="mt-1 flex flex-wrap gap-x-4.5 text-ink-2 text-xs leading-5 [overflow-wrap:anywhere]">
      {!isNamed &&
        met.map(({ term, word, how }) => (
          <span key={term} className="inline-flex items-baseline gap-x-1.5">
            {word !== undefined && (
              <>
                <bdi>{term}</bdi>
                <Arrow />
              </>
            )}
            <bdi className="font-semibold text-ink">{word ?? term}</bdi>
            <span className="text-ink-3">{how}</span>
            <span className="sr-only">. </span>
          </span>
        ))}
      {rest !== "" && <span className="text-ink-3">{rest}</span>}
    </span>
  );
}

function Arrow() {
  return (
    <>
      <span className="sr-only">met by</span>
      <svg aria-hidden width="14" height="8" viewBox="0 0 14 8" fill="none" className="shrink-0 self-center text-ink-3">
        <path d="M0 4h12M9 1l3.5 3L9 7" stroke="currentColor" strokeWidth="1.3" />
      </svg>
    </>
  );
}
