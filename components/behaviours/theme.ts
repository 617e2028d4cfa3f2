import { cookieOf } from "@/lib/http/cookie";
import { asTheme, THEME_COOKIE, type Theme } from "@/lib/http/theme";
import { onClick } from "./on-event";

const YEAR_SECONDS = 31_536_000;

/**
 * Lets `<button data-theme-choice>` choose light, dark or the system's preference
 * (`components/layout/theme-choice.tsx`). The choice is a cookie that the server reads, so the next page needs no
 * script. The system's preference is stored as no cookie.
 */
export function chooseTheme(): void {
  onClick<HTMLButtonElement>("button[data-theme-choice]", ({ dataset }) => {
    const theme = asTheme(dataset["themeChoice"]);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
    document.cookie = `${THEME_COOKIE}=${theme ?? ""}; path=/; max-age=${theme ? YEAR_SECONDS : 0}; samesite=lax`;
    show(theme);
  });
  // A page from the browser's cache may be older than the choice.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) show(asTheme(cookieOf(document.cookie, THEME_COOKIE)));
  });
}

function show(theme: Theme | undefined): void {
  if (theme) document.documentElement.dataset["theme"] = theme;
  else delete document.documentElement.dataset["theme"];
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-theme-choice]")) {
    button.ariaPressed = String(asTheme(button.dataset["themeChoice"]) === theme);
  }
}
