import type { ReactNode } from "react";
import { BUTTON } from "./button";

interface ConfirmProps {
  summary: string;
  /** Shown opened: once its form was refused. */
  open?: boolean;
  children: ReactNode;
}

/** A step before an act that cannot be undone: what it does, and only then its form. Works without JavaScript. */
export function Confirm({ summary, open = false, children }: ConfirmProps) {
  return (
    <details open={open} className="group">
      <summary className={`${BUTTON.quiet} list-none [&::-webkit-details-marker]:hidden`}>{summary}</summary>
      <div className="mt-3 border-ink border-l-2 pl-4">{children}</div>
    </details>
  );
}
