import { cut } from "./text/cut";

const MAX_CHARACTERS = 1_000;

/** An error whose message was written for the operator. Its cause is for the log. */
export class Explained extends Error {
  override readonly name = "Explained";
}

/** Returns the text of a thrown value that is no Error. It may come from another thread, or from a library. */
function textOf(thrown: unknown): string {
  if (typeof thrown !== "object" || thrown === null) return String(thrown);
  const { message, name, code, errno } = thrown as Record<string, unknown>;
  if (typeof message === "string" && message !== "") return message;
  const parts = [name, code, errno].filter((part) => typeof part === "string" || typeof part === "number");
  if (parts.length > 0) return parts.join(" ");
  try {
    return cut(JSON.stringify(thrown), MAX_CHARACTERS);
  } catch {
    return Object.prototype.toString.call(thrown);
  }
}

/** Returns the issues of an error of zod, without loading zod in threads that do not need it. */
function issuesOf(thrown: unknown): { path: PropertyKey[]; message: string }[] | undefined {
  const { name, issues } = (thrown ?? {}) as { name?: unknown; issues?: { path: PropertyKey[]; message: string }[] };
  return name === "ZodError" ? issues : undefined;
}

function reasonIn(thrown: unknown, outer: ReadonlySet<unknown>): string {
  if (outer.has(thrown)) return "";
  const seen = new Set([...outer, thrown]);
  const issues = issuesOf(thrown);
  if (issues) return issues.map(({ path, message }) => `${path.join(".") || "record"}: ${message}`).join("; ");
  if (!(thrown instanceof Error)) return textOf(thrown);
  if (thrown instanceof Explained) return thrown.message;
  const cause = thrown.cause === undefined ? "" : reasonIn(thrown.cause, seen);
  if (cause !== "") return cause;
  const message = thrown.message.split("\n", 1)[0] ?? "";
  // Several addresses of one host were tried. The message of the whole is then empty.
  const parts = thrown instanceof AggregateError ? thrown.errors.map((each) => reasonIn(each, seen)) : [];
  return message || [...new Set(parts)].filter(Boolean).join("; ") || textOf({ ...thrown, name: thrown.name });
}

/** Returns what ends a process: the whole message of an error that was written for people, else the reason. */
export function sentenceOf(thrown: unknown): string {
  const isWritten = thrown instanceof Error && thrown.cause === undefined && !issuesOf(thrown);
  return isWritten && thrown.message !== "" ? thrown.message : reasonOf(thrown);
}

/** Returns the reason of any thrown value in one line: the message of the innermost cause. */
export function reasonOf(thrown: unknown): string {
  return reasonIn(thrown, new Set());
}
