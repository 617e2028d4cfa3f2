import type { IncomingMessage, ServerResponse } from "node:http";
import { requestOutside } from "@/lib/outgoing/request";
import { type HttpsServer, startHttpsServer } from "@/lib/outgoing/testing/https-server";
import type { AskOutside } from "../service/read-body";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A list of somebody else, over https on loopback, which says what a test has it say. */
export interface FakeList extends Pick<HttpsServer, "address" | "asked" | "port" | "stop"> {
  /** What it says from now on. */
  say: (answer: Answer) => void;
  /** Asks as the service does, and trusts its certificate. */
  ask: AskOutside;
}

/** Starts one. `OUTGOING_ALLOW` must allow loopback. */
export async function startFakeList(): Promise<FakeList> {
  let answer: Answer = (_, response) => void response.writeHead(404).end();
  const server = await startHttpsServer((request, response) => answer(request, response));
  const { address, asked, port, stop } = server;
  return {
    ...{ address, asked, port, stop },
    say: (next) => {
      answer = next;
    },
    ask: (to, options) => requestOutside(to, { ...options, authorities: server.authority.certificate }),
  };
}

export const json =
  (body: unknown, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response.writeHead(200, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
