import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, it } from "vitest";
import { bufferBody } from "./buffer-body";

let close = () => {};
afterEach(() => close());

/** Sends the head of a request. @returns the server's request, and a function that sends the body */
async function post(length: number | "chunked") {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => {});
  close = () => {
    socket.destroy();
    server.close();
  };
  socket.write(
    `POST / HTTP/1.1\r\nHost: localhost\r\n${length === "chunked" ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`}\r\n\r\n`,
  );
  const [request] = (await once(server, "request")) as [IncomingMessage];
  return { request, socket };
}

it.each([1, 1_000, 65_536, 300_000])("waits for all of %i bytes, which can still be read after", async (length) => {
  const body = Array.from({ length }, (_, at) => at % 10).join("");
  const { request, socket } = await post(length);
  let isWhole = false;
  let kept = "";
  const received = bufferBody(request, length, (bytes) => (kept = String(bytes))).then((whole) => (isWhole = whole));
  const cut = Math.floor(length / 2);
  socket.write(body.slice(0, cut));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isWhole).toBe(false);
  socket.write(body.slice(cut));
  expect(await received).toBe(true);
  expect(kept).toBe(body);
  await new Promise(setImmediate);
  expect(await text(request)).toBe(body);
});

it.each([0, 1, 100_000])("waits for the end of a body of unknown length, here of %i bytes", async (length) => {
  const { request, socket } = await post("chunked");
  let isWhole = false;
  const received = bufferBody(request, 200_000).then((whole) => (isWhole = whole));
  if (length > 0) socket.write(`${length.toString(16)}\r\n${"x".repeat(length)}\r\n`);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isWhole).toBe(false);
  socket.write("0\r\n\r\n");
  expect(await received).toBe(true);
  await new Promise(setImmediate);
  expect(await text(request)).toBe("x".repeat(length));
});

it("stops at more bytes than are allowed", async () => {
  const { request, socket } = await post("chunked");
  socket.write(`a\r\n0123456789\r\n`);
  expect(await bufferBody(request, 9)).toBe(true);
  socket.write("0\r\n\r\n");
  expect(await text(request)).toBe("0123456789");
});

it("waits for no body where there is none", async () => {
  const { request } = await post(0);
  expect(await bufferBody(request, 0)).toBe(true);
  expect(await text(request)).toBe("");
});

it("waits no longer for a client that has left", async () => {
  const { request, socket } = await post(10);
  const received = bufferBody(request, 10);
  socket.write("12345");
  socket.destroy();
  expect(await received).toBe(false);
});
