export interface CheckRequest {
  log: string;
  /** The state verified at the last visit. */
  last: Visit | null;
}

/** A state of a log that this browser has recomputed. `root` is lower-case hex. */
export interface Visit {
  origin: string;
  size: number;
  root: string;
}

export type Signature = "valid" | "invalid" | "unchecked";

/** A message of the worker, during and after the check. */
export type CheckReport =
  | { state: "running"; done: number; size: number }
  | { state: "fault"; fault: { seq: number | null; id: string | null; reason: string } }
  | { state: "failed"; reason: string }
  | {
      state: "done";
      origin: string;
      size: number;
      published: string;
      recomputed: string;
      signature: Signature;
      /** Whether the log continues the state of the last visit. Null if there was none. */
      consistent: boolean | null;
      lastSize: number | null;
      milliseconds: number;
    };
