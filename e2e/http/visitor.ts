import { randomInt } from "node:crypto";
import { once } from "node:events";
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";

/** Set on a server, it lets tests come from any address they like. */
export const TRUST_LOOPBACK = { TRUSTED_PROXIES: "127.0.0.0/8" };

/**
 * A rate-limit window that does not end within the next twenty minutes, for tests that count; of a length that hardly any other
 * server of this hour has, since what an earlier run counted is still in Redis.
 */
export function longWindow(): { RATE_LIMIT_WINDOW_SECONDS: string } {
  const now = Date.now() / 1_000;
  const lengths = Array.from({ length: 100 }, () => randomInt(3_000, 3_601));
  const seconds = lengths.find((length) => length - (now % length) > 1_200) ?? 3_600;
  return { RATE_LIMIT_WINDOW_SECONDS: String(seconds) };
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  /** The body as JSON, whatever shape the test expects. */
  // biome-ignore lint/suspicious/noExplicitAny: a black-box test knows no shapes
  json: () => any;
  remaining: number;
}

interface Ask {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string | object;
}

/** An IPv4 address that no other test uses, since instances on one Redis count together. */
export const freshAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

/** Sends one request on a connection of its own, and nothing that was not asked for. */
export async function send(url: string, { method = "GET", headers = {}, body }: Ask = {}): Promise<Answer> {
  const bytes = typeof body === "object" ? JSON.stringify(body) : body;
  const length = bytes === undefined ? {} : { "content-length": Buffer.byteLength(bytes) };
  const asked = request(url, { method, agent: false, headers: { ...length, ...headers } }).end(bytes);
  const [response] = await once(asked, "response");
  const received = await text(response);
  return {
    status: response.statusCode,
    headers: response.headers,
    body: received,
    json: () => JSON.parse(received),
    remaining: Number(response.headers["x-ratelimit-remaining"]),
  };
}

/** Somebody with an address of their own, as a trusted proxy tells it. */
export function visitorOf(url: string, address = freshAddress()) {
  return (path: string, { headers = {}, ...ask }: Ask = {}) =>
    send(url + path, { ...ask, headers: { "x-forwarded-for": address, ...headers } });
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Cuts what came over a socket into the one answer it should be. A status of 0: nothing came. */
export function parseAnswer(bytes: string): RawAnswer {
  const [head = "", ...rest] = bytes.split("\r\n\r\n");
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = lines.map((line) => /^([^:]+): ?(.*)$/.exec(line)?.slice(1) ?? []);
  return {
    status: Number(statusLine.split(" ")[1] ?? 0),
    headers: Object.fromEntries(headers.map(([name = "", value = ""]) => [name.toLowerCase(), value])),
    body: rest.join("\r\n\r\n"),
  };
}

/** A bare connection. `heard` is everything that came back so far. */
export async function dial(port: number): Promise<{ socket: Socket; heard: () => string }> {
  const socket = connect(port, "127.0.0.1");
  let heard = "";
  socket.setEncoding("latin1").on("data", (chunk) => {
    heard += chunk;
  });
  socket.on("error", () => {});
  await once(socket, "connect");
  return { socket, heard: () => heard };
}

/** Sends these bytes as they are and waits until the server closes. */
export async function sendRaw(port: number, bytes: string): Promise<RawAnswer> {
  const { socket, heard } = await dial(port);
  const closed = once(socket, "close");
  socket.write(bytes, "latin1");
  await closed;
  return parseAnswer(heard());
}
