import { describe, expect, it } from "vitest";
import { figuresOf, type Scores, scoreAll, scoresOf } from "./retrieval-figures";

/** Scores in which every figure is the same number. */
const all = (figure: number): Scores => ({
  recallAt1: figure,
  recallAt5: figure,
  foundAt5: figure,
  reciprocalRank: figure,
});

describe("the scores of one ranking", () => {
  it("are 1 where the only target comes first", () => {
    expect(scoresOf(["a"], ["a", "b"])).toEqual(all(1));
  });

  it("are 0 where no target is ranked, or nothing is", () => {
    expect(scoresOf(["a"], ["b", "c"])).toEqual(all(0));
    expect(scoresOf(["a"], [])).toEqual(all(0));
  });

  it("count the targets among the first five, and the rank of the first one", () => {
    expect(scoresOf(["a", "b", "c"], ["x", "b", "y", "z", "c", "a"])).toEqual({
      recallAt1: 0,
      recallAt5: 2 / 3,
      foundAt5: 1,
      reciprocalRank: 1 / 2,
    });
  });

  it("see a target at rank six only in the reciprocal rank", () => {
    expect(scoresOf(["a"], ["1", "2", "3", "4", "5", "a"])).toEqual({ ...all(0), reciprocalRank: 1 / 6 });
  });

  it("can reach 1 with more than five targets", () => {
    expect(scoresOf(["a", "b", "c", "d", "e", "f", "g"], ["g", "f", "e", "d", "c"])).toEqual(all(1));
  });

  it("count a name that is ranked twice at its first rank only", () => {
    expect(scoresOf(["a", "b"], ["a", "a", "a", "a", "a", "b"])).toEqual(all(1));
  });

  it("do not exist without a target", () => {
    expect(() => scoresOf([], ["a"])).toThrow("needs a target");
  });
});

describe("the figures over questions", () => {
  it("are of the rankings of the questions, in their order", async () => {
    const questions = [
      { question: "one", targets: ["1"] },
      { question: "two", targets: ["2"] },
    ];
    const scores = await scoreAll(questions, async (question) => (question === "one" ? ["1"] : ["1", "2"]));
    expect(scores).toEqual([all(1), { recallAt1: 0, recallAt5: 1, foundAt5: 1, reciprocalRank: 1 / 2 }]);
    const { recallAt1, recallAt5, reciprocalRank } = figuresOf(scores);
    expect([recallAt1.mean, recallAt5.mean, reciprocalRank.mean]).toEqual([0.5, 1, 0.75]);
  });

  it("have an interval without width where all questions score alike", () => {
    expect(figuresOf([all(0.5), all(0.5)]).recallAt5).toEqual({ mean: 0.5, low: 0.5, high: 0.5 });
  });

  it("have the interval of a binomial share", () => {
    // 25 of 100: the standard error is 0.0433, and 1.96 of it reach from 0.165 to 0.335.
    const { mean, low, high } = figuresOf(Array.from({ length: 100 }, (_, n) => all(n % 4 === 0 ? 1 : 0))).recallAt1;
    expect(mean).toBe(0.25);
    expect(Math.abs(low - 0.165)).toBeLessThan(0.015);
    expect(Math.abs(high - 0.335)).toBeLessThan(0.015);
  });

  it("are the same for the same scores", () => {
    const scores = Array.from({ length: 40 }, (_, n) => all((n % 7) / 7));
    expect(figuresOf(scores)).toEqual(figuresOf(scores));
  });
});
