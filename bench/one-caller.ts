// What one caller can cost the others: npm run bench:one-caller
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type RunningServer, startServer } from "@/e2e/http/start-server";
import { freshAddress, TRUST_LOOPBACK } from "@/e2e/http/visitor";

const SAMPLES = 1_000;
const SAMPLE_MILLISECONDS = 20;
/** Samples of one address: fewer than its requests in a window. */
const SAMPLES_OF_ADDRESS = 50;
const WINDOW_MILLISECONDS = 10_000;
const PAGES_OF_WINDOW = 500;
const CALLERS = 40;
const ROUNDS = Number(process.env["ROUNDS"] ?? 2);
const UNREAD = 1_000;
/** Few enough that the count of requests does not stand in the way. */
const UNREAD_OF_ADDRESS = 100;
const UNREAD_SECONDS = 15;
/** Responses read before measuring. The first ones make the heap grow, read or not. */
const READ_BEFORE = 200;
const TRACE = "bench-trace";

interface Got {
  status: number;
  milliseconds: number;
}

function get(url: string, address: string, agent: Agent): Promise<Got> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    request(url, { agent, headers: { "x-forwarded-for": address } }, (response) => {
      response
        .on("end", () => resolve({ status: response.statusCode ?? 0, milliseconds: performance.now() - started }))
        .on("error", reject)
        .resume();
    })
      .on("error", reject)
      .end();
  });
}

/** Asks for /health as others do, from ever new addresses. @returns milliseconds, sorted */
async function sampleHealth({ url }: RunningServer): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const asked: Promise<Got>[] = [];
  let address = "";
  for (let at = 0; at < SAMPLES; at++) {
    if (at % SAMPLES_OF_ADDRESS === 0) address = freshAddress();
    asked.push(get(`${url}/health`, address, agent));
    await sleep(SAMPLE_MILLISECONDS);
  }
  const got = await Promise.all(asked);
  agent.destroy();
  if (got.some(({ status }) => status !== 200)) throw new Error("/health was not 200");
  return got.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
}

/** One address that asks for a page as often as it may, many at a time, until `isOver`. @returns how many of each status */
async function flood({ url }: RunningServer, page: string, isOver: () => boolean): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const address = freshAddress();
  const agent = new Agent({ keepAlive: true });
  while (!isOver()) {
    const until = Math.ceil((Date.now() + 1) / WINDOW_MILLISECONDS) * WINDOW_MILLISECONDS;
    let left = PAGES_OF_WINDOW;
    const caller = async () => {
      while (left > 0 && Date.now() < until && !isOver()) {
        left -= 1;
        const { status } = await get(url + page, address, agent);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, caller));
    while (Date.now() < until && !isOver()) await sleep(50);
  }
  agent.destroy();
  return statuses;
}

const quantile = (sorted: number[], part: number) => (sorted[Math.ceil(sorted.length * part) - 1] ?? 0).toFixed(1);
const row = (name: string, times: number[], note = "") =>
  process.stdout.write(`| ${name} | ${quantile(times, 0.5)} | ${quantile(times, 0.99)} | ${note} |\n`);

/** A long trace of large events. */
async function fillTrace(server: RunningServer): Promise<void> {
  const authorization = `Bearer ${await server.operatorToken()}`;
  for (let n = 0; n < 64; n++) {
    const event = {
      src_did: "did:bench:s1:a",
      intent: "bench",
      trace_id: TRACE,
      payload: { text: "x ".repeat(30_000) },
    };
    const sent = await fetch(`${server.url}/api/relay/send`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json", "x-forwarded-for": freshAddress() },
      body: JSON.stringify(event),
    });
    if (sent.status !== 201) throw new Error(`relay/send: ${sent.status}`);
  }
}

const residentMegabytes = ({ process: { pid } }: RunningServer) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024;

/** Opens connections that ask and never read. @returns the server's megabytes of memory before, at most and after */
async function leaveUnread(server: RunningServer, path: string, encoding: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  const reading = Array.from({ length: READ_BEFORE }, () => get(server.url + path, freshAddress(), agent));
  await Promise.all(reading);
  agent.destroy();
  const before = residentMegabytes(server);
  const sockets: Socket[] = [];
  let address = "";
  for (let at = 0; at < UNREAD; at++) {
    if (at % UNREAD_OF_ADDRESS === 0) address = freshAddress();
    const socket = connect(server.port, "127.0.0.1")
      .on("error", () => {})
      .pause();
    sockets.push(socket);
    await once(socket, "connect");
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: ${encoding}\r\nX-Forwarded-For: ${address}\r\n\r\n`,
    );
  }
  let most = before;
  for (let seconds = 0; seconds < UNREAD_SECONDS; seconds++) {
    most = Math.max(most, residentMegabytes(server));
    await sleep(1_000);
  }
  for (const socket of sockets) socket.destroy();
  return { before, most, after: residentMegabytes(server) };
}

/** As an operator starts it. */
const env = {
  ...TRUST_LOOPBACK,
  SEED_DEMO: "1",
  RENDER_PERCENT: "20",
  RENDER_SLOTS: process.env["RENDER_SLOTS"] ?? "4",
};

const server = await startServer({ env });
try {
  await fillTrace(server);
  const pages = [`/traces/${TRACE}`, "/", "/search?q=agent", "/nowhere"];
  const agent = new Agent();
  for (const page of pages) for (let n = 0; n < 5; n++) await get(server.url + page, freshAddress(), agent);
  process.stdout.write("| while | /health p50 ms | p99 ms | responses to the one caller |\n|---|---:|---:|---|\n");
  for (let round = 0; round < ROUNDS; round++) {
    row("idle", await sampleHealth(server));
    for (const page of pages) {
      let over = false;
      const flooding = flood(server, page, () => over);
      const times = await sampleHealth(server);
      over = true;
      row(page, times, [...(await flooding)].map(([status, count]) => `${count} × ${status}`).join(", "));
    }
  }
  row("idle", await sampleHealth(server));
  process.stdout.write("\n| 1,000 unread | MB before | at most | after |\n|---|---:|---:|---:|\n");
  for (const path of ["/docs/agents", `/api/relay/replay/${TRACE}`])
    for (const encoding of ["identity", "br"]) {
      const { before, most, after } = await leaveUnread(server, path, encoding);
      process.stdout.write(
        `| ${path}, ${encoding} | ${before.toFixed(0)} | ${most.toFixed(0)} | ${after.toFixed(0)} |\n`,
      );
    }
} finally {
  await server.cleanUp();
}
