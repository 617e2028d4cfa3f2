import { asProse } from "@/lib/search/encoder/legibility";
import { Tokenizer } from "@/lib/search/encoder/tokenizer";
import { Transformer } from "@/lib/search/encoder/transformer";
import { Weights, weightsFolder } from "@/lib/search/encoder/weights";
import { CONTRAST_TEXTS } from "@/lib/search/examples/settings";
import type { AgentRecord } from "@/lib/search/ranking/record";
import { cosine, rescaledCosine } from "@/lib/search/rules";
import { getEmbedder } from "@/lib/search/service/get-embedder";

/** So many vectors the service compares with a question, the nearest. */
const NEAREST = 64;

/** How near the agents nearest to a question are in meaning, by DID. */
type Meanings = ReadonlyMap<string, number>;

/** Returns the vectors of texts: of the model of EMBEDDINGS_URL, or of its stand-in, the sentence encoder of the service. */
async function embedAll(texts: readonly string[]): Promise<Float32Array[]> {
  const embedder = getEmbedder();
  if (!embedder.builtIn) {
    const embedded = await embedder.embedSkills(texts.map((text) => [{ kind: "example", text }]));
    return embedded.map(({ prototypes: [vector = new Float32Array()] }) => vector);
  }
  const weights = new Weights(weightsFolder());
  const tokenizer = new Tokenizer(weights.vocabulary);
  return new Transformer(weights).embed(texts.map((text) => tokenizer.encode(asProse(text)).pieces));
}

/** Compares each question with the names and descriptions of all records, as the service does with a remote model. */
export async function readMeanings(
  questions: readonly string[],
  records: readonly AgentRecord[],
): Promise<Map<string, Meanings>> {
  const texts = records.flatMap(({ did, name, description = "" }) =>
    [name, description].flatMap((text) => (text === "" ? [] : [{ did, text }])),
  );
  const asked = [...new Set(questions)];
  const vectors = await embedAll([...asked, ...CONTRAST_TEXTS, ...texts.map(({ text }) => text)]);
  const contrasts = vectors.slice(asked.length, asked.length + CONTRAST_TEXTS.length);
  const said = vectors.slice(asked.length + CONTRAST_TEXTS.length);
  return new Map(
    asked.map((question, at) => {
      const own = vectors[at] ?? new Float32Array();
      const baseline = contrasts.reduce((sum, contrast) => sum + cosine(contrast, own), 0) / contrasts.length;
      const nearest = texts
        .map(({ did }, place) => ({ did, near: cosine(said[place] ?? own, own) }))
        .sort((a, b) => b.near - a.near)
        .slice(0, NEAREST);
      // The best of an agent is the last that is put.
      return [question, new Map(nearest.reverse().map(({ did, near }) => [did, rescaledCosine(near, baseline)]))];
    }),
  );
}
