"use client";

import type { MouseEvent, ReactNode } from "react";
import type { DirectoryQuery } from "@/lib/agents/schema";
import { addressOf } from "./address";

/** Shows another view of the directory: the address changes, the list follows. */
export function showView(query: DirectoryQuery, { replace = false } = {}): void {
  const address = addressOf(query);
  if (replace) window.history.replaceState(null, "", address);
  else window.history.pushState(null, "", address);
}

interface ViewLinkProps {
  query: DirectoryQuery;
  children: ReactNode;
  className?: string;
  current?: boolean | undefined;
  label?: string;
}

/** A link to a view. Without JavaScript it is a plain link; with it, no page is loaded. */
export function ViewLink({ query, children, className, current, label }: ViewLinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    showView(query);
  };
  return (
    <a
      href={addressOf(query)}
      onClick={follow}
      className={className}
      aria-current={current ? "true" : undefined}
      aria-label={label}
    >
      {children}
    </a>
  );
}
