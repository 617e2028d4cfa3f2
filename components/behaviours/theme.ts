import { onClick } from "./on-event";

const YEAR_SECONDS = 31_536_000;

/** Lets `<button data-turns="light">` turn the light on or off. The choice goes into a cookie, which the server reads. */
export function turnLight(): void {
  onClick("button[data-turns=light]", () => {
    const root = document.documentElement;
    const shown = root.dataset["theme"] ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    const theme = shown === "dark" ? "light" : "dark";
    root.dataset["theme"] = theme;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
    document.cookie = `theme=${theme}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  });
}
