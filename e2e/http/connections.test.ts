import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningServer, startServer } from "./start-server";
import { freshAddress, TRUST_LOOPBACK, visitorOf } from "./visitor";

describe("a client that disconnects or waits", () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({ env: { ...TRUST_LOOPBACK, RATE_LIMIT_REQUESTS: "100000" } });
  });
  afterAll(() => server.cleanUp());

  const open = async () => {
    const socket = connect(server.port, "127.0.0.1").on("error", () => {});
    await once(socket, "connect");
    return socket;
  };
  const requestOf = (path: string, address: string, more = "", method = "GET") =>
    `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\n${more}\r\n`;
  const metric = async (name: string) => {
    const { body } = await visitorOf(server.url)("/metrics");
    return Number(new RegExp(`^${name} (.*)$`, "m").exec(body)?.[1]);
  };

  it("leaves no open requests, even if it sent many without waiting", async () => {
    const address = freshAddress();
    for (let round = 0; round < 4; round += 1) {
      const sockets = await Promise.all(Array.from({ length: 10 }, open));
      const requests = requestOf("/docs", address) + requestOf("/openapi.json", address).repeat(7);
      for (const socket of sockets) socket.pause().write(requests);
      await sleep(300);
      for (const socket of sockets) socket.destroy();
    }
    // The connection of this request.
    await expect.poll(() => metric("http_requests_in_flight"), { timeout: 30_000 }).toBe(1);
    expect((await visitorOf(server.url, address)("/openapi.json")).status).toBe(200);
  });

  it("ends each of its streams", async () => {
    const authorization = `Authorization: Bearer ${await server.operatorToken()}\r\n`;
    const socket = await open();
    const stream = requestOf("/api/relay/stream?did=did:fed:s1:nobody", freshAddress(), authorization);
    socket.write(stream.repeat(5));
    await expect.poll(() => metric("http_event_streams")).toBeGreaterThan(0);
    socket.destroy();
    await expect.poll(() => metric("http_event_streams"), { timeout: 30_000 }).toBe(0);
  });

  it("gets the response to its write, even if it has not read earlier responses", async () => {
    const authorization = `Authorization: Bearer ${await server.operatorToken()}\r\n`;
    const body = JSON.stringify({ did: "did:fed:s1:unread" });
    const length = `${authorization}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
    const address = freshAddress();
    const socket = (await open()).pause();
    socket.write(
      requestOf("/openapi.json", address).repeat(6) +
        requestOf("/api/agent/join", address, length, "POST") +
        body +
        requestOf("/openapi.json", address).repeat(3),
    );
    let received = "";
    await expect.poll(async () => (await visitorOf(server.url)("/api/agents/did:fed:s1:unread")).status).toBe(200);
    socket.setEncoding("latin1").on("data", (text: string) => {
      received += text;
    });
    socket.resume();
    await expect.poll(() => received, { timeout: 30_000 }).toContain("HTTP/1.1 201");
    socket.destroy();
  });

  it("cannot use a token that was revoked while it sent its body", async () => {
    const operator = { authorization: `Bearer ${await server.operatorToken()}` };
    const ask = visitorOf(server.url);
    const issued = await ask("/api/access/credentials", {
      method: "POST",
      headers: operator,
      body: { kind: "operator" },
    });
    const { id, token } = issued.json();
    const body = JSON.stringify({ kind: "operator" });
    const socket = await open();
    const head = `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
    socket.write(requestOf("/api/access/credentials", freshAddress(), head, "POST") + body.slice(0, 5));
    await sleep(300);
    const revoked = await ask(`/api/access/credentials/${id}/revoke`, { method: "POST", headers: operator, body: {} });
    expect(revoked.status).toBe(200);
    socket.write(body.slice(5));
    const [response] = await once(socket.setEncoding("latin1"), "data");
    expect(response).toMatch(/^HTTP\/1\.1 401 /);
    socket.destroy();
  });

  it("causes no error by CONNECT and a reset", async () => {
    for (let at = 0; at < 20; at += 1) {
      const socket = await open();
      socket.write("CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n");
      socket.resetAndDestroy();
    }
    expect((await visitorOf(server.url)("/livez")).status).toBe(200);
    expect(server.output()).not.toMatch(/uncaught|ECONNRESET/i);
  });

  it("gets no second response inside the present one", async () => {
    const authorization = `Authorization: Bearer ${await server.operatorToken()}\r\n`;
    const socket = (await open()).setEncoding("latin1");
    let received = "";
    socket.on("data", (text: string) => {
      received += text;
    });
    socket.write(requestOf("/api/relay/stream?did=did:fed:s1:nobody", freshAddress(), authorization));
    await expect.poll(() => received).toContain("retry:");
    socket.write("GARBAGE\r\n\r\n");
    await once(socket, "close");
    expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });
});
