import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { AgentIndex } from "@/lib/search/ranking/agent-index";
import { readJudged, readRecords, slugOf } from "./judged-questions";
import { fitLogistic, logistic } from "./logistic";
import { dataPath } from "./routing-questions";

const isPresent = existsSync(dataPath("search/tune.json"));

describe.skipIf(!isPresent)("the judged questions about the real list", () => {
  it("are answered as the bench says: half of the first ones right, few wrong picks, none where nothing fits", () => {
    const index = new AgentIndex();
    for (const record of readRecords()) index.put(record);
    const answers = readJudged().map(({ question, grades }) => {
      const { found, pick } = index.search(question);
      const gradeOf = (did: string | null | undefined) => (did == null ? undefined : (grades[slugOf(did)] ?? 0));
      const isAnswerable = Object.values(grades).includes(2);
      return { isAnswerable, first: gradeOf(found[0]?.did), picked: gradeOf(pick) };
    });
    const answerable = answers.filter(({ isAnswerable }) => isAnswerable);
    const share = (part: unknown[], of: unknown[]) => part.length / of.length;
    expect(
      share(
        answerable.filter(({ first }) => first === 2),
        answerable,
      ),
    ).toBeGreaterThan(0.5);
    expect(
      share(
        answerable.filter(({ picked }) => picked === 2),
        answerable,
      ),
    ).toBeGreaterThan(0.33);
    expect(
      share(
        answers.filter(({ picked }) => picked !== undefined && picked < 2),
        answers,
      ),
    ).toBeLessThan(0.05);
  });
});

describe("a logistic regression", () => {
  it("finds the weights that made its examples", () => {
    const examples = Array.from({ length: 4_000 }, (_, n) => {
      const features = [1, (n % 40) / 10 - 2, (n % 7) - 3];
      return { features, right: logistic(0.5 - 2 * (features[1] ?? 0) + (features[2] ?? 0)), weight: 1 };
    });
    const [bias = 0, one = 0, other = 0] = fitLogistic(examples);
    expect(bias).toBeCloseTo(0.5, 1);
    expect(one).toBeCloseTo(-2, 1);
    expect(other).toBeCloseTo(1, 1);
  });
});
