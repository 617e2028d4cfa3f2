import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, type OutgoingHttpHeaders, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { ATTACKS, type Attack } from "@/e2e/attacks/programs";
import { type RunningServer, startServer } from "@/e2e/http/start-server";
import { bearer, freshAddress, TRUST_LOOPBACK } from "@/e2e/http/visitor";
import type { Bench, Part } from "../part";
import { quantile } from "../rounds";
import type { Goal } from "../scenarios";

const ADDRESSES = [1, 4, 16];
const P99: Goal = { most: 100 };
/** An attack's limits last for a window of ten seconds, so this contains times within and beyond them. */
const MEASURED_MILLISECONDS = 20_000;
const SAMPLE_MILLISECONDS = 25;
/** An operator anchors once in so many samples, which is half of its limit. */
const ANCHOR_EVERY = 8;

const agent = new Agent({ keepAlive: true });

/** @returns milliseconds until the response was complete @throws Error for another status */
function timed(url: string, status: number, headers: OutgoingHttpHeaders, body?: string): Promise<number> {
  const startedAt = performance.now();
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  const options = { agent, method: body === undefined ? "GET" : "POST", headers: { ...length, ...headers } };
  return new Promise((resolve, reject) => {
    request(url, options, (response) => {
      response
        .on("end", () => {
          if (response.statusCode === status) resolve(performance.now() - startedAt);
          else reject(new Error(`${url} was ${response.statusCode}`));
        })
        .on("error", reject)
        .resume();
    })
      .on("error", reject)
      .end(body);
  });
}

/** Milliseconds of each request. */
interface Latencies {
  health: number[];
  anchor: number[];
}

/** Requests as others do: `/health` from a new address each time, and anchors of an operator. */
async function sampleOthers(url: string, token: string): Promise<Latencies> {
  const health: Promise<number>[] = [];
  const anchor: Promise<number>[] = [];
  const until = performance.now() + MEASURED_MILLISECONDS;
  for (let count = 0; performance.now() < until; count++) {
    const from = { "x-forwarded-for": freshAddress() };
    health.push(timed(`${url}/health`, 200, from));
    if (count % ANCHOR_EVERY === 0) {
      const body = JSON.stringify({ agent_did: "did:fed:s1:atlas", payload: { count } });
      anchor.push(timed(`${url}/api/memory/anchor`, 201, { ...from, ...bearer(token) }, body));
    }
    await sleep(SAMPLE_MILLISECONDS);
  }
  return { health: await Promise.all(health), anchor: await Promise.all(anchor) };
}

async function sampleUnderAttack(server: RunningServer, { name }: Attack, addresses: number): Promise<Latencies> {
  const attackers = fork("bench/attackers.ts", [name, server.url, String(addresses)], {
    execArgv: ["--import", "tsx"],
  });
  const ended = once(attackers, "exit");
  await once(attackers, "message");
  const latencies = await sampleOthers(server.url, await server.operatorToken()).finally(() => {
    attackers.disconnect();
  });
  const [code] = await ended;
  if (code !== 0) throw new Error(`The attack ended with ${code}.`);
  return latencies;
}

function addRows({ add }: Bench, work: string, { health, anchor }: Latencies): void {
  add(`${work}: p99 of /health, ms`, P99, quantile(health, 0.99));
  add(`${work}: p99 of an anchor, ms`, P99, quantile(anchor, 0.99));
}

/** The latency of others while some addresses attack the service. */
export const attacks: Part = async (bench) => {
  // With the default limits, but clients can choose their address.
  const server = await startServer({ env: { ...TRUST_LOOPBACK, SEED_DEMO: "1", READING_PERCENT: "60" } });
  try {
    const token = await server.operatorToken();
    // The first one warms up.
    await sampleOthers(server.url, token);
    addRows(bench, "no attack", await sampleOthers(server.url, token));
    for (const attack of ATTACKS) {
      await attack.prepare?.(server.url, token);
      // The operator has its whole allowance again.
      await sleep(10_000);
      for (const addresses of ADDRESSES) {
        const work = `${attack.name}, ${addresses} address${addresses === 1 ? "" : "es"}`;
        addRows(bench, work, await sampleUnderAttack(server, attack, addresses));
      }
    }
  } finally {
    agent.destroy();
    await server.cleanUp();
  }
};
