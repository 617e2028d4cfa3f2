import type { SkillText } from "./schema";

/** Vectors that stand for one skill: each the direction of a group of its texts. Length does not matter. */
export type Prototypes = Float32Array[];

/** What turns texts into vectors whose cosine says how alike they are. */
export interface Embedder {
  /** Names the model; vectors of two models are never compared. */
  readonly model: string;
  /** Null where only the model's answers tell. */
  readonly dimensions: number | null;
  /** Needs no network, so a registration waits for it; another's vectors come later, through the outbox. */
  readonly builtIn: boolean;
  /** @returns all zeros for an intent without a word; null where the model does not answer in time */
  embedIntent(intent: string): Promise<Float32Array | null>;
  /**
   * @param skills the texts of each skill
   * @returns the prototypes of each, at most `MAX_PROTOTYPES`
   * @throws Error with a sentence that says what is wrong with a remote model's answer
   */
  embedSkills(skills: readonly (readonly SkillText[])[]): Promise<Prototypes[]>;
}
