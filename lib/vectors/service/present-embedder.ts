import { settings } from "@/lib/env";
import type { Embedder } from "../embedder";
import { lexicalEmbedder } from "../lexical";
import { RemoteEmbedder } from "./remote-embedder";

// One for the process's bundles together: what one has learnt of a dead endpoint, all know.
const slot = globalThis as { fgsEmbedder?: Embedder };

/** The embedder that the settings name. */
export function presentEmbedder(): Embedder {
  if (slot.fgsEmbedder) return slot.fgsEmbedder;
  const { EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: model, EMBEDDINGS_API_KEY: apiKey } = settings();
  slot.fgsEmbedder = url && model ? new RemoteEmbedder({ url, model, apiKey }) : lexicalEmbedder;
  return slot.fgsEmbedder;
}
