/** What the page asks its worker to check. */
export interface CheckRequest {
  log: string;
  /** What was found right at the last visit. */
  last: Visit | null;
}

/** A state of a log that this browser has recomputed. `root` is lower-case hex. */
export interface Visit {
  origin: string;
  size: number;
  root: string;
}

export type Signature = "valid" | "invalid" | "unchecked";

/** What the worker tells while and after it checks. */
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
      /** Whether the state of the last visit is a beginning of this one; null where there was none. */
      consistent: boolean | null;
      lastSize: number | null;
      milliseconds: number;
    };
