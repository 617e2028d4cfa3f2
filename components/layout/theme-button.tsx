"use client";

const YEAR_SECONDS = 31_536_000;

/** Turns the light on or off. The choice goes into a cookie, so that the server already renders it. */
export function ThemeButton() {
  const turn = () => {
    const root = document.documentElement;
    const dark = root.dataset["theme"] ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    const theme = dark === "dark" ? "light" : "dark";
    root.dataset["theme"] = theme;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
    document.cookie = `theme=${theme}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  };
  return (
    <button
      type="button"
      onClick={turn}
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
