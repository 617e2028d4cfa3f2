import { Agent, request } from "node:http";
import type { Scenario } from "./scenarios";

/** Connections of the closed loop: each sends its next request when the last one is answered. */
export const CONNECTIONS = 8;

/** A server under load, with what it has answered so far. */
export interface Target {
  url: string;
  token: string;
  latenciesMilliseconds: number[];
  /** Each round's mean time per request. */
  roundMeans: number[];
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, maxFreeSockets: 64 });
let dids = 0;

/** Sends one request. @returns milliseconds to the end of the answer, of a page to its first byte */
function send(target: Target, { body, status, page }: Scenario): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${target.token}` };
    const method = body ? "POST" : "GET";
    const started = performance.now();
    let firstByte = Number.NaN;
    const outgoing = request(target.url, { agent, method, ...(body ? { headers } : {}) }, (response) => {
      const elapsed = () => performance.now() - started;
      response.once("data", () => {
        firstByte = elapsed();
      });
      response.on("error", reject).on("end", () => resolve(page ? firstByte : elapsed()));
      if (response.statusCode !== status) reject(new Error(`${target.url} answered ${response.statusCode}`));
    });
    outgoing.on("error", reject);
    dids += 1;
    outgoing.end(body && JSON.stringify(body(`did:bench:s1:agent-${dids}`)));
  });
}

async function loop(target: Target, scenario: Scenario, requests: number): Promise<number[]> {
  const latencies: number[] = [];
  let left = requests;
  const connection = async () => {
    while (left > 0) {
      left -= 1;
      latencies.push(await send(target, scenario));
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return latencies;
}

/** Sends some requests that do not count: compiled code, prepared statements, warm pages. */
export async function warmUp(target: Target, scenario: Scenario): Promise<void> {
  await loop(target, scenario, Math.max(CONNECTIONS * 2, scenario.requests / 2));
}

/** One round: the scenario's requests as fast as the connections allow. */
export async function playRound(target: Target, scenario: Scenario): Promise<void> {
  const latencies = await loop(target, scenario, scenario.requests);
  target.latenciesMilliseconds.push(...latencies);
  target.roundMeans.push(latencies.reduce((sum, each) => sum + each, 0) / latencies.length);
}

/** The value below which this share of the others lies. */
export function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;
}
