interface CopyButtonProps {
  text: string;
  /** The name of the text, for screen readers. */
  what: string;
}

/**
 * Copies a text to the clipboard (`components/behaviours/copy.ts`). The sign is small, because it is next to every
 * hash. It needs JavaScript and is hidden without.
 */
export function CopyButton({ text, what }: CopyButtonProps) {
  return (
    <button
      type="button"
      data-copy={text}
      aria-label={`Copy ${what}`}
      title={`Copy ${what}`}
      // The button may be pressed before React starts.
      suppressHydrationWarning
      className="group/copy relative -my-2 inline-grid size-8 shrink-0 cursor-pointer place-items-center align-middle text-ink-3 hover:text-accent max-md:size-11 noscript:hidden"
    >
      <svg aria-hidden width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.5">
        <path d="M5.75 5.75h8.5v8.5h-8.5zM3.5 10.25H1.75v-8.5h8.5V3.5" className="group-data-copied/copy:hidden" />
        <path d="M2 8.5l4 4 8-9" className="hidden stroke-2 stroke-accent group-data-copied/copy:inline" />
      </svg>
      <span
        aria-live="polite"
        suppressHydrationWarning
        className="absolute top-1/2 right-full z-10 -translate-y-1/2 whitespace-nowrap bg-ink px-2 text-inverse text-xs leading-6 empty:sr-only"
      />
    </button>
  );
}
