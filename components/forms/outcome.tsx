"use client";

import { createContext, type ReactNode, use, useEffect, useRef, useState } from "react";

const AnnounceContext = createContext<(outcome: string | undefined) => void>(() => {});

/** Returns a function that announces a form's outcome in the surrounding `OutcomeRegion`. Undefined clears it. */
export const useAnnounce = () => use(AnnounceContext);

/**
 * Shows the outcome of a form above the page, also for screen readers. The refreshed page may no longer contain the
 * form, so if the focus is lost, it moves here.
 * @param sent the outcome of a form that a browser sent without JavaScript
 */
export function OutcomeRegion({ sent, children }: { sent?: string | undefined; children: ReactNode }) {
  const [announced, setAnnounced] = useState<{ outcome: string | undefined }>({ outcome: sent });
  const region = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (announced.outcome && document.activeElement === document.body) region.current?.focus();
  }, [announced]);
  return (
    <AnnounceContext value={(outcome) => setAnnounced({ outcome })}>
      <p
        ref={region}
        role="status"
        aria-label="Result"
        tabIndex={-1}
        className="mb-6 border-2 border-ink bg-raised px-4 py-3 text-sm empty:sr-only [overflow-wrap:anywhere]"
      >
        {announced.outcome}
      </p>
      {children}
    </AnnounceContext>
  );
}
