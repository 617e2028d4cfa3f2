import type { ReactNode } from "react";

interface ScrollerProps {
  as?: "div" | "pre" | "section";
  label?: string;
  className?: string;
  children: ReactNode;
}

/** Scrolls content that may be larger than its place. It takes the focus, so it can be scrolled with the keyboard. */
export function Scroller({ as: Element = "div", label, className = "overflow-x-auto", children }: ScrollerProps) {
  return (
    <Element tabIndex={0} aria-label={label} className={className}>
      {children}
    </Element>
  );
}
