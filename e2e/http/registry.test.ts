import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Federation, newFederation } from "./federation";
import { freePort, type RunningServer, startServer } from "./start-server";
import { send } from "./visitor";

const SERVER = {
  name: "com.example/weather",
  description: "Forecasts.",
  version: "1.0.0+build/7",
  remotes: [{ type: "streamable-http", url: "https://weather.example.com/mcp" }],
};
const AT = "/v0.1/servers/com.example%2Fweather/versions";

let fed: Federation;
let server: RunningServer;
let next: ChildProcess;
let nextUrl: string;
beforeAll(async () => {
  fed = await newFederation();
  server = await startServer({ dataDir: fed.directory, env: { ...fed.env, PUBLIC_URL: "https://fed.example.org" } });
  const port = await freePort();
  nextUrl = `http://127.0.0.1:${port}`;
  const command = ["node_modules/next/dist/bin/next", "start", "dist", "-p", String(port), "-H", "127.0.0.1"];
  const env = { ...server.env, NEXT_TELEMETRY_DISABLED: "1" };
  next = spawn(process.execPath, command, { env, stdio: "ignore" });
  await vi.waitFor(() => fetch(`${nextUrl}/livez`), { timeout: 60_000, interval: 200 });
});
afterAll(async () => {
  next.kill();
  await once(next, "exit");
  await server.stop("SIGKILL");
  await fed.cleanUp();
});

describe("the registry of MCP servers over HTTP", () => {
  it("has a server as soon as it is imported, although an empty list was cached", async () => {
    const empty = await send(`${server.url}/v0.1/servers`);
    expect([empty.status, empty.json().servers]).toEqual([200, []]);
    await fed.run(await fed.list("servers.jsonl", [SERVER]));
    await vi.waitFor(async () => {
      const { servers } = (await send(`${server.url}/v0.1/servers`)).json();
      expect(servers).toMatchObject([{ server: SERVER, _meta: { "org.example.fed/standing": { status: "active" } } }]);
    });
  });

  it.each([
    ["its list", AT, 200],
    ["latest", `${AT}/latest`, 200],
    ["its version, encoded", `${AT}/1.0.0%2Bbuild%2F7`, 200],
    ["another version", `${AT}/2.0.0`, 404],
    ["a name encoded twice", AT.replace("%2F", "%252F"), 404],
  ])("has the same response for %s on both servers", async (_, path, status) => {
    const [ours, alone] = [await send(server.url + path), await send(nextUrl + path)];
    expect([ours.status, alone.status]).toEqual([status, status]);
    const stable = (body: string) => body.replaceAll(/"(?:as_of|updated_at)":"[^"]+"/g, "");
    expect(stable(ours.body)).toBe(stable(alone.body));
  });

  it("can be read from a browser, only by GET and HEAD", async () => {
    const ours = await send(`${server.url}${AT}`, { headers: { origin: "https://elsewhere.example" } });
    expect(ours.headers).toMatchObject({ "access-control-allow-origin": "*", "content-type": "application/json" });
    expect((await send(`${server.url}${AT}`, { method: "HEAD" })).status).toBe(200);
    expect((await send(`${server.url}${AT.replace("%2F", "/")}`)).status).toBe(404);
    expect((await send(`${server.url}${AT}`, { method: "DELETE" })).status).toBe(405);
  });
});
