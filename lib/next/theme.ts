import { cookies } from "next/headers";
import { asTheme, THEME_COOKIE, type Theme } from "@/lib/http/theme";

/** Returns the theme that the visitor chose, or undefined for the system's theme. */
export async function chosenTheme(): Promise<Theme | undefined> {
  return asTheme((await cookies()).get(THEME_COOKIE)?.value);
}
