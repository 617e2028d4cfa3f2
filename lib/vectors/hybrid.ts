import type { EmbeddedIntent, EmbeddedSkill, Embedder, Meaning } from "./embedder";
import { type Encoder, EncoderUnavailable } from "./encoder/encoder";
import { ENCODER } from "./encoder/model";
import { embedText, LEXICAL } from "./lexical";
import { normalised, prototypesOf, textsWithVectors } from "./rules";
import type { SkillText } from "./schema";

const FOLDED = ENCODER.dimensions / 2;
/** How much of a vector's square is meaning, for a text that the encoder can read. Chosen on CLINC150's validation texts. */
const MEANING_SHARE = 0.7;

export const HYBRID = { model: `${ENCODER.model}+${LEXICAL.model}`, dimensions: FOLDED + LEXICAL.dimensions } as const;

/**
 * Half as many numbers with nearly the same cosines: each is the sum of two, one of them with a sign by its place
 * (a sparse random projection).
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
 * A text's meaning and its words side by side, so that one cosine compares both. What the encoder cannot read well leans
 * on the words; without a meaning they stand alone.
 */
function hybridVector(text: string, meaning: Meaning | null): Float32Array {
  const share = MEANING_SHARE * (meaning?.confidence ?? 0);
  const vector = new Float32Array(HYBRID.dimensions);
  if (meaning && share > 0) vector.set(folded(meaning.vector).map((value) => value * Math.sqrt(share)));
  vector.set(
    embedText(text).map((value) => value * Math.sqrt(1 - share)),
    FOLDED,
  );
  return vector;
}

/** The directions of a skill's texts. */
function directionsOf(texts: readonly SkillText[], meanings?: readonly Meaning[]): Float32Array[] {
  const meaningOf = new Map(texts.map((text, n) => [text, meanings?.[n] ?? null]));
  return prototypesOf(textsWithVectors(texts).map((text) => hybridVector(text.text, meaningOf.get(text) ?? null)));
}

/** Compares meanings and words. A registration has the words at once; the meanings come through the outbox. */
export class HybridEmbedder implements Embedder {
  readonly model = HYBRID.model;
  readonly dimensions = HYBRID.dimensions;
  readonly builtIn = true;
  readonly deferred = true;
  private readonly encoder: Pick<Encoder, "embedTexts"> | null;

  /** @param encoder null: intents are compared by their words, as while the index changes to another model */
  constructor(encoder: Pick<Encoder, "embedTexts"> | null) {
    this.encoder = encoder;
  }

  async embedIntent(intent: string): Promise<EmbeddedIntent> {
    const meaning = await this.meaningOf(intent);
    return { vector: hybridVector(intent, meaning), meaning };
  }

  /** @throws EncoderUnavailable */
  async embedSkills(skills: readonly (readonly SkillText[])[]): Promise<EmbeddedSkill[]> {
    const embedded: EmbeddedSkill[] = [];
    // One skill after another, so that the texts of many do not fill the encoder's queue.
    for (const texts of skills) {
      const meanings = await this.encode(texts.map(({ text }) => text));
      embedded.push({ prototypes: directionsOf(texts, meanings), meanings });
    }
    return embedded;
  }

  embedAtOnce = (texts: readonly SkillText[]) => directionsOf(texts);

  private async encode(texts: readonly string[]): Promise<Meaning[]> {
    if (!this.encoder) throw new EncoderUnavailable("The settings choose another embedder.");
    return this.encoder.embedTexts(texts, "background");
  }

  /** The meaning of an intent; null where the encoder does not answer in time. */
  private async meaningOf(intent: string): Promise<Meaning | null> {
    if (!this.encoder) return null;
    try {
      const [meaning] = await this.encoder.embedTexts([intent], "interactive");
      return meaning && meaning.confidence > 0 ? meaning : null;
    } catch (error) {
      if (error instanceof EncoderUnavailable) return null;
      throw error;
    }
  }
}
