import type { SkillText } from "./schema";

/** Vectors that stand for one skill: each the direction of a group of its texts. Length does not matter. */
export type Prototypes = Float32Array[];

/** What a text means, for a model that can say so. */
export interface Meaning {
  /** Of `ENCODER.dimensions` numbers, unit length. */
  vector: Float32Array;
  /** How well the model can read the text, 0 to 1. */
  confidence: number;
}

export interface EmbeddedIntent {
  /** All zeros for an intent without a word. */
  vector: Float32Array;
  /** null where the model has no meanings, or they could not be made in time. */
  meaning: Meaning | null;
}

export interface EmbeddedSkill {
  /** At most `MAX_PROTOTYPES`. */
  prototypes: Prototypes;
  /** Of each text, in order; null for a model that has none. */
  meanings: Meaning[] | null;
}

/** What turns texts into vectors whose cosine says how alike they are. */
export interface Embedder {
  /** Names the model; vectors of two models are never compared. */
  readonly model: string;
  /** Null where only the model's answers tell. */
  readonly dimensions: number | null;
  /** Needs no network. */
  readonly builtIn: boolean;
  /** @returns null where the model does not answer in time */
  embedIntent(intent: string): Promise<EmbeddedIntent | null>;
  /**
   * @param skills the texts of each skill
   * @throws Error with a sentence that says why there are no vectors
   */
  embedSkills(skills: readonly (readonly SkillText[])[]): Promise<EmbeddedSkill[]>;
  /** Vectors that a registration stores at once. Absent: they come through the outbox only. */
  embedAtOnce?: (texts: readonly SkillText[]) => Prototypes;
  /** Whether the outbox makes better vectors than those at once. */
  readonly deferred: boolean;
}
