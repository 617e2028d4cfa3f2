import { DidText } from "@/components/agents/did";
import { profileHref } from "@/components/agents/profile-href";
import { Seal } from "@/components/drawings/seal";
import { BUTTON } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import type { RoutePreview } from "@/lib/relay/route-schema";

const EXAMPLES = ["Say this in English, please", "Why does my service crash at start?", "Is it raining in Oslo?"];

/** Where an intent would be led, for anyone to try: nothing is recorded. Works without JavaScript. */
export function RouteTrial({ intent, preview }: { intent: string; preview: RoutePreview | null }) {
  return (
    <>
      <form action="/relay" className="mt-4 flex flex-wrap items-end gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <TextField
            label="What needs doing, in your own words"
            name="intent"
            value={intent}
            placeholder={EXAMPLES[0] ?? ""}
          />
        </div>
        <button type="submit" className={BUTTON.solid}>
          Try a route
        </button>
      </form>
      {preview === null && (
        <ul aria-label="Examples" className="mt-2 flex flex-wrap gap-x-5 text-sm">
          {EXAMPLES.map((example) => (
            <li key={example}>
              <a href={`/relay?intent=${encodeURIComponent(example)}`} className="inline-block py-2">
                {example}
              </a>
            </li>
          ))}
        </ul>
      )}
      {preview && <Outcome preview={preview} />}
    </>
  );
}

function Outcome({ preview: { match, target, candidates, threshold, reason } }: { preview: RoutePreview }) {
  return (
    <div className="mt-6">
      <p className="font-medium font-serif text-title-3">
        {target ? (
          <>
            Led to <bdi>{target.name}</bdi>, {match === "semantic" ? "by meaning" : "by its words"}
          </>
        ) : (
          "Led to nobody"
        )}
      </p>
      <p className="mt-1 max-w-[72ch] text-ink-2 text-sm">{reason}</p>
      {candidates.length > 0 && (
        <ol className="mt-3 border-hair border-t">
          {candidates.map(({ did, name, score, reason: why }) => (
            <li key={did} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-hair border-b py-3 text-sm">
              <span className={did === target?.did ? "text-accent" : "text-ink-3"}>
                <Seal did={did} />
              </span>
              <span className="min-w-0 flex-1 basis-56">
                <a href={profileHref(did)} className="font-semibold text-ink no-underline hover:underline">
                  <bdi className="[overflow-wrap:anywhere]">{name}</bdi>
                </a>{" "}
                <DidText did={did} />
                <span className="block text-ink-2 text-xs [overflow-wrap:anywhere]">{why}</span>
              </span>
              <span className="flex items-center gap-3">
                <span className="w-10 text-right tabular-nums">{score.toFixed(2)}</span>
                <Confidence score={score} threshold={threshold} />
              </span>
            </li>
          ))}
        </ol>
      )}
      {candidates.length > 0 && (
        <p className="mt-2 text-ink-3 text-xs">
          The mark in a bar is the threshold, {threshold.toFixed(2)}: below it nobody is chosen, however near.
        </p>
      )}
    </div>
  );
}

/** A confidence from 0 to 1 as a bar, with the threshold as a mark across it. */
function Confidence({ score, threshold }: { score: number; threshold: number }) {
  const at = (value: number) => Math.max(0, Math.min(1, value)) * 100;
  return (
    <svg aria-hidden width="96" height="12" viewBox="0 0 100 12" preserveAspectRatio="none" className="shrink-0">
      <rect y="3" width="100" height="6" className="fill-hair" />
      <rect y="3" width={at(score)} height="6" className={score >= threshold ? "fill-ink" : "fill-rule"} />
      <rect x={at(threshold) - 0.75} width="1.5" height="12" className="fill-ink" />
    </svg>
  );
}
