import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import pino from "pino";
import { expect, it } from "vitest";
import type { RequestScope } from "@/lib/authority/context";
import { observe } from "./observe";

/** Observes requests for a path. @returns the lines of the log */
function linesOf(path: string, times: number, more: Partial<RequestScope> = {}): string[] {
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  for (let time = 0; time < times; time += 1) {
    const response = Object.assign(new EventEmitter(), { statusCode: 200, writableFinished: true });
    const request = { url: path, method: "GET", headers: {} } as IncomingMessage;
    const scope: RequestScope = { requestId: "r", address: "192.0.2.1", event: {}, ...more };
    observe(request, response as unknown as ServerResponse, scope, log);
    response.emit("close");
  }
  return lines;
}

it("no secret in a path and no query reaches the log", () => {
  const [line = ""] = linesOf("/join/status/fgs_apl_Abc-def%2D_9?q=searched", 1);
  expect(line).toContain('"path":"/join/status/[secret]"');
  expect(line).not.toMatch(/Abc|def|searched/);
});

it("every request that a rate limit admitted is logged, and only some of the others", () => {
  expect(linesOf("/health", 200, { isCounted: true })).toHaveLength(200);
  expect(linesOf("/livez", 200)).toHaveLength(50);
});
