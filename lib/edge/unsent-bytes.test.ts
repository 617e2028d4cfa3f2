import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import compression from "compression";
import { afterEach, describe, expect, it } from "vitest";
import { UnsentBytes, type UnsentLimits } from "./unsent-bytes";

const MEGABYTE = 1_048_576;
/** More than the operating system buffers for a connection. */
const LARGE = Buffer.alloc(24 * MEGABYTE, "0123456789abcdef");
const LIMITS: UnsentLimits = {
  connectionBytes: MEGABYTE,
  bucketBytes: 60 * MEGABYTE,
  totalBytes: 100 * MEGABYTE,
  stallMilliseconds: 60_000,
};

let close: () => void = () => {};
afterEach(() => close());

/** Serves with `answer` on a free port, and counts unread bytes. */
async function serve(limits: Partial<UnsentLimits>, answer: (response: ServerResponse) => void, gzip = false) {
  const unsent = new UnsentBytes({ ...LIMITS, ...limits });
  const requests: IncomingMessage[] = [];
  const compress = compression() as unknown as (...parts: unknown[]) => void;
  const server = createServer((request, response) => {
    requests.push(request);
    if (gzip) compress(request, response, () => {});
    unsent.watch(request, response, String(request.url), () => {
      response.statusCode = 503;
      response.end("refused");
    });
    answer(response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  close = () => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    server.close();
  };
  /** Sends a request, and reads nothing. */
  const ask = async (path = "/a", headers = "") => {
    const socket = connect(port, "127.0.0.1")
      .on("error", () => {})
      .pause();
    sockets.push(socket);
    await once(socket, "connect");
    const before = requests.length;
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`);
    await expect.poll(() => requests.length).toBe(before + 1);
    return { socket, request: requests.at(-1) as IncomingMessage };
  };
  const isFull = (request: IncomingMessage, bucket: string | null = "/b") => unsent.isFull(request, bucket);
  return { ask, isFull };
}

describe("the bytes that wait for a client", () => {
  it("are too many for its connection, and for no other, until it has read them", async () => {
    const { ask, isFull } = await serve({}, (response) => response.end(LARGE));
    const slow = await ask("/a");
    const other = await ask("/b", "Connection: keep-alive\r\n");
    other.socket.resume();
    await expect.poll(() => isFull(other.request)).toBe(false);
    expect(isFull(slow.request)).toBe(true);
    slow.socket.resume();
    await expect.poll(() => isFull(slow.request)).toBe(false);
  });

  it("are too many for a bucket, whatever its connections, and gone with them", async () => {
    const { ask, isFull } = await serve({}, (response) => response.end(LARGE));
    const first = await ask("/a");
    const second = await ask("/a");
    const fresh = await ask("/b");
    fresh.socket.resume();
    await expect.poll(() => isFull(fresh.request, "/b")).toBe(false);
    expect(isFull(fresh.request, "/a")).toBe(false);
    const third = await ask("/a");
    expect(isFull(fresh.request, "/a")).toBe(true);
    expect(isFull(fresh.request, "/b")).toBe(false);
    for (const { socket } of [first, second, third]) socket.destroy();
    await expect.poll(() => isFull(fresh.request, "/a")).toBe(false);
  });

  it("keep a response from beginning that was let in before, and nothing else of it is sent", async () => {
    const late: ServerResponse[] = [];
    const { ask } = await serve({ bucketBytes: 20 * MEGABYTE }, (response) => {
      if (late.push(response) === 1) return;
      response.end(LARGE);
    });
    const waiting = await ask("/a");
    await ask("/a");
    late[0]?.write("its first bytes");
    late[0]?.end("its last");
    waiting.socket.resume();
    const [answer] = await once(waiting.socket.setEncoding("latin1"), "data");
    expect(answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\n\r\nrefused$/);
  });

  it("are too many in all, also for another bucket", async () => {
    const { ask, isFull } = await serve({ totalBytes: 40 * MEGABYTE }, (response) => response.end(LARGE));
    const first = await ask("/a");
    expect(isFull(first.request, "/c")).toBe(true);
    // A probe is bounded only by its connection.
    expect(isFull({ socket: {} } as IncomingMessage, null)).toBe(false);
    expect(isFull(first.request, null)).toBe(true);
    first.socket.destroy();
    const { request } = await ask("/b");
    await expect.poll(() => isFull({ socket: {} } as IncomingMessage, "/c")).toBe(false);
    await ask("/d");
    expect(isFull(request, "/c")).toBe(true);
  });

  it("count while they wait to be compressed, too", async () => {
    const noise = Buffer.from(Array.from({ length: 8 * MEGABYTE }, (_, at) => (at * 2_654_435_761) >>> (at % 24)));
    const { ask, isFull } = await serve(
      {},
      (response) => {
        response.setHeader("content-type", "text/plain");
        response.end(Buffer.concat([noise, noise, noise]));
      },
      true,
    );
    const { request, socket } = await ask("/a", "Accept-Encoding: gzip\r\n");
    expect(isFull(request)).toBe(true);
    socket.resume();
    // This much compression is slow on a busy machine.
    await expect.poll(() => isFull(request), { timeout: 40_000 }).toBe(false);
  });

  it("do not count once a stream's client has taken them", async () => {
    const { ask, isFull } = await serve({}, (response) => void response.write(LARGE));
    const { request, socket } = await ask("/a");
    expect(isFull(request)).toBe(true);
    socket.resume();
    await expect.poll(() => isFull(request)).toBe(false);
  });
});

describe("a connection", () => {
  const STALL = 400;
  const isOpen = ({ request }: { request: IncomingMessage }) => !request.socket.destroyed;

  it("ends once it takes nothing of what waits for it, whatever it sends meanwhile", async () => {
    const { ask } = await serve({ stallMilliseconds: STALL }, (response) => response.end(LARGE));
    const asked = await ask();
    const sending = setInterval(() => asked.socket.write("\r\n"), STALL / 8);
    await expect.poll(() => isOpen(asked)).toBe(false);
    clearInterval(sending);
  });

  it("goes on while its client takes some now and then", async () => {
    const stallMilliseconds = 1_500;
    const { ask } = await serve({ stallMilliseconds }, (response) => response.end(LARGE));
    const asked = await ask();
    let [read, wanted] = [0, 0];
    asked.socket.on("data", (chunk) => {
      read += chunk.length;
      if (read >= wanted) asked.socket.pause();
    });
    while (read < LARGE.length) {
      wanted = Math.min(read + 3 * MEGABYTE, LARGE.length);
      asked.socket.resume();
      await expect.poll(() => read >= wanted).toBe(true);
      await sleep(stallMilliseconds / 4);
      if (read < LARGE.length) expect(isOpen(asked)).toBe(true);
    }
  });

  it("goes on while a stream has nothing to say", async () => {
    const { ask } = await serve({ stallMilliseconds: 40 }, (response) => void response.write("a"));
    const [idle, stalled] = [await ask("/idle"), await ask("/stalled")];
    // The same timer ends it, so the idle one has been checked as often.
    stalled.request.socket.write(LARGE);
    await expect.poll(() => isOpen(stalled)).toBe(false);
    expect(isOpen(idle)).toBe(true);
  });
});
