import { Agent, request } from "node:http";

export interface Sent {
  url: string;
  token: string;
  /** A JSON body makes it a POST. */
  body?: unknown;
  /** The status that the response must have. */
  status: number;
  /** Time it to the first byte of the response instead of the last. */
  firstByte?: boolean;
}

const agent = new Agent({ keepAlive: true, maxFreeSockets: 256 });

/** Sends one request on a kept connection. @returns the milliseconds it took */
export function send({ url, token, body, status, firstByte = false }: Sent): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const started = performance.now();
    let firstAt = Number.NaN;
    const outgoing = request(url, { agent, ...(body ? { method: "POST", headers } : {}) }, (response) => {
      response.once("data", () => {
        firstAt = performance.now();
      });
      response
        .on("error", reject)
        .on("end", () => resolve((firstByte ? firstAt : performance.now()) - started))
        .resume();
      if (response.statusCode !== status) reject(new Error(`${url} answered ${response.statusCode}`));
    });
    outgoing.on("error", reject);
    outgoing.end(body && JSON.stringify(body));
  });
}
