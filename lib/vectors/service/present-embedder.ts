import { settings } from "@/lib/env";
import type { Embedder } from "../embedder";
import { lexicalEmbedder } from "../lexical";
import { RemoteEmbedder } from "./remote-embedder";

let embedder: Embedder | undefined;

/** Returns the embedder that the settings name. The process has one, so what it learns of a dead endpoint holds for all. */
export function presentEmbedder(): Embedder {
  if (embedder) return embedder;
  const { EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: model, EMBEDDINGS_API_KEY: apiKey } = settings();
  embedder = url && model ? new RemoteEmbedder({ url, model, apiKey }) : lexicalEmbedder;
  return embedder;
}

/** Replaces the process's embedder. Tests use it. */
export function setEmbedder(replacement: Embedder): void {
  embedder = replacement;
}
