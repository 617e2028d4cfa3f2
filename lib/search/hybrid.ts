import { LRUCache } from "lru-cache";
import { charged } from "@/lib/authority/context";
import { NoAnswer, withDeadline } from "@/lib/foundation/deadline";
import type { EmbeddedIntent, EmbeddedSkill, Embedder, SemanticEmbedding } from "./embedder";
import { type Encoder, EncoderUnavailable } from "./encoder/encoder";
import { ENCODER } from "./encoder/model";
import { embedText, LEXICAL } from "./lexical";
import { normalised, prototypesOf, textsWithVectors } from "./rules";
import type { SkillText } from "./schema";

/** How long a question waits for its embedding. It usually takes 4 ms, and longer while the encoder loads. */
const WAIT_MILLISECONDS = 50;
const KEPT_QUESTIONS = 1_000;

const FOLDED = ENCODER.dimensions / 2;
/**
 * The share of meaning in a vector's squared length, for a text that the encoder can read. Chosen on CLINC150's
 * validation texts.
 */
const SEMANTIC_WEIGHT = 0.7;

export const HYBRID = { model: `${ENCODER.model}+${LEXICAL.model}`, dimensions: FOLDED + LEXICAL.dimensions } as const;

/**
 * Halves the number of dimensions with almost the same cosines: each number is the sum of two, one of them with a sign
 * that depends on its position (a sparse random projection).
 */
function folded(vector: Float32Array): Float32Array {
  const halves = new Float32Array(FOLDED);
  for (let i = 0; i < FOLDED; i += 1) {
    const sign = Math.imul(i, 0x9e3779b1) & 0x10000 ? 1 : -1;
    halves[i] = (vector[i] ?? 0) + sign * (vector[i + FOLDED] ?? 0);
  }
  return normalised(halves);
}

/**
 * Joins a text's embedding and its words in one vector, so one cosine compares both. The less the encoder can read, the
 * more weight the words have. Without an embedding, only the words count.
 */
function hybridVector(text: string, embedding: SemanticEmbedding | null): Float32Array {
  const share = SEMANTIC_WEIGHT * (embedding?.confidence ?? 0);
  const vector = new Float32Array(HYBRID.dimensions);
  if (embedding && share > 0) vector.set(folded(embedding.vector).map((value) => value * Math.sqrt(share)));
  vector.set(
    embedText(text).map((value) => value * Math.sqrt(1 - share)),
    FOLDED,
  );
  return vector;
}

function directionsOf(texts: readonly SkillText[], embeddings?: readonly SemanticEmbedding[]): Float32Array[] {
  const embeddingOf = new Map(texts.map((text, n) => [text, embeddings?.[n] ?? null]));
  return prototypesOf(textsWithVectors(texts).map((text) => hybridVector(text.text, embeddingOf.get(text) ?? null)));
}

/** Compares embeddings and words. A registration stores the words at once. The embeddings follow through the outbox. */
export class HybridEmbedder implements Embedder {
  readonly model = HYBRID.model;
  readonly dimensions = HYBRID.dimensions;
  readonly builtIn = true;
  readonly deferred = true;
  private readonly encoder: Pick<Encoder, "embedTexts"> | null;
  private readonly waitMilliseconds: number;
  /** The embeddings of the last questions, also of those for which nobody waits any longer. */
  private readonly kept = new LRUCache<string, Promise<SemanticEmbedding | null>>({ max: KEPT_QUESTIONS });

  /**
   * Creates the embedder. @param encoder null if intents are compared by their words, as while the index changes to
   * another model @param waitMilliseconds how long an intent waits for its embedding, before its words decide
   */
  constructor(encoder: Pick<Encoder, "embedTexts"> | null, waitMilliseconds = WAIT_MILLISECONDS) {
    this.encoder = encoder;
    this.waitMilliseconds = waitMilliseconds;
  }

  async embedIntent(intent: string): Promise<EmbeddedIntent> {
    const embedding = await this.embeddingOf(intent);
    return { vector: charged(() => hybridVector(intent, embedding)), embedding };
  }

  /** Embeds one skill. @throws EncoderUnavailable */
  async embedSkills(skills: readonly (readonly SkillText[])[]): Promise<EmbeddedSkill[]> {
    const embedded: EmbeddedSkill[] = [];
    // One skill after another, so that the texts of many do not fill the encoder's queue.
    for (const texts of skills) {
      const embeddings = await this.encode(texts.map(({ text }) => text));
      embedded.push({ prototypes: directionsOf(texts, embeddings), embeddings });
    }
    return embedded;
  }

  embedAtOnce = (texts: readonly SkillText[]) => directionsOf(texts);

  private async encode(texts: readonly string[]): Promise<SemanticEmbedding[]> {
    if (!this.encoder) throw new EncoderUnavailable("The settings choose another embedder.");
    return this.encoder.embedTexts(texts, "background");
  }

  /** Returns the embedding of an intent, or null if the encoder does not respond in time. */
  private async embeddingOf(intent: string): Promise<SemanticEmbedding | null> {
    const asked = this.kept.get(intent) ?? this.ask(intent);
    this.kept.set(intent, asked);
    try {
      return await withDeadline(asked, this.waitMilliseconds);
    } catch (error) {
      if (error instanceof EncoderUnavailable || error instanceof NoAnswer) return null;
      throw error;
    }
  }

  private async ask(intent: string): Promise<SemanticEmbedding | null> {
    try {
      const [embedding] = (await this.encoder?.embedTexts([intent], "interactive")) ?? [];
      return embedding && embedding.confidence > 0 ? embedding : null;
    } catch (error) {
      this.kept.delete(intent);
      throw error;
    }
  }
}
