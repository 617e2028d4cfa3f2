import { randomUUID } from "node:crypto";
import { type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";

/** Longer than a check waits. */
const TIMEOUT_MILLISECONDS = 30_000;
const HEADER = "x-own-check";
/** Known to this process alone, so no caller can keep requests out of the log and the metrics. */
const SECRET = randomUUID();

/** Returns whether this process sent a request to itself, to check that it responds. */
export const isOwnRequest = ({ headers }: IncomingMessage): boolean => headers[HEADER] === SECRET;

/**
 * Returns a function that requests a path of this process over its own socket, as a client does.
 * It returns the status after the whole body. @param bound where the server listens
 */
export function ownRequests({ address, family, port }: AddressInfo): (path: string) => Promise<number> {
  const isAny = address === "::" || address === "0.0.0.0";
  const host = isAny ? (family === "IPv6" ? "::1" : "127.0.0.1") : address;
  return (path) =>
    new Promise((resolve, reject) => {
      const headers = { host: `localhost:${port}`, [HEADER]: SECRET };
      request(
        { host, port, path, headers, agent: false, signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) },
        (response) => {
          response.on("error", reject).on("end", () => resolve(response.statusCode ?? 0));
          response.resume();
        },
      )
        .on("error", reject)
        .end();
    });
}
