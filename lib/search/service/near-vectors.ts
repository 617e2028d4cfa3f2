import type { Embedder } from "@/lib/vectors/embedder";
import { normalised } from "@/lib/vectors/rules";

/** Texts that are given to the embedder at a time. */
const BATCH = 32;
/** After a failure the embedder is left alone for so long. */
const PAUSE_MILLISECONDS = 60_000;

interface Known {
  parts: readonly string[];
  vectors: Float32Array[];
  /** Whether these are the embedder's best, not those that it makes at once. */
  final: boolean;
}

/** The cosine of two vectors of length 1. */
function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

/**
 * Vectors of texts in memory. Those that the embedder makes at once are there at once; the better ones are made in the
 * background, and no one waits for them.
 */
export class NearVectors {
  private readonly known = new Map<string, Known>();
  private readonly embedder: Embedder;
  private working = false;
  private pausedUntil = 0;

  constructor(embedder: Embedder) {
    this.embedder = embedder;
  }

  has(key: string): boolean {
    return this.known.has(key);
  }

  add(key: string, parts: readonly string[]): void {
    const { embedAtOnce, deferred } = this.embedder;
    const vectors = parts.flatMap((text) => embedAtOnce?.([{ kind: "description", text }]) ?? []);
    this.known.set(key, { parts, vectors, final: embedAtOnce !== undefined && !deferred });
  }

  /** Forgets all whose keys are not kept. */
  keep(isKept: (key: string) => boolean): void {
    for (const key of this.known.keys()) if (!isKept(key)) this.known.delete(key);
  }

  /** Keys by the cosine of their best part, best first, at least `least`. */
  nearest(vector: Float32Array, least: number): { key: string; cosine: number }[] {
    const asked = normalised(vector);
    const found = [...this.known].map(([key, { vectors }]) => ({
      key,
      cosine: vectors.reduce((best, each) => Math.max(best, product(asked, each)), 0),
    }));
    return found.filter((one) => one.cosine >= least).sort((a, b) => b.cosine - a.cosine);
  }

  /** Makes the better vectors, as far as the embedder answers. At most one such work is under way. */
  async improve(now = Date.now()): Promise<void> {
    if (this.working || now < this.pausedUntil) return;
    this.working = true;
    try {
      for (let batch = this.next(); batch.length > 0; batch = this.next()) await this.embed(batch);
    } catch {
      this.pausedUntil = now + PAUSE_MILLISECONDS;
    } finally {
      this.working = false;
    }
  }

  private next(): Known[] {
    const waiting = [...this.known.values()].filter(({ final }) => !final);
    let texts = 0;
    return waiting.filter(({ parts }, at) => {
      texts += parts.length;
      return at === 0 || texts <= BATCH;
    });
  }

  private async embed(batch: readonly Known[]): Promise<void> {
    const texts = batch.flatMap(({ parts }) => parts);
    const embedded = await this.embedder.embedSkills(texts.map((text) => [{ kind: "description", text }]));
    let at = 0;
    for (const known of batch) {
      const own = embedded.slice(at, at + known.parts.length);
      known.vectors = own.flatMap(({ prototypes }) => prototypes.map(normalised));
      known.final = true;
      at += known.parts.length;
    }
  }
}
