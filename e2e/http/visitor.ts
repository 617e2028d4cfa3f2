import { randomInt } from "node:crypto";
import { once } from "node:events";
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";

/** A server setting that lets tests choose their address. */
export const TRUST_LOOPBACK = { TRUSTED_PROXIES: "127.0.0.0/8" };

/**
 * A rate-limit window for tests that count requests. It does not end within the next twenty minutes. Its length is
 * almost unique within this hour, because Redis still contains the counts of earlier runs.
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
  /** Parses the body as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a black-box test knows no shapes
  json: () => any;
  remaining: number;
}

interface Ask {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string | object;
}

/** Returns an IPv4 address that no other test uses, because instances on one Redis count together. */
export const freshAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

/** Sends one request on a separate connection, with only the given headers. */
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

/** A visitor with its own address, as forwarded by a trusted proxy. */
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

/** Parses the bytes of a socket as one response. Without any bytes the status is 0. */
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

/** A raw connection. `heard` contains the bytes received so far. */
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

/** Sends bytes unchanged and waits until the server closes the connection. */
export async function sendRaw(port: number, bytes: string): Promise<RawAnswer> {
  const { socket, heard } = await dial(port);
  const closed = once(socket, "close");
  socket.write(bytes, "latin1");
  await closed;
  return parseAnswer(heard());
}
