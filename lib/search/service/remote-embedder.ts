import { z } from "zod";
import { trimEndOf } from "@/lib/foundation/text/trim";
import type { EmbeddedIntent, EmbeddedSkill, Embedder } from "../embedder";
import { prototypesOf, textsWithVectors } from "../rules";
import type { SkillText } from "../schema";

export interface RemoteSettings {
  /** The whole address, or the part before `/v1/embeddings`. */
  url: string;
  model: string;
  apiKey?: string | undefined;
  batchTexts?: number;
  /** The time limit of a request for skills. A request for an intent has an eighth of it, because a caller waits. */
  timeoutMilliseconds?: number;
  /** How often a request for skills is retried. A request for an intent is not retried. */
  retries?: number;
  pauseMilliseconds?: number;
  /** For how long no intents are sent after this many failures in a row. */
  openMilliseconds?: number;
}

const FAILURES_TO_OPEN = 3;
const MAX_TEXTS = 64;
const MAX_PAUSE_MILLISECONDS = 10_000;

const Answer = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()) })),
});

/** The fault of an endpoint, in a sentence without its address or key. `passing`: a retry may succeed. */
class EndpointError extends Error {
  readonly passing: boolean;
  readonly retryAfterMilliseconds: number;
  constructor(message: string, passing: boolean, retryAfterMilliseconds = 0) {
    super(message);
    this.passing = passing;
    this.retryAfterMilliseconds = retryAfterMilliseconds;
  }
}

function endpointOf(url: string): string {
  return /\/embeddings\/?$/.test(new URL(url).pathname) ? url : `${trimEndOf(url, "/")}/v1/embeddings`;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Returns the texts of a skill to send: without duplicates, and only the first ones, which say most. */
function textsOf(texts: readonly SkillText[]): string[] {
  return [...new Set(textsWithVectors(texts).map(({ text }) => text))].slice(0, MAX_TEXTS);
}

/**
 * An embedder that uses an OpenAI-compatible `POST …/v1/embeddings` (`{model, input}` → `{data: [{index,
 * embedding}]}`). After three failures in a row, the endpoint is not called for a while, so that it does not slow down
 * each intent.
 */
export class RemoteEmbedder implements Embedder {
  readonly model: string;
  readonly builtIn = false;
  readonly deferred = true;
  dimensions: number | null = null;
  private readonly endpoint: string;
  private readonly options: Required<Omit<RemoteSettings, "url" | "model" | "apiKey">> & { apiKey: string | undefined };
  private failures = 0;
  private openUntil = 0;

  constructor({ url, model, apiKey, ...options }: RemoteSettings) {
    this.model = model;
    this.endpoint = endpointOf(url);
    this.options = {
      batchTexts: 64,
      timeoutMilliseconds: 16_000,
      retries: 3,
      pauseMilliseconds: 500,
      openMilliseconds: 30_000,
      ...options,
      apiKey,
    };
  }

  async embedIntent(intent: string): Promise<EmbeddedIntent | null> {
    if (performance.now() < this.openUntil) return null;
    try {
      const [vector] = await this.request([intent], this.options.timeoutMilliseconds / 8);
      this.failures = 0;
      return vector ? { vector, embedding: null } : null;
    } catch {
      this.failures += 1;
      if (this.failures >= FAILURES_TO_OPEN) this.openUntil = performance.now() + this.options.openMilliseconds;
      return null;
    }
  }

  async embedSkills(skills: readonly (readonly SkillText[])[]): Promise<EmbeddedSkill[]> {
    const texts = skills.map(textsOf);
    const vectors = await this.embed(texts.flat());
    this.failures = 0;
    let from = 0;
    return texts.map(({ length }) => {
      const own = vectors.slice(from, from + length);
      from += length;
      return { prototypes: prototypesOf(own), embeddings: null };
    });
  }

  private async embed(texts: readonly string[]): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let from = 0; from < texts.length; from += this.options.batchTexts) {
      vectors.push(...(await this.retried(texts.slice(from, from + this.options.batchTexts))));
    }
    return vectors;
  }

  private async retried(texts: readonly string[]): Promise<Float32Array[]> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.request(texts, this.options.timeoutMilliseconds);
      } catch (error) {
        if (!(error instanceof EndpointError) || !error.passing || attempt >= this.options.retries) throw error;
        const grown = this.options.pauseMilliseconds * 2 ** attempt * (0.5 + Math.random());
        await pause(Math.min(Math.max(grown, error.retryAfterMilliseconds), MAX_PAUSE_MILLISECONDS));
      }
    }
  }

  private async request(texts: readonly string[], timeoutMilliseconds: number): Promise<Float32Array[]> {
    const { apiKey } = this.options;
    let response: Response;
    let body: unknown;
    try {
      response = await fetch(this.endpoint, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify({ model: this.model, input: texts, encoding_format: "float" }),
        // A redirect would send the key to another host.
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMilliseconds),
      });
      body = response.ok ? await response.json().catch(() => undefined) : await response.body?.cancel();
    } catch (error) {
      const late = error instanceof Error && error.name === "TimeoutError";
      throw new EndpointError(late ? "it did not respond in time" : "it could not be reached", true);
    }
    if (!response.ok) {
      const passing = response.status === 429 || response.status >= 500;
      const after = Number(response.headers.get("retry-after")) * 1_000;
      throw new EndpointError(
        `it responded with status ${response.status}`,
        passing,
        Number.isFinite(after) ? after : 0,
      );
    }
    return this.vectorsIn(body, texts.length);
  }

  private vectorsIn(body: unknown, expected: number): Float32Array[] {
    const answer = Answer.safeParse(body);
    if (!answer.success) throw new EndpointError("its response is not that of an embeddings endpoint", false);
    const { data } = answer.data;
    const vectors = data.toSorted((a, b) => a.index - b.index).map(({ embedding }) => Float32Array.from(embedding));
    const inOrder = data.toSorted((a, b) => a.index - b.index).every(({ index }, n) => index === n);
    if (vectors.length !== expected || !inOrder) {
      throw new EndpointError(`it returned ${data.length} vectors for ${expected} texts`, false);
    }
    for (const vector of vectors) {
      if (!vector.every(Number.isFinite)) throw new EndpointError("a vector of its response is not finite", false);
      this.dimensions ??= vector.length;
      if (vector.length !== this.dimensions || vector.length === 0) {
        throw new EndpointError(`a vector has ${vector.length} dimensions instead of ${this.dimensions}`, false);
      }
    }
    return vectors;
  }
}
