import { cp, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { cosine } from "../rules";
import { Tokenizer } from "./tokenizer";
import { Transformer } from "./transformer";
import { Weights, weightsFolder } from "./weights";

const LONG = "the cat sat on the mat and ".repeat(30).trim();
/** The first numbers that TensorFlow.js 4 computes of the same model (`@energetic-ai/embeddings` 0.2.0). */
const REFERENCE: Record<string, number[]> = {
  "how would you say fly in italian": [-0.05595, -0.02717, -0.05275, 0.01159, 0.0258, 0.05675],
  "Review my code, please.": [-0.03015, -0.05753, 0.01001, -0.05227, 0.03795, -0.03337],
  a: [0.03994, -0.04903, 0.04902, -0.0264, 0.03125, -0.04896],
  [LONG]: [0.05672, -0.04751, -0.07242, -0.04917, 0.06437, -0.01649],
};

let embed: (texts: readonly string[]) => Float32Array[];
beforeAll(() => {
  const weights = new Weights(weightsFolder());
  const tokenizer = new Tokenizer(weights.vocabulary);
  const transformer = new Transformer(weights);
  embed = (texts) => transformer.embed(texts.map((text) => tokenizer.encode(text).pieces));
});

describe("the transformer", () => {
  it.each(Object.entries(REFERENCE))("computes what TensorFlow does: %s", (text, expected) => {
    const [vector = new Float32Array()] = embed([text]);
    expect(vector).toHaveLength(512);
    expected.forEach((value, n) => {
      expect(vector[n]).toBeCloseTo(value, 4);
    });
  });

  it("gives a text the same vector in any company, at unit length", () => {
    const texts = [LONG, "a", "", LONG, ...Array.from({ length: 60 }, (_, n) => `sentence number ${n}`)];
    const together = embed(texts);
    expect(together).toHaveLength(texts.length);
    texts.forEach((text, n) => {
      const [alone = new Float32Array()] = embed([text]);
      const vector = together[n] ?? new Float32Array();
      expect(cosine(vector, alone)).toBeGreaterThan(0.999_999);
      expect(vector.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1, 5);
    });
    expect(embed([])).toEqual([]);
  });

  it("puts texts that mean the same closer than those that share words", () => {
    const [asked, same, other] = embed([
      "how much money is in my account",
      "what is my bank balance",
      "how much snow is in my garden",
    ]) as [Float32Array, Float32Array, Float32Array];
    expect(cosine(asked, same)).toBeGreaterThan(cosine(asked, other));
  });
});

describe("the weights", () => {
  it("are rejected in a sentence if one byte differs, a file is short, or one is missing", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "weights-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const copy = () => cp(weightsFolder(), folder, { recursive: true });
    const reason =
      /^The files of @energetic-ai\/model-embeddings-en are not those of 0\.2\.0\. Run npm ci to install them again\.$/;
    await copy();
    expect(() => new Weights(folder)).not.toThrow();
    for (const [file, place] of [
      ["group1-shard4of7", 1_000_000],
      ["model.json", 17],
      ["vocab.json", 9],
    ] as const) {
      const opened = await open(path.join(folder, file), "r+");
      await opened.write("~", place);
      await opened.close();
      expect(() => new Weights(folder)).toThrow(reason);
      await copy();
    }
    const cut = await open(path.join(folder, "group1-shard7of7"), "r+");
    await cut.truncate(1_000);
    await cut.close();
    expect(() => new Weights(folder)).toThrow(reason);
    await rm(path.join(folder, "vocab.json"));
    expect(() => new Weights(folder)).toThrow(/cannot be read \(ENOENT\)\. Run npm ci to install them\.$/);
  });
});
