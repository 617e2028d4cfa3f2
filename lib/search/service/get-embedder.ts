import type { Database } from "@/lib/database/open";
import { settings } from "@/lib/foundation/env";
import type { Embedder } from "../embedder";
import { HYBRID, HybridEmbedder } from "../hybrid";
import { LEXICAL, lexicalEmbedder } from "../lexical";
import { getEncoder } from "./get-encoder";
import { RemoteEmbedder } from "./remote-embedder";

let embedder: Embedder | undefined;

/**
 * Returns the embedder of the settings. The process has only one, so all callers share what it learns about a failing
 * endpoint.
 */
export function getEmbedder(): Embedder {
  if (embedder) return embedder;
  const { EMBEDDER, EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: model, EMBEDDINGS_API_KEY: apiKey } = settings();
  if (url && model) embedder = new RemoteEmbedder({ url, model, apiKey });
  else embedder = EMBEDDER === "lexical" ? lexicalEmbedder : new HybridEmbedder(getEncoder());
  return embedder;
}

/** Returns the embedder for anchors. Without a remote model, it compares words only, because anchors are numerous. */
export function anchorEmbedder(): Embedder {
  const present = getEmbedder();
  return present.builtIn ? lexicalEmbedder : present;
}

/** Replaces the process's embedder. Tests use it. */
export function setEmbedder(replacement: Embedder): void {
  embedder = replacement;
}

/**
 * Returns the embedder for intents with a model's vectors: that of the settings, or a built-in one while an index
 * changes from it. Returns undefined for a remote model that is no longer in the settings.
 */
export function embedderOf(model: string): Embedder | undefined {
  const present = getEmbedder();
  if (present.model === model) return present;
  if (model === LEXICAL.model) return lexicalEmbedder;
  return model === HYBRID.model ? new HybridEmbedder(getEncoder()) : undefined;
}

/** The model that each database serves, as this process last read it. */
const served = new WeakMap<Database, string>();

const byWords = new WeakSet<Database>();
const wordsOnly = new HybridEmbedder(null);

/** Makes a database's intents be compared by words only if the encoder would be called, so nothing waits for it. */
export function forceLexical(db: Database): void {
  byWords.add(db);
}

/** Returns the embedder of the vectors that are searched at present. */
export function getActiveEmbedder(db: Database): Embedder {
  const embedder = embedderOf(served.get(db) ?? "") ?? getEmbedder();
  return byWords.has(db) && embedder.model === HYBRID.model ? wordsOnly : embedder;
}

/**
 * Stores which model's vectors a database has.
 * @returns whether `getActiveEmbedder` has changed
 */
export function setActiveModel(db: Database, model: string): boolean {
  const before = getActiveEmbedder(db).model;
  served.set(db, model);
  return getActiveEmbedder(db).model !== before;
}
