import { settings } from "@/lib/foundation/env";
import { Encoder } from "../encoder/encoder";
import type { VectorStoreHealth } from "../schema";

let encoder: Encoder | undefined;

/** Returns the process's local encoder, or null if the settings choose another embedder. */
export function getEncoder(): Encoder | null {
  const { EMBEDDER, EMBEDDINGS_URL } = settings();
  if (!encoder && (EMBEDDER === "lexical" || EMBEDDINGS_URL !== undefined)) return null;
  encoder ??= new Encoder();
  return encoder;
}

/** Replaces the process's local encoder. Tests use it. */
export function setEncoder(replacement: Encoder | undefined): void {
  encoder = replacement;
}

/** Ends the local encoder's thread if it runs, before the process ends. */
export async function endEncoder(): Promise<void> {
  await encoder?.end();
}

/** Returns the local encoder's state without loading it. */
export function getEncoderHealth(): VectorStoreHealth["encoder"] {
  return getEncoder()?.state() ?? { status: "off", reason: null };
}
