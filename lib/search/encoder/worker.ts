import { parentPort, workerData } from "node:worker_threads";
import { reasonOf } from "@/lib/foundation/reason";
import { serveThread } from "@/lib/foundation/thread";
import { asProse, confidenceOf } from "./legibility";
import type { FromThread } from "./messages";
import { ENCODER } from "./model";
import { Tokenizer } from "./tokenizer";
import { Transformer } from "./transformer";
import { Weights, weightsFolder } from "./weights";

// Runs on its own thread. Reports that the model is loaded, or why not. Then replies to each batch of texts.
const say = (message: FromThread, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer);

function load(): (texts: readonly string[]) => FromThread & { kind: "encoded" } {
  const weights = new Weights((workerData as { folder?: string } | undefined)?.folder ?? weightsFolder());
  const tokenizer = new Tokenizer(weights.vocabulary);
  const transformer = new Transformer(weights);
  return (texts) => {
    const startedAt = performance.now();
    const prose = texts.map(asProse);
    const tokens = prose.map((text) => tokenizer.encode(text));
    const vectors = new Float32Array(texts.length * ENCODER.dimensions);
    transformer.embed(tokens.map(({ pieces }) => pieces)).forEach((vector, n) => {
      vectors.set(vector, n * ENCODER.dimensions);
    });
    const confidences = tokens.map((each, n) => confidenceOf(prose[n] ?? "", each));
    return { kind: "encoded", vectors, confidences, milliseconds: performance.now() - startedAt };
  };
}

try {
  const encode = load();
  serveThread((texts: string[]) => {
    const encoded = encode(texts);
    say(encoded, [encoded.vectors.buffer as ArrayBuffer]);
  });
  say({ kind: "ready" });
} catch (error) {
  say({ kind: "failed", reason: reasonOf(error) });
}
