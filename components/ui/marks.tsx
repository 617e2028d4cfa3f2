import type { ReactNode } from "react";

/** Shows a word with a sign before it. The sign only repeats the word. @param path of the sign, in a box of 12 */
export function SignedWord({ word, path, className }: { word: string; path: string; className: string }) {
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap font-semibold text-sm ${className}`}>
      <svg aria-hidden width="12" height="12" viewBox="0 0 12 12" fill="none" stroke="currentColor" strokeWidth="2">
        <path d={path} strokeLinecap="round" />
      </svg>
      {word}
    </span>
  );
}

/** Shows whether something matches the manifest, in words with a sign. */
export function MatchMark({ match, children }: { match: boolean; children: ReactNode }) {
  return (
    <span className={`inline-flex items-center gap-2 font-semibold ${match ? "text-accent" : "text-ink"}`}>
      {match ? (
        <svg
          aria-hidden
          width="14"
          height="14"
          viewBox="0 0 14 14"
          className="shrink-0"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
        >
          <path d="M1.5 7.5l3.5 3.5 7.5-8" />
        </svg>
      ) : (
        <svg aria-hidden width="16" height="16" viewBox="0 0 16 16" className="shrink-0" strokeWidth="2">
          <path d="M0 0H16V16H0Z" fill="currentColor" />
          <path d="M4.5 4.5l7 7M11.5 4.5l-7 7" className="stroke-paper" />
        </svg>
      )}
      {children}
    </span>
  );
}
