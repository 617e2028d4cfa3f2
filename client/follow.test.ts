import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { endpointsOf } from "@/lib/http/endpoint";
import { follow } from "./follow";

const streamThings = endpointsOf("things").get("/things", {
  operationId: "streamThings",
  summary: "For the tests",
  kind: "stream",
  responses: { 200: z.object({ size: z.int() }) },
});

let server: Server;
let baseUrl: string;
/** The response to each connection in turn. */
let script: ((response: ServerResponse) => void)[];
let asked: IncomingHttpHeaders[];
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.headers);
    script[asked.length - 1]?.(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));
beforeEach(() => {
  asked = [];
});

/** Makes the client reconnect without a pause. */
const streaming = (response: ServerResponse, text: string) =>
  response.writeHead(200, { "content-type": "text/event-stream" }).write(`retry: 0\n\n${text}`);
const refuse =
  (status: number, headers = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end(JSON.stringify({ error: "No" }));
const event = (id: number) => `id: ${id}\ndata: {"size":${id}}\n\n`;

/** Reads a number of events, then leaves. */
async function take(count: number, options: { silenceMilliseconds?: number } = {}): Promise<number[]> {
  const sizes: number[] = [];
  for await (const { size } of follow(streamThings, {}, { baseUrl, token: "t", ...options })) {
    if (sizes.push(size) === count) break;
  }
  return sizes;
}

describe("a followed stream", () => {
  it("continues after the last event if a connection ends, breaks or is rejected for a while", async () => {
    script = [
      refuse(503, { "retry-after": "0" }),
      (response) => {
        streaming(response, event(1));
        response.end(event(2));
      },
      (response) => {
        streaming(response, `${event(3)}id: 4\nda`);
        setTimeout(() => response.destroy(), 20);
      },
      refuse(429, { "retry-after": "0" }),
      (response) => streaming(response, event(4)),
    ];
    expect(await take(4)).toEqual([1, 2, 3, 4]);
    expect(asked.map((headers) => headers["last-event-id"])).toEqual([undefined, undefined, "2", "3", "3"]);
    expect(asked[4]).toMatchObject({ accept: "text/event-stream", authorization: "Bearer t" });
  });

  it("replaces a connection that sends nothing, but keeps one that sends comments", async () => {
    script = [
      (response) => void streaming(response, event(1)),
      (response) => {
        streaming(response, "");
        const beats = setInterval(() => response.write(":\n\n"), 20);
        setTimeout(() => {
          clearInterval(beats);
          response.write(event(2));
        }, 900);
      },
    ];
    expect(await take(2, { silenceMilliseconds: 600 })).toEqual([1, 2]);
    expect(asked).toHaveLength(2);
  });

  it("replaces a connection that sends nothing after its head", async () => {
    script = [
      (response) => void streaming(response, event(1)),
      (response) => void response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders(),
      (response) => void streaming(response, event(2)),
    ];
    expect(await take(2, { silenceMilliseconds: 600 })).toEqual([1, 2]);
    expect(asked).toHaveLength(3);
  });

  it("ends after an error that is not temporary, and after an invalid event", async () => {
    script = [refuse(401)];
    await expect(take(1)).rejects.toMatchObject({ name: "ApiError", status: 401 });
    script = [refuse(401), (response) => streaming(response, 'data: {"size":"large"}\n\n')];
    await expect(take(1)).rejects.toBeInstanceOf(z.ZodError);
  });

  it("ends without an error when it is aborted, and closes its connection", async () => {
    const stopping = new AbortController();
    let left: Promise<unknown> = Promise.resolve();
    script = [
      (response) => {
        left = new Promise((resolve) => response.on("close", resolve));
        streaming(response, event(1));
      },
    ];
    const sizes: number[] = [];
    for await (const { size } of follow(streamThings, {}, { baseUrl, signal: stopping.signal })) {
      sizes.push(size);
      stopping.abort();
    }
    expect(sizes).toEqual([1]);
    await left;
  });
});
