import { expect, it } from "vitest";
import type { MetTerm } from "@/lib/search/ranking/met";
import { matchOf } from "./match";

const met = (term: string, word: string, how: MetTerm["how"]): MetTerm => ({ term, word, how, field: "skill" });

it.each<[string, { p: number; met: MetTerm[] }, string[], string]>([
  ["a named agent", { p: 1, met: [] }, ["glossa"], "words"],
  ["all words", { p: 0.7, met: [met("translating", "translat", "exact")] }, ["translating"], "words"],
  ["a part of a name", { p: 0.7, met: [met("weather", "openweather", "near")] }, ["weather"], "words"],
  ["a mistyped word", { p: 0.7, met: [met("tranlsate", "translat", "near")] }, ["tranlsate"], "typo"],
  [
    "a generic word in another spelling",
    { p: 0.7, met: [met("lease", "leas", "exact"), met("agnet", "agent", "near")] },
    ["lease"],
    "words",
  ],
  ["a missing word", { p: 0.7, met: [met("lease", "leas", "exact")] }, ["lease", "prague"], "meaning"],
  ["a related word", { p: 0.7, met: [met("accounting", "invoic", "related")] }, ["accounting"], "meaning"],
  ["the meaning of a name", { p: 0.7, met: [met("database", "databas", "name")] }, ["database"], "meaning"],
])("%s: %#", (_, found, asked, match) => {
  expect(matchOf(found, asked)).toBe(match);
});
