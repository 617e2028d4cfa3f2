import { once } from "node:events";
import { connect } from "node:net";
import { describe, it } from "vitest";
import { type RunningServer, startServer } from "../http/start-server";
import { dial } from "../http/visitor";

/** Connects to a port. @returns the error's code if the connection is refused */
async function connectError(port: number): Promise<string | undefined> {
  const socket = connect(port, "127.0.0.1");
  const outcome = await Promise.race([
    once(socket, "connect").then(() => undefined),
    new Promise<string>((resolve) => socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? ""))),
  ]);
  socket.destroy();
  return outcome;
}

/** Starts a server for one test, and ends it also if the test fails. */
async function start(
  onTestFinished: (clean: () => Promise<void>) => void,
  env: Record<string, string> = {},
): Promise<RunningServer> {
  const server = await startServer({ env });
  onTestFinished(() => server.cleanUp());
  return server;
}

describe.concurrent("a server that must stop", () => {
  it("finishes running requests, is not ready, accepts no new requests, and exits with 0", async ({
    expect,
    onTestFinished,
  }) => {
    const server = await start(onTestFinished);
    const token = await server.operatorToken();
    const body = JSON.stringify({ did: "did:test:s1:slow" });
    const head = `POST /api/agent/join HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n`;
    const [asksAgain, fallsIdle, idle] = [await dial(server.port), await dial(server.port), await dial(server.port)];
    for (const { socket } of [asksAgain, fallsIdle]) {
      socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`);
    }
    idle.socket.write("GET /livez HTTP/1.1\r\nHost: a\r\n\r\n");
    await expect.poll(idle.heard).toContain("alive");

    const stopped = server.stop("SIGTERM");
    await expect.poll(server.output).toContain('"event":"draining"');
    expect(await connectError(server.port)).toBe("ECONNREFUSED");
    await expect.poll(() => idle.socket.destroyed).toBe(true);

    asksAgain.socket.write(`${body.slice(5)}GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n`);
    fallsIdle.socket.write(body.slice(5));
    await Promise.all([once(asksAgain.socket, "close"), once(fallsIdle.socket, "close")]);
    const [joined, readiness] = asksAgain.heard().split(/(?=HTTP\/1\.1 503)/);
    for (const answer of [joined, fallsIdle.heard()]) {
      expect(answer).toMatch(/^HTTP\/1\.1 20[01] /);
      expect(answer).toMatch(/did:test:s1:slow[^\r\n]*\}$/);
    }
    expect(readiness).toContain("NOT_READY");
    expect(await stopped).toBe(0);
    expect(server.output()).toContain('"event":"stopped","finished":true');
  });

  it("waits for an endless request only until its limit", async ({ expect, onTestFinished }) => {
    const server = await start(onTestFinished, { DRAIN_SECONDS: "1" });
    const stuck = await dial(server.port);
    stuck.socket.write("POST /api/agent/join HTTP/1.1\r\nHost: a\r\n");
    const stopped = server.stop("SIGINT");
    server.process.kill("SIGINT");
    expect(await stopped).toBe(0);
    expect(server.output()).toContain('"event":"stopped","finished":false');
  });

  it("works and stops normally after the reader of its log has ended", async ({ expect, onTestFinished }) => {
    const server = await startServer({ wait: false });
    onTestFinished(() => server.cleanUp());
    server.process.stdout?.destroy();
    server.process.stderr?.destroy();
    const readiness = async () => (await fetch(`${server.url}/readyz`).catch(() => undefined))?.status;
    await expect.poll(readiness, { timeout: 60_000 }).toBe(200);
    expect(await server.stop("SIGTERM")).toBe(0);
  });
});
