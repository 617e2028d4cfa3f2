/** The cookie with a visitor's choice. Without it a page follows the system's preference. */
export const THEME_COOKIE = "theme";

export type Theme = "light" | "dark";

/** Parses the cookie's value. Any other value counts as no choice. */
export function asTheme(value: string | undefined): Theme | undefined {
  return value === "light" || value === "dark" ? value : undefined;
}
