import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contrastOf, familiesOf } from "./testing/contrast";

const tokens = readFileSync("app/tokens.css", "utf8");
const families = familiesOf(tokens);

/** The least contrast of text, and of a line or drawing, with its background (WCAG 2.2, AA). */
const TEXT_CONTRAST = 4.5;
const LINE_CONTRAST = 3;

const PAPERS = ["paper", "paper-raised", "paper-sunk"];
const onPapers = (...tokens: string[]) =>
  tokens.flatMap((token) => PAPERS.map((paper): [string, string] => [token, paper]));

/** Texts and their backgrounds. */
const TEXT_PAIRS: readonly [text: string, ground: string][] = [
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

/** Lines and filled shapes, and their backgrounds. */
const LINE_PAIRS: readonly [line: string, ground: string][] = [
  ["rule", "paper"],
  ["rule-total", "paper"],
  ["tier-edge", "paper"],
  ["focus", "paper"],
  ["frozen-edge", "paper"],
];

/** Returns the contrast of a pair in both themes. @throws Error if a token does not exist */
function contrastsOf([over, under]: readonly [string, string]) {
  const tokens = families.flatMap((family) => family.tokens);
  const [first, second] = [over, under].map((wanted) => tokens.find(({ name }) => name === wanted));
  if (!first || !second) throw new Error(`there is no token ${first ? under : over}`);
  return { light: contrastOf(first.light, second.light), dark: contrastOf(first.dark, second.dark) };
}

describe("the colour tokens", () => {
  it("are all read, with their families", () => {
    expect(families.flatMap((family) => family.tokens)).toHaveLength([...tokens.matchAll(/: light-dark\(/g)].length);
    expect(families.map(({ name }) => name)).toContain("SEVERITY");
    expect(contrastOf("#000000", "#ffffff")).toBeCloseTo(21);
  });

  it.each(TEXT_PAIRS)("give %s on %s enough contrast for text in both themes (WCAG 2.2, AA)", (...pair) => {
    const { light, dark } = contrastsOf(pair);
    expect(Math.min(light, dark)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
  });

  it.each(LINE_PAIRS)("give %s on %s enough contrast for lines in both themes (WCAG 2.2, 1.4.11)", (...pair) => {
    const { light, dark } = contrastsOf(pair);
    expect(Math.min(light, dark)).toBeGreaterThanOrEqual(LINE_CONTRAST);
  });
});
