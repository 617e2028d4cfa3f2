import { cookies } from "next/headers";
import { asTheme, THEME_COOKIE, type Theme } from "@/lib/http/theme";

/** The theme that the visitor chose; undefined: the system's. */
export async function chosenTheme(): Promise<Theme | undefined> {
  return asTheme((await cookies()).get(THEME_COOKIE)?.value);
}
