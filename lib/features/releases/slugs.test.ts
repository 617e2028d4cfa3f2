import { describe, expect, it } from "vitest";
import type { Change } from "./schema";
import { slugsOf } from "./slugs";

const added = (text: string): Change => ({ kind: "Added", text });
const slugsIn = (changes: Change[]) => {
  const slugs = slugsOf(changes);
  return changes.map((change) => slugs.get(change));
};

describe("the permalink of a change", () => {
  it("is its kind and its first words, without what an address would escape", () => {
    expect(slugsIn([added("`GET /api/agents/search`: finds Łódź’s agents, “à la carte”.")])).toEqual([
      "added-get-api-agents-search-finds-odzs-agents-a-la-carte",
    ]);
  });

  it("has at most 60 characters, and ends with a whole word", () => {
    const [slug = ""] = slugsIn([added("word ".repeat(40))]);
    expect(slug).toMatch(/^added(-word)+$/);
    expect(slug.length).toBeGreaterThan(50);
    expect(slug.length).toBeLessThanOrEqual(60);
  });

  it("does not change when lines are added before it, between others, or above it in a newer release", () => {
    const [first, second] = [added("Search by meaning."), added("Feeds for agents.")];
    const before = slugsIn([first, second]);
    const after = slugsOf([added("Another."), first, added("One more."), second, added("The last.")]);
    expect([after.get(first), after.get(second)]).toEqual(before);
  });

  it("is unique: of those that begin alike, the older one keeps its own", () => {
    expect(slugsIn([added("Same."), added("Same!"), added("Same")])).toEqual([
      "added-same-3",
      "added-same-2",
      "added-same",
    ]);
    expect(slugsIn([added("Same 2"), added("Same."), added("Same.")])).toEqual([
      "added-same-2-2",
      "added-same-2",
      "added-same",
    ]);
  });

  it("exists if a text has no letter that an address can show", () => {
    expect(slugsIn([added("…")])).toEqual(["added-change"]);
  });
});
