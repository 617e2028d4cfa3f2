/** A colour token. Its two values are `#rrggbb`. */
export interface ColourToken {
  name: string;
  light: string;
  dark: string;
}

/** A family of tokens, as named in the comment above them. */
export interface TokenFamily {
  name: string;
  meaning: string;
  tokens: ColourToken[];
}

/** The comment above a family. */
const FAMILY = /^([A-Z]+) — ([^*]*)\*\//;
const COLOUR = /(?<![\w-])--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g;

export function familiesOf(css: string): TokenFamily[] {
  return css.split("/* ").flatMap((part) => {
    const [, name = "", meaning = ""] = FAMILY.exec(part) ?? [];
    const tokens = [...part.matchAll(COLOUR)].map(([, token = "", light = "", dark = ""]) => ({
      name: token,
      light,
      dark,
    }));
    return name === "" || tokens.length === 0 ? [] : [{ name, meaning: meaning.replace(/\s+/g, " ").trim(), tokens }];
  });
}

/** Returns the relative luminance (WCAG 2.2). */
function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast of two colours, 1 to 21 (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}
