import type { Embedder } from "@/lib/vectors/embedder";
import { cosine } from "@/lib/vectors/rules";
import { CONTRAST_TEXTS } from "../rules/settings";

const contrasts = new WeakMap<Embedder, Promise<Float32Array[] | null>>();

/** The vectors of the contrast texts, asked for once; again only where the model did not answer. */
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
 * How alike a remote model finds an intent and texts that mean nothing in particular, since its cosines have no scale of
 * their own.
 * @returns null for the built-in embedder, whose cosines have one, and while the model has not answered: nobody waits
 */
export async function backgroundOf(embedder: Embedder, intent: Float32Array): Promise<number | null> {
  if (embedder.builtIn) return null;
  const vectors = await Promise.race([contrastOf(embedder), null]);
  if (!vectors || vectors.length === 0) return null;
  return vectors.reduce((sum, vector) => sum + cosine(vector, intent), 0) / vectors.length;
}
