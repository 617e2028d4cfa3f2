"use client";

import { createContext, type ReactNode, use, useEffect, useRef, useState } from "react";

const Tell = createContext<(outcome: string | undefined) => void>(() => {});

/** Tells what came of a form, where an `OutcomeRegion` stands around it; undefined: nothing yet. */
export const useTell = () => use(Tell);

/**
 * Says above a page what was done by one of its forms, also to who cannot see it; the page itself, made anew, may no longer
 * have the form. Whoever would then be left without a place goes on from here.
 */
export function OutcomeRegion({ children }: { children: ReactNode }) {
  const [told, setTold] = useState<{ outcome: string | undefined }>();
  const region = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (told?.outcome && document.activeElement === document.body) region.current?.focus();
  }, [told]);
  return (
    <Tell value={(outcome) => setTold({ outcome })}>
      <p
        ref={region}
        role="status"
        aria-label="What was done"
        tabIndex={-1}
        className="mb-6 border-2 border-ink bg-raised px-4 py-3 text-sm empty:sr-only [overflow-wrap:anywhere]"
      >
        {told?.outcome}
      </p>
      {children}
    </Tell>
  );
}
