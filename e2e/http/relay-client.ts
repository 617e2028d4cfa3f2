import { randomUUID } from "node:crypto";
import { onTestFinished } from "vitest";
import { type EventReader, readEvents } from "./event-reader";
import type { SharedServer } from "./shared-servers";
import { type Answer, bearer, send } from "./visitor";

export const ROOMY = { RATE_LIMIT_REQUESTS: "1000000" };
export const STREAM = "/api/relay/stream";

/** Requests to one server's relay, with an operator's token or another one. */
export function relayClient(server: () => Pick<SharedServer, "url">, operator: () => Record<string, string>) {
  const post = (path: string, body: object, headers = operator()): Promise<Answer> =>
    send(server().url + path, { method: "POST", headers, body });
  const get = (path: string, headers = operator()) => send(server().url + path, { headers });
  const sendEvent = (event: object, headers = operator()) =>
    post("/api/relay/send", { src_did: "did:test:s1:src", intent: "hello", ...event }, headers);

  /** Registers an agent that may send. @returns it with its token */
  async function newAgent() {
    const did = `did:test:s1:${randomUUID()}`;
    await post("/api/agent/register", { did, trust_tier: "T2" });
    const { token, id } = (await post("/api/access/credentials", { kind: "agent", did })).json();
    return { did, credentialId: id, headers: bearer(token) };
  }

  async function follow(headers = operator(), query = ""): Promise<EventReader> {
    const reader = await readEvents(server().url + STREAM + query, headers);
    onTestFinished(reader.close);
    return reader;
  }
  return { post, get, sendEvent, newAgent, follow };
}

export const ids = (reader: EventReader) => reader.events.map(({ id }) => id);
