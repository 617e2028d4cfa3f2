import type { ErrorKind } from "@/lib/errors";
import { DEFAULT_ERRORS, errorBody } from "@/lib/http/errors";

const PROGRAM_PATHS = /^\/(?:api|\.well-known)(?:\/|$)/;
const HTML_RANGE = /^\s*(?:\*\/\*|text\/\*|text\/html|application\/xhtml\+xml)\s*(?:;|$)/i;
const REFUSED = /;\s*q=0(?:\.0*)?\s*(?:;|$)/i;

const MESSAGES: { [status: number]: { kind: ErrorKind; message: string } } = {
  404: { kind: "notFound", message: "No such path. See /openapi.json." },
  503: { kind: "unavailable", message: "" },
};

/** Whether a program asks, which has no use for an error page. @param accept the request's Accept header */
export function isProgram(path: string, accept: string | undefined): boolean {
  if (PROGRAM_PATHS.test(path)) return true;
  return accept !== undefined && !accept.split(",").some((range) => HTML_RANGE.test(range) && !REFUSED.test(range));
}

/** An error page's content for a program. */
export function errorAsJson(status: number): string {
  const { kind, message } = MESSAGES[status] ?? { kind: "internal", message: "" };
  return JSON.stringify(errorBody(DEFAULT_ERRORS[kind], message));
}
