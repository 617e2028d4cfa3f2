import type { Theme } from "@/lib/http/theme";

const CHOICES = [
  { choice: "system", name: "System" },
  { choice: "light", name: "Light" },
  { choice: "dark", name: "Dark" },
] as const;

/** Chooses the theme (`components/behaviours/theme.ts`). It needs JavaScript and is hidden without. */
export function ThemeChoice({ theme }: { theme: Theme | undefined }) {
  return (
    <fieldset aria-label="Theme" className="flex items-center noscript:hidden">
      <span aria-hidden className="mr-1">
        Theme
      </span>
      {CHOICES.map(({ choice, name }) => (
        <button
          key={choice}
          type="button"
          data-theme-choice={choice}
          aria-pressed={choice === (theme ?? "system")}
          // The button may be pressed before React starts.
          suppressHydrationWarning
          className="min-h-11 min-w-11 cursor-pointer px-2 text-accent hover:underline aria-pressed:font-semibold aria-pressed:text-ink"
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
