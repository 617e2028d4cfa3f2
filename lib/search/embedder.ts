import type { SkillText } from "./schema";

/** The vectors of one skill: each is the direction of a group of its texts. Their length is irrelevant. */
export type Prototypes = Float32Array[];

/** The embedding of a text, from a model that computes one. */
export interface SemanticEmbedding {
  /** `ENCODER.dimensions` numbers, unit length. */
  vector: Float32Array;
  /** How well the model can read the text, 0 to 1. */
  confidence: number;
}

export interface EmbeddedIntent {
  /** All zeros for an intent without a word. */
  vector: Float32Array;
  /** null if the model has no embeddings, or did not compute them in time. */
  embedding: SemanticEmbedding | null;
}

export interface EmbeddedSkill {
  /** At most `MAX_PROTOTYPES`. */
  prototypes: Prototypes;
  /** For each text, in order; null for a model without embeddings. */
  embeddings: SemanticEmbedding[] | null;
}

/** Turns texts into vectors whose cosine measures their similarity. */
export interface Embedder {
  /** The model's name. Vectors of two models are never compared. */
  readonly model: string;
  /** null if only the model's first response shows it. */
  readonly dimensions: number | null;
  /** Whether it works without a network. */
  readonly builtIn: boolean;
  /** Embeds an intent. @returns null if the model does not respond in time */
  embedIntent(intent: string): Promise<EmbeddedIntent | null>;
  /**
   * Embeds skills. @param skills the texts of each skill
   * @throws Error with a sentence that says why there are no vectors
   */
  embedSkills(skills: readonly (readonly SkillText[])[]): Promise<EmbeddedSkill[]>;
  /** Returns the vectors that a registration stores at once. If absent, all vectors are made through the outbox. */
  embedAtOnce?: (texts: readonly SkillText[]) => Prototypes;
  /** Whether the outbox makes better vectors than those stored at once. */
  readonly deferred: boolean;
}
