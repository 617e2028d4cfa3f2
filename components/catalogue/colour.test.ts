import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contrastOf, contrastsOf, familiesOf, LINE_CONTRAST, LINE_PAIRS, TEXT_CONTRAST, TEXT_PAIRS } from "./colour";

const tokens = readFileSync("app/tokens.css", "utf8");
const families = familiesOf(tokens);

describe("the colour tokens", () => {
  it("are read, all of them, in their families", () => {
    expect(families.flatMap((family) => family.tokens)).toHaveLength([...tokens.matchAll(/: light-dark\(/g)].length);
    expect(families.map(({ name }) => name)).toContain("SEVERITY");
    expect(contrastOf("#000000", "#ffffff")).toBeCloseTo(21);
  });

  it.each(TEXT_PAIRS)("have %s on %s readable in both themes (WCAG 2.2, AA)", (...pair) => {
    const { light, dark } = contrastsOf(families, pair);
    expect(Math.min(light, dark)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
  });

  it.each(LINE_PAIRS)("have %s on %s seen in both themes (WCAG 2.2, 1.4.11)", (...pair) => {
    const { light, dark } = contrastsOf(families, pair);
    expect(Math.min(light, dark)).toBeGreaterThanOrEqual(LINE_CONTRAST);
  });
});
