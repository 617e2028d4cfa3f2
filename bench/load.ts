import { fork } from "node:child_process";
import { once } from "node:events";
import type { LoadDone, LoadOrder } from "./load-process";

/** One request that callers send over and over. */
export interface Asked {
  /** Several paths are sent in turn. */
  path: string | readonly string[];
  /** With a body; unset: POST. */
  method?: "POST" | "PATCH";
  headers?: Readonly<Record<string, string>>;
  /** A JSON body makes it a POST. */
  body?: unknown;
  /** A text in the body that each request has another number for. */
  numbered?: string;
  /** The status of its response; unset: 200. */
  status?: number;
  /** A change that each caller makes before each turn through its own share of the paths. It is not counted. */
  before?: Asked;
}

/** The process that makes the load: apart from the servers, so that each of the two cores has its own work. */
export interface Load {
  play: (order: LoadOrder) => Promise<LoadDone>;
  pid: () => number;
  stop: () => void;
}

/** Returns requests as they go onto the wire. */
export function bytesOf({ path, method = "POST", headers = {}, body }: Asked): Uint8Array[] {
  const text = body === undefined ? "" : JSON.stringify(body);
  const all = {
    Host: "localhost",
    ...headers,
    ...(body === undefined ? {} : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const verb = body === undefined ? "GET" : method;
  return [path].flat().map((each) => Buffer.from(`${verb} ${each} HTTP/1.1\r\n${lines.join("")}\r\n${text}`));
}

/** Returns what callers send, as the load takes it. */
export function orderOf(asked: Asked): Pick<LoadOrder, "requests" | "numbered" | "status" | "before"> {
  const { numbered, status = 200, before } = asked;
  return { requests: bytesOf(asked), numbered, status, before: before && orderOf(before) };
}

export function startLoad(): Load {
  const child = fork("bench/load-process.ts", { execArgv: ["--import", "tsx"], serialization: "advanced" });
  const play = async (order: LoadOrder) => {
    child.send(order);
    const [done] = (await once(child, "message")) as [LoadDone | { fault: string }];
    if ("fault" in done) throw new Error(`${done.fault}\nafter ${Buffer.from(order.requests[0] ?? []).toString()}`);
    return done;
  };
  return { play, pid: () => child.pid ?? 0, stop: () => child.kill() };
}
