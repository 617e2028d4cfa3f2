import type { ReactNode } from "react";
import { PartSilent } from "./register-silent";

interface AnsweredProps<T> {
  read: { ok: true; value: T } | { ok: false; requestId: string };
  children: (value: T) => ReactNode;
}

/** A part of a page with what it read, or in its place that its register does not answer. */
export function Answered<T>({ read, children }: AnsweredProps<T>) {
  return read.ok ? children(read.value) : <PartSilent requestId={read.requestId} />;
}
