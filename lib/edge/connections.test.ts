import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { Connections, type UnreadLimits } from "./connections";
import { Meter } from "./meter";

const MEGABYTE = 1_048_576;
/** More than the operating system buffers for a connection. */
const LARGE = Buffer.alloc(24 * MEGABYTE, "0123456789abcdef");
const LIMITS: UnreadLimits = { connectionBytes: MEGABYTE, totalBytes: 100 * MEGABYTE, stallMilliseconds: 60_000 };

let close: () => void = () => {};
afterEach(() => close());

/** Serves with `answer` on a free port. The path of a request names its caller. */
async function serve(limits: Partial<UnreadLimits>, answer: (response: ServerResponse) => void) {
  const connections = new Connections({ ...LIMITS, ...limits });
  const meter = new Meter();
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    connections.watch(request, response);
    answer(response);
    connections.count(request, response, meter.account(String(request.url?.slice(1))), LARGE.length);
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
  const ask = async (caller = "a", headers = "") => {
    const socket = connect(port, "127.0.0.1")
      .on("error", () => {})
      .pause();
    sockets.push(socket);
    await once(socket, "connect");
    const before = requests.length;
    socket.write(`GET /${caller} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`);
    await expect.poll(() => requests.length).toBe(before + 1);
    const request = requests.at(-1) as IncomingMessage;
    return { socket, request, isOpen: () => !request.socket.destroyed };
  };
  return { ask, isFull: (request: IncomingMessage) => connections.isFull(request) };
}

describe("the bytes that wait for a client", () => {
  it("are too many for its connection, and for no other, until it has read them", async () => {
    const { ask, isFull } = await serve({}, (response) => response.end(LARGE));
    const slow = await ask("a");
    const other = await ask("b", "Connection: keep-alive\r\n");
    other.socket.resume();
    await expect.poll(() => isFull(other.request)).toBe(false);
    expect(isFull(slow.request)).toBe(true);
    slow.socket.resume();
    await expect.poll(() => isFull(slow.request)).toBe(false);
  });

  it("are too many in all: only connections of the largest holder are closed", async () => {
    const { ask } = await serve({ totalBytes: 100 * MEGABYTE }, (response) => response.end(LARGE));
    const innocent = await ask("b");
    const flood = [await ask("a"), await ask("a"), await ask("a")];
    expect([innocent, ...flood].every(({ isOpen }) => isOpen())).toBe(true);
    const late = await ask("c");
    await expect.poll(() => flood.filter(({ isOpen }) => isOpen()).length).toBe(2);
    expect([innocent.isOpen(), late.isOpen()]).toEqual([true, true]);
    // A closed connection holds nothing more.
    const next = await ask("d");
    await expect.poll(() => flood.filter(({ isOpen }) => isOpen()).length).toBe(1);
    expect([innocent.isOpen(), late.isOpen(), next.isOpen()]).toEqual([true, true, true]);
  });

  it("are those of a whole /48, so one network with many addresses is the largest holder", async () => {
    const { ask } = await serve({ totalBytes: 120 * MEGABYTE }, (response) => response.end(LARGE));
    const visitor = [await ask("visitor"), await ask("visitor")];
    const network: Awaited<ReturnType<typeof ask>>[] = [];
    for (const at of [1, 2, 3]) network.push(await ask(`address:2001:db8:1:${at}::/64`));
    await ask("another");
    await expect.poll(() => network.filter(({ isOpen }) => isOpen()).length).toBe(2);
    expect(visitor.every(({ isOpen }) => isOpen())).toBe(true);
  });
});

describe("a connection", () => {
  const STALL = 400;

  it("ends once it takes nothing of what waits for it, whatever it sends meanwhile", async () => {
    const { ask } = await serve({ stallMilliseconds: STALL }, (response) => response.end(LARGE));
    const asked = await ask();
    const sending = setInterval(() => asked.socket.write("\r\n"), STALL / 8);
    await expect.poll(asked.isOpen).toBe(false);
    clearInterval(sending);
  });

  it("goes on while its client takes some now and then", async () => {
    const stallMilliseconds = 1_000;
    const { ask } = await serve({ stallMilliseconds }, (response) => response.end(LARGE));
    const asked = await ask();
    let [read, wanted] = [0, 0];
    asked.socket.on("data", (chunk) => {
      read += chunk.length;
      if (read >= wanted) asked.socket.pause();
    });
    while (read < LARGE.length) {
      wanted = Math.min(read + 4 * MEGABYTE, LARGE.length);
      asked.socket.resume();
      await expect.poll(() => read >= wanted).toBe(true);
      await sleep(stallMilliseconds / 4);
      if (read < LARGE.length) expect(asked.isOpen()).toBe(true);
    }
  });

  it("goes on while a stream has nothing to say", async () => {
    const { ask } = await serve({ stallMilliseconds: 40 }, (response) => void response.write("a"));
    const [idle, stalled] = [await ask("idle"), await ask("stalled")];
    // The same timer ends it, so the idle one has been checked as often.
    stalled.request.socket.write(LARGE);
    await expect.poll(stalled.isOpen).toBe(false);
    expect(idle.isOpen()).toBe(true);
  });

  it("tells each of its responses once that its client has left", async () => {
    const told: string[] = [];
    const { ask } = await serve({}, (response) => {
      const { url } = response.req;
      response.once("close", () => told.push(`${url} ${response.destroyed}`));
      response.on("close", () => told.push(String(url)));
      if (url === "/sent") response.end();
    });
    const { socket } = await ask("sent");
    await expect.poll(() => told.length).toBe(2);
    socket.write(["/a", "/b", "/c"].map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join(""));
    await sleep(50);
    socket.destroy();
    await expect.poll(() => told.length).toBe(8);
    const expected = ["/sent", "/a", "/b", "/c"].flatMap((path) => [path, `${path} true`]);
    expect(told.toSorted()).toEqual(expected.toSorted());
  });
});
