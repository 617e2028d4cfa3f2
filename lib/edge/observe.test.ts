import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import pino from "pino";
import { expect, it } from "vitest";
import { observe } from "./observe";

/** Returns the log line of a request for a path. */
function lineOf(path: string): string {
  let written = "";
  const response = Object.assign(new EventEmitter(), { statusCode: 200, writableFinished: true });
  const request = { url: path, method: "GET", headers: {} } as IncomingMessage;
  const scope = { requestId: "r", address: "192.0.2.1", event: {} };
  const write = (text: string) => {
    written += text;
  };
  const log = pino({}, { write });
  observe(request, response as unknown as ServerResponse, scope, log);
  response.emit("close");
  return written;
}

it.each(["fgs_apl_", "fgs%5Fapl%5f", "FGS_OPR_"])(
  "no secret in a path that begins with %s reaches the log",
  (prefix) => {
    const line = lineOf(`/join/status/${prefix}Abc-def%2D_9?q=searched`);
    expect(line).toContain('"path":"/join/status/[secret]"');
    expect(line).not.toMatch(/Abc|def|searched/);
  },
);
