import type { Embedder } from "@/lib/search/embedder";
import { normalised } from "@/lib/search/rules";

/** The number of texts in one call of the embedder. */
const BATCH = 32;
/** How long the embedder is not called after a failure. */
const PAUSE_MILLISECONDS = 60_000;

interface Known {
  parts: readonly string[];
  vectors: Float32Array[];
  /** Whether these are the embedder's best vectors, not those that it makes at once. */
  final: boolean;
}

/** Returns the cosine of two vectors of length 1. */
function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

/**
 * Vectors of texts, in memory. Vectors that the embedder makes at once are available immediately. Better ones are made
 * in the background, and nothing waits for them.
 */
export class VectorCache {
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

  /** Deletes all vectors whose keys are not kept. */
  keep(isKept: (key: string) => boolean): void {
    for (const key of this.known.keys()) if (!isKept(key)) this.known.delete(key);
  }

  /** Returns the keys by the cosine of their best part, best first, at least `least`. */
  nearest(vector: Float32Array, least: number): { key: string; cosine: number }[] {
    const asked = normalised(vector);
    const found = [...this.known].map(([key, { vectors }]) => ({
      key,
      cosine: vectors.reduce((best, each) => Math.max(best, product(asked, each)), 0),
    }));
    return found.filter((one) => one.cosine >= least).sort((a, b) => b.cosine - a.cosine);
  }

  /** Makes the better vectors until the embedder fails. Only one such task runs at a time. */
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
