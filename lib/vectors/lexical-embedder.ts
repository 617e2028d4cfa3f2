import type { Embedder } from "./embedder";
import { embedText, LEXICAL } from "./lexical";
import { prototypesOf } from "./rules";

/** The built-in embedder: deterministic, in this process, nothing to download. */
export const lexicalEmbedder: Embedder = {
  ...LEXICAL,
  builtIn: true,
  embedIntent: async (intent) => embedText(intent),
  embedSkills: async (skills) => skills.map((texts) => prototypesOf(texts.map(({ text }) => embedText(text)))),
};
