/** A colour token: its two values as `#rrggbb`. */
export interface ColourToken {
  name: string;
  light: string;
  dark: string;
}

/** A family of tokens, as a comment above them says it. */
export interface TokenFamily {
  name: string;
  meaning: string;
  tokens: ColourToken[];
}

const FAMILY = /\/\* ([A-Z]+) — ([\s\S]*?)\*\/([\s\S]*?)(?=\/\* [A-Z]+ —|\}\s*$)/g;
const COLOUR = /--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g;

/** The families of a token file that have colours. */
export function familiesOf(css: string): TokenFamily[] {
  return [...css.matchAll(FAMILY)].flatMap(([, name = "", meaning = "", body = ""]) => {
    const tokens = [...body.matchAll(COLOUR)].map(([, token = "", light = "", dark = ""]) => ({
      name: token,
      light,
      dark,
    }));
    return tokens.length === 0 ? [] : [{ name, meaning: meaning.replace(/\s+/g, " ").trim(), tokens }];
  });
}

/** Relative luminance (WCAG 2.2). */
function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours, 1 to 21 (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The least contrast of text with its ground, and of a line or drawing (WCAG 2.2, AA). */
export const TEXT_CONTRAST = 4.5;
export const LINE_CONTRAST = 3;

const PAPERS = ["paper", "paper-raised", "paper-sunk"];
const onPapers = (...tokens: string[]) =>
  tokens.flatMap((token) => PAPERS.map((paper): [string, string] => [token, paper]));

/** Which text stands on which ground. */
export const TEXT_PAIRS: readonly [text: string, ground: string][] = [
  ...onPapers("ink", "ink-2", "ink-3", "accent"),
  ["ink-inverse", "ink"],
  ["on-accent", "accent"],
  ["accent-strong", "accent-wash"],
  ["sev-low", "paper"],
  ["sev-major", "paper"],
  ["sev-critical", "paper"],
  ["sev-critical", "sev-critical-wash"],
  ["frozen", "paper"],
  ["frozen", "frozen-wash"],
];

/** Which line or filled shape must be seen on which ground. */
export const LINE_PAIRS: readonly [line: string, ground: string][] = [
  ["rule", "paper"],
  ["rule-total", "paper"],
  ["tier-edge", "paper"],
  ["focus", "paper"],
  ["frozen-edge", "paper"],
];

/** The contrast of a pair in both themes. @throws Error for a token that there is not */
export function contrastsOf(families: readonly TokenFamily[], [over, under]: readonly [string, string]) {
  const tokens = families.flatMap((family) => family.tokens);
  const [first, second] = [over, under].map((wanted) => tokens.find(({ name }) => name === wanted));
  if (!first || !second) throw new Error(`there is no token ${first ? under : over}`);
  return { light: contrastOf(first.light, second.light), dark: contrastOf(first.dark, second.dark) };
}
