/** Turns the light on or off (`components/behaviours/theme.ts`). */
export function ThemeButton() {
  return (
    <button
      type="button"
      data-turns="light"
      aria-label="Switch between light and dark"
      className="grid size-11 cursor-pointer place-items-center text-ink-2 hover:text-ink"
    >
      <svg aria-hidden width="18" height="18" viewBox="0 0 18 18">
        <circle cx="9" cy="9" r="7.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <path d="M9 1.75a7.25 7.25 0 0 1 0 14.5z" fill="currentColor" />
      </svg>
    </button>
  );
}
