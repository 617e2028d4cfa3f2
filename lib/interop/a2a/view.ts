import type { A2aTaskRow } from "@/lib/database/schema/a2a-door";
import type { RelayEventRow } from "@/lib/database/schema/relay";
import { ARTIFACT, CANCELED, MESSAGE, stateOf, TASK_STATES } from "@/lib/features/relay/tasks/rules";
import { type Artifact, type Message, Part, Parts, type StreamResponse, type Task, type TaskStatus } from "./schema";

/** The fields of an event that are used to build a task. */
export type TaskEvent = Pick<RelayEventRow, "id" | "seq" | "kind" | "payload" | "receivedAt">;

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

/** Returns the `parts` of a member's payload, or its `text` or `data` as one part; empty without any of these. */
function partsOf(payload: Json): Part[] {
  const { parts, text, data } = payload;
  const given = Parts.safeParse(parts).data;
  if (given) return given;
  return [Part.safeParse({ text: textOf(text), data }).data ?? []].flat();
}

/** Returns the message of a member's answer; undefined if it has no content. An unknown form is no error. */
function answerMessage({ id, payload }: TaskEvent, { id: taskId, contextId }: A2aTaskRow): Message | undefined {
  const said = isObject(payload["message"]) ? payload["message"] : payload;
  const parts = partsOf(said);
  if (parts.length === 0) return undefined;
  const metadata = isObject(said["metadata"]) ? { metadata: said["metadata"] } : {};
  return { messageId: textOf(said["messageId"]) ?? id, contextId, taskId, role: "ROLE_AGENT", parts, ...metadata };
}

/** Returns a message of the history; undefined if it was erased or has no content. */
function historyMessage(event: TaskEvent, row: A2aTaskRow): Message | undefined {
  if (event.kind !== MESSAGE) return answerMessage(event, row);
  return isObject(event.payload["message"]) ? (event.payload["message"] as unknown as Message) : undefined;
}

/** Returns the artifact of a member's event; undefined if it has no content. */
function artifactOf({ payload, seq }: TaskEvent): Artifact | undefined {
  const said = isObject(payload["artifact"]) ? payload["artifact"] : payload;
  const parts = partsOf(said);
  if (parts.length === 0) return undefined;
  const [name, description] = [textOf(said["name"]), textOf(said["description"])];
  return {
    artifactId: textOf(said["artifactId"]) ?? `artifact-${seq}`,
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    parts,
    ...(isObject(said["metadata"]) ? { metadata: said["metadata"] } : {}),
  };
}

const appends = ({ payload }: TaskEvent) => payload["append"] === true;

/** Combines artifacts: one with the id of an earlier one replaces it, or is appended to it. */
function assembled(events: readonly TaskEvent[]): Artifact[] {
  const artifacts = new Map<string, Artifact>();
  for (const event of events) {
    const artifact = artifactOf(event);
    if (!artifact) continue;
    const before = appends(event) ? artifacts.get(artifact.artifactId) : undefined;
    const parts = [...(before?.parts ?? []), ...artifact.parts];
    artifacts.set(artifact.artifactId, { ...before, ...artifact, parts });
  }
  return [...artifacts.values()];
}

function statusOf(row: A2aTaskRow, event: TaskEvent | undefined): TaskStatus {
  const message = event && event.kind !== CANCELED ? answerMessage(event, row) : undefined;
  return {
    state: TASK_STATES[row.state],
    ...(message ? { message } : {}),
    timestamp: row.stateAt.toISOString(),
  };
}

/** Which parts of a task are shown. */
export interface Shown {
  /** Most messages; undefined: all. */
  historyLength: number | undefined;
  artifacts: boolean;
  /** Number of the last event that counts. The event that set the state always counts. Absent: all. */
  upTo?: number;
}

/**
 * Returns a task as its caller sees it.
 * @param events those of its trace that `shown` needs, in order; @param isCut whether some are missing
 */
export function viewTask(row: A2aTaskRow, events: readonly TaskEvent[], shown: Shown, isCut = false): Task {
  const { historyLength = Number.MAX_SAFE_INTEGER } = shown;
  const said = events.filter(({ kind, seq }) => kind === MESSAGE || (stateOf(kind) && seq !== row.stateSeq));
  const history = said.flatMap((event) => historyMessage(event, row) ?? []);
  return {
    id: row.id,
    contextId: row.contextId,
    status: statusOf(
      row,
      events.find(({ seq }) => seq === row.stateSeq),
    ),
    ...(shown.artifacts ? { artifacts: assembled(events.filter(({ kind }) => kind === ARTIFACT)) } : {}),
    ...(historyLength > 0 && history.length > 0 ? { history: history.slice(-historyLength) } : {}),
    metadata: { did: row.member, traceId: row.traceId, ...(isCut ? { truncated: true } : {}) },
  };
}

export function viewUpdate(event: TaskEvent, row: A2aTaskRow): StreamResponse | undefined {
  const place = { taskId: row.id, contextId: row.contextId };
  if (event.kind === ARTIFACT) {
    const artifact = artifactOf(event);
    const lastChunk = event.payload["lastChunk"] !== false;
    return artifact && { artifactUpdate: { ...place, artifact, append: appends(event), lastChunk } };
  }
  const state = event.kind === CANCELED ? "canceled" : stateOf(event.kind);
  if (state === undefined) return undefined;
  return { statusUpdate: { ...place, status: statusOf({ ...row, state, stateAt: event.receivedAt }, event) } };
}
