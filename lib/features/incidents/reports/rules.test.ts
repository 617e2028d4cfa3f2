import { describe, expect, it } from "vitest";
import { PASSAGE_CHARACTERS, repeatingFields } from "./rules";

const PRIVATE = "I am the tenant of flat 4. My landlord uploaded the lease, and the agent sent it to a stranger.";
/** Forty characters of it. */
const PASSAGE = PRIVATE.slice(30, 30 + PASSAGE_CHARACTERS);
const repeats = (text: string) => repeatingFields({ description: text }, [PRIVATE, ""]).length > 0;

describe("a passage of a private text", () => {
  it("is found at any place, and named by its field", () => {
    const texts = { title: "A lease", description: `Somebody wrote: ${PASSAGE}!` };
    expect(repeatingFields(texts, ["Another.", PRIVATE])).toEqual(["description"]);
    expect(repeatingFields({ title: PASSAGE, description: PRIVATE }, [PRIVATE])).toEqual(["title", "description"]);
  });

  it("has 40 characters: one less is no passage", () => {
    expect(PASSAGE).toHaveLength(40);
    expect([repeats(PASSAGE), repeats(PASSAGE.slice(1)), repeats(PASSAGE.slice(0, -1))]).toEqual([true, false, false]);
  });

  it.each([
    ["capitals", PASSAGE.toUpperCase()],
    ["line breaks", PASSAGE.replaceAll(" ", "\n")],
    ["more spaces", PASSAGE.replaceAll(" ", " \t\u00a0 ")],
    ["wide letters", PASSAGE.replaceAll("a", "ａ")],
    ["joiners that nobody sees", PASSAGE.split("").join("\u200d")],
    ["soft hyphens", PASSAGE.split("").join("\u00ad")],
  ])("is found despite %s", (_, text) => {
    expect(text).not.toContain(PASSAGE);
    expect(repeats(text)).toBe(true);
  });

  it("is not found in other words, nor in or from an empty text", () => {
    expect(repeats("An agent sent a lease of a tenant to somebody who should not have it.")).toBe(false);
    expect([repeats(""), repeatingFields({ a: PASSAGE }, []).length]).toEqual([false, 0]);
  });

  it("counts a character outside the basic plane once", () => {
    expect(repeatingFields({ a: "🦆".repeat(39) }, ["🦆".repeat(80)])).toEqual([]);
    expect(repeatingFields({ a: "🦆".repeat(40) }, ["🦆".repeat(80)])).toEqual(["a"]);
  });
});
