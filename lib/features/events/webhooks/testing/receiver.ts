import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { fetchExternal } from "@/lib/outgoing/request";
import { type HttpsServer, startHttpsServer } from "@/lib/outgoing/testing/https-server";
import type { SendOutside } from "../service/deliver";

/** A message that a receiver got. */
export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  type: string;
  subject: string | undefined;
  seq: number;
}

type Respond = (received: Received, response: ServerResponse) => void;

export interface TestReceiver extends Pick<HttpsServer, "address" | "port" | "stop"> {
  /** Messages in the order of arrival, with the challenges. */
  received: Received[];
  /** Sets how it responds from now on. */
  respond: (how: Respond) => void;
  /** Sends as the service does, and trusts the receiver's certificate. */
  send: SendOutside;
  /** The authority of its certificate, as PEM. */
  authority: string;
}

const echo: Respond = ({ body }, response) => {
  const { data } = JSON.parse(body) as { data: { challenge?: string } };
  response.writeHead(200).end(data.challenge ?? "");
};

function read(headers: IncomingHttpHeaders, body: string): Received {
  const { type, data } = JSON.parse(body) as { type: string; data: { subject?: string; cursor?: string } };
  return { headers, body, type, subject: data.subject, seq: Number(data.cursor?.split(".")[1] ?? 0) };
}

/** Starts an https receiver on loopback that echoes challenges. `OUTGOING_ALLOW` must allow loopback. */
export async function startReceiver(names: readonly string[] = []): Promise<TestReceiver> {
  const received: Received[] = [];
  let how = echo;
  const server = await startHttpsServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const message = read(request.headers, Buffer.concat(chunks).toString("utf8"));
      received.push(message);
      how(message, response);
    });
  }, names);
  const { address, port, stop, authority } = server;
  return {
    ...{ address, port, stop, received, authority: authority.certificate },
    respond: (next) => {
      how = next;
    },
    send: (to, options) => fetchExternal(to, { ...options, authorities: authority.certificate }),
  };
}
