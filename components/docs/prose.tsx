import { Fragment } from "react";

/** A sentence of a declaration, where what stands between backticks is code. */
export function Prose({ text }: { text: string }) {
  const parts = [...text.matchAll(/`([^`]+)`|[^`]+|`/g)];
  return parts.map(({ index, 0: words, 1: code }) =>
    code === undefined ? (
      <Fragment key={index}>{words}</Fragment>
    ) : (
      <code key={index} className="font-mono text-[0.9em] [overflow-wrap:anywhere]">
        {code}
      </code>
    ),
  );
}
