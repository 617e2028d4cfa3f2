import { asProse } from "@/lib/search/encoder/legibility";
import { Tokenizer } from "@/lib/search/encoder/tokenizer";
import { Transformer } from "@/lib/search/encoder/transformer";
import { Weights, weightsFolder } from "@/lib/search/encoder/weights";
import { readClinc } from "./routing-questions";

// Measures the cost of the sentence encoder as processor time, on which other work on the machine has little effect.
const TEXTS = 256;
const ROUNDS = 5;
const megabytes = () => process.memoryUsage().rss / 1e6;

function processorMilliseconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const all = (await readClinc()).test.map(([text]) => text);
const texts = all.filter((_, n) => n % Math.floor(all.length / TEXTS) === 0).slice(0, TEXTS);
const memoryBefore = megabytes();
let encode: (batch: readonly string[]) => void = () => {};
const load = processorMilliseconds(() => {
  const weights = new Weights(weightsFolder());
  const tokenizer = new Tokenizer(weights.vocabulary);
  const transformer = new Transformer(weights);
  encode = (batch) => transformer.embed(batch.map((text) => tokenizer.encode(asProse(text)).pieces));
});
const perText = (size: number) => {
  const rounds = Array.from({ length: ROUNDS }, () =>
    processorMilliseconds(() => {
      for (let from = 0; from < texts.length; from += size) encode(texts.slice(from, from + size));
    }),
  );
  return (rounds.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0) / texts.length;
};
const figures = [
  ["load", load, "ms"],
  ["a text, one at a time", perText(1), "ms"],
  ["a text, in batches of 32", perText(32), "ms"],
  ["memory", megabytes() - memoryBefore, "MB"],
] as const;
for (const [name, figure, unit] of figures) process.stdout.write(`${name.padEnd(26)}${figure.toFixed(1)} ${unit}\n`);
