import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { z } from "zod";
import type { ErrorKind } from "@/lib/foundation/errors";
import { ardShape, jsonRpcShape, type Protocol, rpcStatusShape } from "@/lib/http/protocol";
import { rejectRateLimited, rejectUnread } from "./exchange";

const protocolOf = (shape: Protocol["shape"]): Protocol => ({ base: "/x/", shape, errorBody: z.object() });

/** Rejects a request of a protocol, and returns the sent response. */
function sent(protocol: Protocol | undefined, refuse: (exchange: Parameters<typeof rejectUnread>[0]) => void) {
  const out = { status: 0, headers: {} as Record<string, string>, body: {} as Record<string, unknown> };
  const response = {
    writeHead: (status: number, headers: Record<string, string>) => Object.assign(out, { status, headers }),
    end: (text: string) => Object.assign(out, { body: JSON.parse(text) }),
  } as unknown as ServerResponse;
  const request = { headers: {} } as IncomingMessage;
  const scope = { requestId: "r", address: "", event: {} };
  refuse({ request, response, scope, responseHeaders: {}, maxBodyBytes: 1_024, protocol });
  return out;
}

const kinds: [ErrorKind, number][] = [
  ["malformedRequest", 400],
  ["forbidden", 403],
  ["notFound", 404],
  ["methodNotAllowed", 405],
  ["bodyTooLarge", 413],
  ["internal", 500],
  ["overloaded", 503],
];

it.each(kinds)("an error response %s has the form of its path's protocol", (kind, status) => {
  const refuse = (exchange: Parameters<typeof rejectUnread>[0]) => rejectUnread(exchange, kind, "Why.");
  const ours = sent(undefined, refuse);
  expect([ours.status, ours.body]).toMatchObject([status, { error: expect.any(String), message: "Why." }]);
  expect(ours.body).not.toHaveProperty("errorCode");
  const ard = sent(protocolOf(ardShape), refuse);
  expect([ard.status, ard.body]).toEqual([status, { ...ours.body, errorCode: expect.any(String) }]);
  expect(sent(protocolOf(jsonRpcShape), refuse).body).toMatchObject({ jsonrpc: "2.0", error: { message: "Why." } });
  const rpc = sent(protocolOf(rpcStatusShape("a2a-protocol.org")), refuse);
  expect(rpc.body).toMatchObject({ error: { code: status, message: "Why." } });
  for (const { headers } of [ours, ard, rpc]) {
    expect(headers).toMatchObject({ "content-type": "application/json", "cache-control": "no-store" });
  }
});

it("a limit that is reached has it, too, and says how long to wait", () => {
  const reset = Date.now() / 1_000 + 5;
  const { status, headers, body } = sent(protocolOf(ardShape), (exchange) =>
    rejectRateLimited(exchange, reset, "Why."),
  );
  expect([status, body["errorCode"]]).toEqual([429, "RATE_LIMIT_EXCEEDED"]);
  expect(Number(headers["retry-after"])).toBeGreaterThan(0);
});
