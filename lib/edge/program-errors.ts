import type { ErrorKind } from "@/lib/foundation/errors";
import { DEFAULT_ERRORS, errorBody } from "@/lib/http/errors";

const PROGRAM_PATHS = /^\/(?:api|v0\.1|\.well-known)(?:\/|$)/;
const HTML_RANGE = /^\s*(?:\*\/\*|text\/\*|text\/html|application\/xhtml\+xml)\s*(?:;|$)/i;
const REFUSED = /;\s*q=0(?:\.0*)?\s*(?:;|$)/i;

const MESSAGES: { [status: number]: { kind: ErrorKind; message: string } } = {
  404: { kind: "notFound", message: "Path not found. See /openapi.json for all paths." },
  503: { kind: "unavailable", message: "" },
};

/** Returns whether the client is a program, which cannot use an error page. @param accept the request's Accept header */
export function isNotBrowser(path: string, accept: string | undefined): boolean {
  if (PROGRAM_PATHS.test(path)) return true;
  return accept !== undefined && !accept.split(",").some((range) => HTML_RANGE.test(range) && !REFUSED.test(range));
}

/** Returns the content of an error page for a program. */
export function errorAsJson(status: number): string {
  const { kind, message } = MESSAGES[status] ?? { kind: "internal", message: "" };
  return JSON.stringify(errorBody(DEFAULT_ERRORS[kind], message));
}
