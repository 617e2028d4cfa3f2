import { ownValue } from "@/lib/foundation/own-values";

/** The states of a task as stored, with their names in A2A (TaskState). */
export const TASK_STATES = {
  submitted: "TASK_STATE_SUBMITTED",
  working: "TASK_STATE_WORKING",
  input_required: "TASK_STATE_INPUT_REQUIRED",
  completed: "TASK_STATE_COMPLETED",
  failed: "TASK_STATE_FAILED",
  canceled: "TASK_STATE_CANCELED",
} as const;
export type TaskState = keyof typeof TASK_STATES;

/** The kind and the intent of a caller's message. Only the payload contains its text. */
export const MESSAGE = "a2a.message";
export const ARTIFACT = "a2a.artifact";
export const CANCELED = "a2a.canceled";
/** The kinds of answers that change a task's state. */
export const STATE_KINDS = {
  "a2a.working": "working",
  "a2a.input_required": "input_required",
  "a2a.completed": "completed",
  "a2a.failed": "failed",
} as const satisfies Record<string, TaskState>;
export const ANSWER_KINDS: readonly string[] = [...Object.keys(STATE_KINDS), ARTIFACT];

/** Returns whether only the door may send this kind: those of A2A that are no answers, in any case. */
export function isOfDoor(kind: string): boolean {
  return kind.toLowerCase().startsWith("a2a.") && !ANSWER_KINDS.includes(kind);
}

/** Returns the state that an answer of this kind sets; undefined if it sets none. */
export function stateOf(kind: string): TaskState | undefined {
  return ownValue(STATE_KINDS, kind);
}

/** Returns whether a state is terminal in A2A, so the task accepts neither messages nor answers. */
export function hasEnded(state: TaskState): boolean {
  return state === "completed" || state === "failed" || state === "canceled";
}

export interface StoredAnswer {
  traceId: string;
  srcDid: string;
  kind: string;
  seq: number;
  receivedAt: Date;
}

/** The effect of a member's answers on a task that has not ended. */
export interface Outcome {
  traceId: string;
  member: string;
  /** Null if they change no state, as for artifacts. */
  state: TaskState | null;
  seq: number | null;
  at: string | null;
  hasEnded: boolean;
}

/** Returns the effect of a batch of answers on each task, in order. Answers after the one that ends it are ignored. */
export function outcomesOf(answers: readonly StoredAnswer[]): Outcome[] {
  const outcomes = new Map<string, Outcome>();
  for (const { traceId, srcDid, kind, seq, receivedAt } of answers.toSorted((a, b) => a.seq - b.seq)) {
    // Neither part can contain a NUL.
    const key = `${traceId}\0${srcDid}`;
    const before = outcomes.get(key) ?? { traceId, member: srcDid, state: null, seq: null, at: null, hasEnded: false };
    const state = stateOf(kind);
    const isApplied = state !== undefined && !before.hasEnded;
    const changed = isApplied ? { state, seq, at: receivedAt.toISOString(), hasEnded: hasEnded(state) } : {};
    outcomes.set(key, { ...before, ...changed });
  }
  return [...outcomes.values()];
}
