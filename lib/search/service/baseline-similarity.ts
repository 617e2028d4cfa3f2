import type { Embedder } from "../embedder";
import { CONTRAST_TEXTS } from "../examples/settings";
import { cosine } from "../rules";

const contrasts = new WeakMap<Embedder, Promise<Float32Array[] | null>>();

/** Returns the vectors of the contrast texts. They are requested once, and again only after a failed request. */
function contrastOf(embedder: Embedder): Promise<Float32Array[] | null> {
  const known = contrasts.get(embedder);
  if (known) return known;
  const skills = CONTRAST_TEXTS.map((text) => [{ kind: "example" as const, text }]);
  const asked = embedder.embedSkills(skills).then(
    (embedded) => embedded.flatMap(({ prototypes }) => prototypes),
    () => {
      contrasts.delete(embedder);
      return null;
    },
  );
  contrasts.set(embedder, asked);
  return asked;
}

/**
 * Returns the mean cosine of an intent with unrelated texts. A remote model's cosines have no known scale, so this is
 * their zero.
 * @returns null for the built-in embedder, whose scale is known, and until the model has responded, without waiting
 */
export async function baselineSimilarity(embedder: Embedder, intent: Float32Array): Promise<number | null> {
  if (embedder.builtIn) return null;
  const vectors = await Promise.race([contrastOf(embedder), null]);
  if (!vectors || vectors.length === 0) return null;
  return vectors.reduce((sum, vector) => sum + cosine(vector, intent), 0) / vectors.length;
}
