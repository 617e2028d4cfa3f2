import { asProse } from "@/lib/search/encoder/legibility";
import { Tokenizer } from "@/lib/search/encoder/tokenizer";
import { Transformer } from "@/lib/search/encoder/transformer";
import { Weights, weightsFolder } from "@/lib/search/encoder/weights";
import { processorMilliseconds } from "../measure";
import { quantile } from "../rounds";
import { readClinc } from "./routing-questions";

const TEXTS = 256;
const ROUNDS = 5;
const megabytes = () => process.memoryUsage().rss / 1e6;

/** Measures the cost of the sentence encoder as processor time, on which other work on the machine has little effect. */
export async function encoder(): Promise<void> {
  const all = (await readClinc()).test.map(([text]) => text);
  const texts = all.filter((_, n) => n % Math.floor(all.length / TEXTS) === 0).slice(0, TEXTS);
  const memoryBefore = megabytes();
  let encode: (batch: readonly string[]) => void = () => {};
  const load = await processorMilliseconds(() => {
    const weights = new Weights(weightsFolder());
    const tokenizer = new Tokenizer(weights.vocabulary);
    const transformer = new Transformer(weights);
    encode = (batch) => transformer.embed(batch.map((text) => tokenizer.encode(asProse(text)).pieces));
  });
  const perText = async (size: number) => {
    const rounds: number[] = [];
    while (rounds.length < ROUNDS) {
      const spent = await processorMilliseconds(() => {
        for (let from = 0; from < texts.length; from += size) encode(texts.slice(from, from + size));
      });
      rounds.push(spent / texts.length);
    }
    return quantile(rounds, 0.5);
  };
  const print = (name: string, figure: number, unit: string) =>
    process.stdout.write(`${name.padEnd(26)}${figure.toFixed(1)} ${unit}\n`);
  print("load", load, "ms");
  print("a text, one at a time", await perText(1), "ms");
  print("a text, in batches of 32", await perText(32), "ms");
  print("memory", megabytes() - memoryBefore, "MB");
}
