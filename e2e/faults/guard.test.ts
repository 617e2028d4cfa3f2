import { cp, rename, rm } from "node:fs/promises";
import path from "node:path";
import postgres from "postgres";
import { afterEach, expect, it } from "vitest";
import { onServer } from "@/lib/database/testing/template";
import { type RunningServer, type StartOptions, startServer } from "../http/start-server";
import { bearer, send } from "../http/visitor";

const running: RunningServer[] = [];
const drops: (() => Promise<unknown>)[] = [];

async function start(options: StartOptions = {}): Promise<RunningServer> {
  const server = await startServer(options);
  running.push(server);
  await expect.poll(async () => (await send(`${server.url}/readyz`)).status, { timeout: 60_000 }).toBe(200);
  return server;
}
afterEach(async () => {
  for (const server of running.splice(0).reverse()) await server.cleanUp();
  for (const drop of drops.splice(0)) await drop();
});

/** Copies the database of a stopped service. @returns the function that puts the copy in its place, or the lost one back, and the settings for it */
async function backUp({ dataDir, env }: RunningServer): Promise<(which?: "lost") => Promise<Record<string, string>>> {
  if (onServer) {
    const url = new URL(env["DATABASE_URL"] ?? "");
    const name = url.pathname.slice(1);
    const maintenance = new URL(url);
    maintenance.pathname = "/postgres";
    const sql = postgres(maintenance.href, { max: 1, onnotice: () => {} });
    await sql.unsafe(`create database "${name}_backup" template "${name}"`);
    drops.push(async () => {
      await sql.unsafe(`drop database if exists "${name}_backup" with (force)`);
      await sql.end();
    });
    url.pathname = `/${name}_backup`;
    return async (which) => (which ? {} : { DATABASE_URL: url.href });
  }
  const data = path.join(dataDir, "postgres");
  await cp(data, `${data}.backup`, { recursive: true });
  return async (which = undefined) => {
    if (which === undefined) await rename(data, `${data}.lost`);
    else await rm(data, { recursive: true });
    await cp(`${data}.${which ?? "backup"}`, data, { recursive: true });
    return {};
  };
}

async function anchor({ url }: RunningServer, token: string) {
  const body = { did: "did:fed:s1:atlas", payload: { note: "x" } };
  return send(`${url}/api/memory/anchor`, { method: "POST", headers: bearer(token), body });
}

it("a restored backup that lost signed entries is seen: nothing is signed, reads go on, and lost entries may come back", async () => {
  const before = await start();
  const token = await before.operatorToken();
  await send(`${before.url}/api/agent/join`, {
    method: "POST",
    headers: bearer(token),
    body: { did: "did:fed:s1:atlas" },
  });
  expect((await anchor(before, token)).status).toBe(201);
  const { dataDir } = before;
  const env = { ...(before.env["DATABASE_URL"] ? { DATABASE_URL: before.env["DATABASE_URL"] } : {}) };
  await before.stop();
  const restore = await backUp(before);

  const later = await start({ dataDir, env });
  const lost = await anchor(later, token);
  expect(lost.status).toBe(201);
  await later.stop();

  const restored = await start({ dataDir, env: { ...env, ...(await restore()) } });
  const refused = await anchor(restored, token);
  expect(refused.status).toBe(503);
  expect(JSON.parse(refused.body)).toEqual({
    error: "Memory frozen",
    code: "MEMORY_FROZEN",
    message: expect.stringMatching(/It has \d+ entr(y|ies), but \d+ were signed\. Nothing more of it is signed\.$/),
  });
  expect((await send(`${restored.url}/checkpoint`)).status).toBe(503);
  const smoke = await send(`${restored.url}/api/system/smoke`);
  expect(JSON.parse(smoke.body)).toMatchObject({ tag: "BLOCKED" });
  expect(smoke.body).toContain("does not continue what was signed");
  const { anchors } = JSON.parse((await send(`${restored.url}/api/memory/anchors`)).body);
  const entry = `/anchors/${anchors[0].id}`;
  for (const read of ["/readyz", "/api/memory/log", entry, `${entry}.md`, "/api/agents/did:fed:s1:atlas"]) {
    expect((await send(`${restored.url}${read}`)).status, read).toBe(200);
  }
  expect((await send(`${restored.url}${entry}.md`)).body).toContain("Nothing more of it is signed.");
  expect((await send(`${restored.url}/api${entry.replace("/anchors", "/memory/anchors")}/proof`)).status).toBe(503);
  expect(restored.output()).toContain('"event":"guard_refuses"');
  await restored.stop();

  // The operator found the lost entries: here, in the database that was there before.
  const found = await start({ dataDir, env: { ...env, ...(await restore("lost")) } });
  expect((await anchor(found, token)).status).toBe(201);
});

it("LOG_ORIGIN stops a start on an empty or another database, before logs are founded there", async () => {
  const env = { LOG_ORIGIN: "federation-governance/lost/council" };
  const empty = await startServer({ env, empty: true, wait: false });
  running.push(empty);
  await expect.poll(() => empty.process.exitCode, { timeout: 60_000 }).toBe(1);
  expect(empty.output()).toContain("The database is empty, but LOG_ORIGIN names a log");
  const other = await startServer({ env, wait: false });
  running.push(other);
  await expect.poll(() => other.process.exitCode, { timeout: 60_000 }).toBe(1);
  expect(other.output()).toContain("not the one in LOG_ORIGIN");
});
