interface CopyButtonProps {
  text: string;
  /** Names the text, for those who cannot see it. */
  what: string;
}

/** Puts a text on the clipboard and says so (`components/behaviours/copy.ts`). */
export function CopyButton({ text, what }: CopyButtonProps) {
  return (
    <button
      type="button"
      data-copy={text}
      aria-label={`Copy ${what}`}
      className="min-h-8 min-w-18 cursor-pointer border border-rule px-2.5 font-medium text-accent text-xs hover:bg-accent-wash"
    >
      {/* Pressed before React is there, it says something else. */}
      <span aria-live="polite" suppressHydrationWarning>
        Copy
      </span>
    </button>
  );
}
