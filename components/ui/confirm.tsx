import type { ReactNode } from "react";
import { BUTTON } from "./button";

interface ConfirmProps {
  summary: string;
  /** Whether it is open from the start, after its form was rejected. */
  open?: boolean;
  children: ReactNode;
}

/** Explains an action that cannot be undone before it shows the form. It works without JavaScript. */
export function Confirm({ summary, open = false, children }: ConfirmProps) {
  return (
    <details open={open} className="group">
      <summary className={`${BUTTON.quiet} list-none [&::-webkit-details-marker]:hidden`}>{summary}</summary>
      <div className="mt-3 border-ink border-l-2 pl-4">{children}</div>
    </details>
  );
}
