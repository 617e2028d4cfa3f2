import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { ownValue } from "@/lib/foundation/own-values";
import { DEFAULT_ERRORS, errorBody } from "@/lib/http/errors";
import { allowanceHeaders, baseHeaders } from "./headers";
import type { Allowance } from "./limiter";
import { ANY_METHOD } from "./target";

const STATUS_OF: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Writes a response directly to the socket, for bytes that node:http does not accept as a request. */
function write(socket: Duplex, status: number, body: object, headers: Record<string, string>): void {
  const text = JSON.stringify(body);
  const lines = Object.entries({
    ...baseHeaders(randomUUID()),
    ...headers,
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(text)),
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("\r\n")}\r\n\r\n${text}`);
}

/** Responds to a request that node:http could not parse, or that took too long. @param code the parser's error code */
export function respondToClientError(socket: Duplex, code: string | undefined, allowance: Allowance): void {
  const status = ownValue(STATUS_OF, code ?? "") ?? 400;
  const { code: wireCode } = DEFAULT_ERRORS.malformedRequest;
  const error = status === 400 ? DEFAULT_ERRORS.malformedRequest.error : (STATUS_CODES[status] ?? "Error");
  write(socket, status, { error, code: wireCode }, allowanceHeaders(allowance));
}

/** Responds to CONNECT, which node:http passes as a bare socket. */
export function respondToConnect(socket: Duplex, allowance: Allowance): void {
  const wire = DEFAULT_ERRORS.methodNotAllowed;
  write(socket, wire.status, errorBody(wire), { ...allowanceHeaders(allowance), allow: ANY_METHOD.join(", ") });
}
