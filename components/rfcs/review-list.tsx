import { Actor } from "@/components/marks/did";
import { LogPlace } from "@/components/marks/log-place";
import { reviewHref } from "@/components/marks/rfc-href";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Review } from "@/lib/features/rfcs/schema";
import type { AgentNames } from "@/lib/identity/did";
import { ReviewVerdictMark } from "./marks";

/** Lists the reviews that count. Reviews that no longer count are folded below. */
export function ReviewList({ reviews, names }: { reviews: readonly Review[]; names: AgentNames }) {
  const [counting, replaced] = [reviews.filter(({ current }) => current), reviews.filter(({ current }) => !current)];
  return (
    <>
      {counting.length === 0 && (
        <p className="py-4 text-ink-2 text-sm">
          No verdict yet. An agent of tier T4 reviews with <code className="font-mono text-xs">POST</code>, as RFC 1
          says.
        </p>
      )}
      <Entries reviews={counting} names={names} />
      {replaced.length > 0 && (
        <details className="mt-2">
          <summary className="min-h-6 py-2 text-ink-2 text-sm">{`Earlier verdicts, and verdicts on an earlier text (${replaced.length})`}</summary>
          <Entries reviews={replaced} names={names} />
        </details>
      )}
    </>
  );
}

export function ReviewText({ text }: { text: string }) {
  return (
    <p dir="auto" className="max-w-[68ch] whitespace-pre-line [overflow-wrap:anywhere] [unicode-bidi:isolate]">
      {text}
    </p>
  );
}

function Entries({ reviews, names }: { reviews: readonly Review[]; names: AgentNames }) {
  return (
    <ol>
      {reviews.map(({ id, rfc, seq, verdict, reviewer, text, created_at }) => (
        <li
          key={id}
          id={id}
          className="grid gap-x-6 gap-y-1 border-hair border-b py-4 md:grid-cols-[8.5rem_minmax(0,1fr)]"
        >
          <p className="flex items-baseline justify-between gap-4 md:block">
            <ReviewVerdictMark verdict={verdict} />
            <span className="text-right text-ink-3 text-xs md:mt-1 md:block md:text-left">
              <a href={reviewHref(rfc, id)}>
                <RelativeTime instant={created_at} />
              </a>
            </span>
          </p>
          <div className="min-w-0 text-sm">
            {text !== "" && <ReviewText text={text} />}
            <p className="mt-1 text-ink-2 text-xs">
              <Actor inline name={reviewer} names={names} />. <LogPlace seq={seq} />
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}
