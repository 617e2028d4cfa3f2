import type { IncomingMessage, ServerResponse } from "node:http";
import { fetchExternal } from "@/lib/outgoing/request";
import { type HttpsServer, startHttpsServer } from "@/lib/outgoing/testing/https-server";
import type { FetchExternal } from "../service/read-body";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** An external list over https on loopback, whose responses a test sets. */
export interface FakeList extends Pick<HttpsServer, "address" | "asked" | "port" | "stop"> {
  /** Sets the response from now on. */
  say: (answer: Answer) => void;
  /** Sends a request like the service, and trusts the list's certificate. */
  ask: FetchExternal;
}

/** Starts a fake list. `OUTGOING_ALLOW` must allow loopback. */
export async function startFakeList(): Promise<FakeList> {
  let answer: Answer = (_, response) => void response.writeHead(404).end();
  const server = await startHttpsServer((request, response) => answer(request, response));
  const { address, asked, port, stop } = server;
  return {
    ...{ address, asked, port, stop },
    say: (next) => {
      answer = next;
    },
    ask: (to, options) => fetchExternal(to, { ...options, authorities: server.authority.certificate }),
  };
}

export const json =
  (body: unknown, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response.writeHead(200, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
