/**
 * A message from the thread. `vectors` contains the vectors of a batch, one after the other; `milliseconds` is how long it
 * took.
 */
export type FromThread =
  | { kind: "ready" }
  | { kind: "failed"; reason: string }
  | { kind: "encoded"; vectors: Float32Array; confidences: number[]; milliseconds: number };
