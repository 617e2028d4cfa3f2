import { SignedWord } from "@/components/ui/signed-word";
import type { Verdict } from "@/lib/council/schema";

const FACES = {
  pass: { word: "Passed", path: "M2.5 6.5l2.5 2.5l4.5-6", className: "text-accent" },
  fail: { word: "Failed", path: "M3 3l6 6M9 3l-6 6", className: "text-ink" },
  pending: { word: "Pending", path: "M3 6h.01M6 6h.01M9 6h.01", className: "text-ink-3" },
} as const satisfies Record<Verdict, unknown>;

/** A verdict as its word, with a tick, a cross or three dots before it. */
export function VerdictMark({ verdict }: { verdict: Verdict }) {
  return <SignedWord {...FACES[verdict]} />;
}
