import type { Database } from "@/lib/db/open";
import { settings } from "@/lib/env";
import type { Embedder } from "../embedder";
import { HYBRID, HybridEmbedder } from "../hybrid";
import { LEXICAL, lexicalEmbedder } from "../lexical";
import { getEncoder } from "./get-encoder";
import { RemoteEmbedder } from "./remote-embedder";

let embedder: Embedder | undefined;

/** Returns the embedder that the settings name. The process has one, so what it learns of a dead endpoint holds for all. */
export function presentEmbedder(): Embedder {
  if (embedder) return embedder;
  const { EMBEDDER, EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: model, EMBEDDINGS_API_KEY: apiKey } = settings();
  if (url && model) embedder = new RemoteEmbedder({ url, model, apiKey });
  else embedder = EMBEDDER === "lexical" ? lexicalEmbedder : new HybridEmbedder(getEncoder());
  return embedder;
}

/** Returns what embeds anchors: the words alone, where no remote model does it, since there are many of them. */
export function anchorEmbedder(): Embedder {
  const present = presentEmbedder();
  return present.builtIn ? lexicalEmbedder : present;
}

/** Replaces the process's embedder. Tests use it. */
export function setEmbedder(replacement: Embedder): void {
  embedder = replacement;
}

/**
 * Returns what can embed intents for a model's vectors: the embedder of the settings, or a built-in one while an index
 * changes from it. Undefined for a remote model that the settings no longer name.
 */
export function embedderOf(model: string): Embedder | undefined {
  const present = presentEmbedder();
  if (present.model === model) return present;
  if (model === LEXICAL.model) return lexicalEmbedder;
  return model === HYBRID.model ? new HybridEmbedder(getEncoder()) : undefined;
}

/** The model that each database serves, as this process saw it last. */
const served = new WeakMap<Database, string>();

const byWords = new WeakSet<Database>();
const wordsOnly = new HybridEmbedder(null);

/** Has a database's intents compared by their words alone where the encoder would be asked, so that nothing waits for it. */
export function serveByWords(db: Database): void {
  byWords.add(db);
}

/** Returns the embedder of the vectors that are searched at present. */
export function servingEmbedder(db: Database): Embedder {
  const embedder = embedderOf(served.get(db) ?? "") ?? presentEmbedder();
  return byWords.has(db) && embedder.model === HYBRID.model ? wordsOnly : embedder;
}

/**
 * Notes which model's vectors a database has.
 * @returns whether `servingEmbedder` is another now
 */
export function noteServed(db: Database, model: string): boolean {
  const before = servingEmbedder(db).model;
  served.set(db, model);
  return servingEmbedder(db).model !== before;
}
