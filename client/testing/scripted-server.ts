import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Reply = (response: ServerResponse, request: IncomingMessage) => void;

/** A server that sends the replies of a script, one for each request. */
export interface ScriptedServer {
  baseUrl: string;
  /** The requests so far: method, path and headers. */
  asked: Pick<IncomingMessage, "method" | "url" | "headers">[];
  /** Clears the requests, and starts a new script. */
  play: (...script: Reply[]) => void;
  stop: () => Promise<unknown>;
}

/** Starts a server on a free port of 127.0.0.1. */
export async function startScriptedServer(): Promise<ScriptedServer> {
  let script: Reply[] = [];
  const asked: ScriptedServer["asked"] = [];
  const server: Server = createServer((request, response) => {
    asked.push(request);
    const reply = script[asked.length - 1];
    if (reply) reply(response, request);
    else response.writeHead(500).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    play: (...next) => {
      script = next;
      asked.length = 0;
    },
    stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

export const json =
  (body: object, status = 200, headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

/** Returns a reply with a stream, which stays open unless `thenEnds`. The client reconnects without a pause. */
export const streaming =
  (text: string, { thenEnds = false } = {}): Reply =>
  (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).write(`retry: 0\n\n${text}`);
    if (thenEnds) response.end();
  };
