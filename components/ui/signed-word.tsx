/** A word with a sign before it: the word says it, the sign is for the eye. @param path of the sign, in a box of 12 */
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
