import type { ReactNode } from "react";
import { HashJoint } from "./hash-glyph";

/** Shows a whole hash in two lines, so two of them can be compared by eye. */
export function WholeHash({ hash }: { hash: string }) {
  return (
    <code className="block font-mono text-xs leading-5">
      {hash.slice(0, 32)}
      <wbr />
      {hash.slice(32)}
    </code>
  );
}

interface Slip {
  label: string;
  hash: string;
}

interface HashPairProps {
  upper: Slip;
  lower: Slip;
  /** The text of the lower slip if there is no hash. */
  absent?: string;
  /** Shown at the right of the upper slip. */
  action?: ReactNode;
}

/** Shows two hashes that should be equal, as two paper slips. Their edges fit if the hashes are equal. */
export function HashPair({ upper, lower, absent = "None", action }: HashPairProps) {
  const missing = lower.hash === "";
  return (
    <figure className="w-full max-w-76">
      <div className="border-ink border-x border-t bg-slip-a px-4 pt-2.5 pb-1">
        <div className="flex items-center justify-between gap-3 pb-1">
          <span className="min-w-0 text-ink-2 text-xs [overflow-wrap:anywhere]">{upper.label}</span>
          {action}
        </div>
        <WholeHash hash={upper.hash} />
      </div>
      <HashJoint upper={upper.hash} lower={lower.hash} />
      <div
        className={`px-4 pt-1 pb-2.5 ${missing ? "border border-rule border-dashed" : "border-ink border-x border-b bg-slip-b"}`}
      >
        <span className="block text-ink-2 text-xs">{lower.label}</span>
        {missing ? <span className="block text-sm leading-5">{absent}</span> : <WholeHash hash={lower.hash} />}
      </div>
      <figcaption className="sr-only">
        {missing ? absent : upper.hash === lower.hash ? "The two hashes are equal." : "The two hashes differ."}
      </figcaption>
    </figure>
  );
}
