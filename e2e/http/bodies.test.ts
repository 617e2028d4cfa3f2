import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { type SharedServer, sharedServer } from "./shared-servers";
import { bearer, dial, parseAnswer, send, sendRaw, visitorOf } from "./visitor";

const CAP_BYTES = 65_536;
const JOIN = "POST /api/agent/join HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n";

describe("request bodies", () => {
  let server: SharedServer;
  let operator: string;
  beforeAll(async () => {
    server = await sharedServer("roomy");
    operator = await server.operatorToken();
  });

  const authorized = () => `${JOIN}Authorization: Bearer ${operator}\r\n`;

  it("over the limit are rejected unread by their Content-Length, before authentication", async () => {
    const answer = await sendRaw(server.port, `${JOIN}Content-Length: ${CAP_BYTES + 1}\r\n\r\n`);
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.body)).toMatchObject({ error: "Body too large", code: "BODY_TOO_LARGE" });
    expect(answer.headers["connection"]).toBe("close");
    expect(answer.headers["x-ratelimit-remaining"]).toMatch(/^\d+$/);
  });

  it("may have exactly the limit", async () => {
    const did = "did:test:s1:padded";
    const body = JSON.stringify({ did }).padEnd(CAP_BYTES, " ");
    const answer = await visitorOf(server.url)("/api/agent/join", { method: "POST", headers: bearer(operator), body });
    expect(answer.status).toBe(201);
    const over = await visitorOf(server.url)("/api/agent/join", {
      method: "POST",
      headers: bearer(operator),
      body: `${body} `,
    });
    expect(over.status).toBe(413);
  });

  it("over the limit are rejected also in chunks, without a Content-Length", async () => {
    const { socket, heard } = await dial(server.port);
    socket.write(`${authorized()}Transfer-Encoding: chunked\r\n\r\n`);
    const chunk = `4000\r\n${" ".repeat(0x4000)}\r\n`;
    for (let sent = 0; sent < 8 && !socket.destroyed; sent++) socket.write(chunk);
    await expect.poll(heard).toContain("BODY_TOO_LARGE");
    expect(parseAnswer(heard()).status).toBe(413);
    socket.destroy();
  });

  it("are not awaited if the token is missing", async () => {
    const { socket, heard } = await dial(server.port);
    socket.write(`${JOIN}Content-Length: 1000\r\n\r\n{`);
    await expect.poll(heard).toContain("UNAUTHORIZED");
    expect(parseAnswer(heard()).status).toBe(401);
    socket.destroy();
  });

  it("are requested by 100 Continue if the client waits for it", async () => {
    const { socket, heard } = await dial(server.port);
    const body = JSON.stringify({ did: "did:test:s1:patient" });
    socket.write(`${authorized()}Content-Length: ${body.length}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`);
    await expect.poll(heard).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    socket.write(body);
    await once(socket, "close");
    expect(parseAnswer(heard().replace("HTTP/1.1 100 Continue\r\n\r\n", "")).status).toBe(201);
  });

  it("are not requested if they would be over the limit", async () => {
    const answer = await sendRaw(
      server.port,
      `${authorized()}Content-Length: ${CAP_BYTES + 1}\r\nExpect: 100-continue\r\n\r\n`,
    );
    expect(answer.status).toBe(413);
  });

  it.each([
    ["an invalid chunk", "zz\r\n{}\r\n0\r\n\r\n"],
    ["a chunk shorter than it says", "1\r\n{}\r\n0\r\n\r\n"],
  ])("get 400 for %s, and the server keeps working", async (_, body) => {
    const answer = await sendRaw(server.port, `${authorized()}Transfer-Encoding: chunked\r\n\r\n${body}`);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ error: "Malformed request", code: "MALFORMED_REQUEST" });
    expect((await send(`${server.url}/livez`)).status).toBe(200);
  });

  it("that a client does not finish do not affect others", async () => {
    for (let left = 0; left < 20; left++) {
      const { socket } = await dial(server.port);
      socket.write(`${authorized()}Content-Length: 1000\r\n\r\n{`);
      await sleep(5);
      socket.destroy();
    }
    const answer = await visitorOf(server.url)("/health");
    expect(answer.status).toBe(200);
    expect(await server.output()).not.toMatch(/unhandled|uncaught/i);
  });

  it("that arrive slowly do not delay others, and slow headers end with an error response", async () => {
    const slowHeaders = await Promise.all(Array.from({ length: 100 }, () => dial(server.port)));
    const slowBodies = await Promise.all(Array.from({ length: 100 }, () => dial(server.port)));
    for (const { socket } of slowHeaders) socket.write("GET /health HTTP/1.1\r\nHost: a\r\nX: ");
    for (const { socket } of slowBodies) {
      socket.write(`${authorized()}Content-Length: 500\r\n\r\n{`);
    }
    const answers = await Promise.all(Array.from({ length: 10 }, () => visitorOf(server.url)("/health")));
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200));
    expect(slowHeaders.filter(({ heard }) => heard() !== "")).toEqual([]);

    await Promise.all(slowHeaders.map(({ socket }) => socket.destroyed || once(socket, "close")));
    for (const { heard } of slowHeaders) {
      expect(parseAnswer(heard())).toMatchObject({
        status: 408,
        headers: { "x-ratelimit-limit": "1000000", connection: "close" },
      });
    }
    for (const { socket } of slowBodies) socket.destroy();
  });
});
