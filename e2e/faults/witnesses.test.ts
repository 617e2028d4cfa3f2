import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { LogList } from "@/lib/features/anchors/schema";
import { policyOf } from "@/lib/features/anchors/texts";
import { ForeignLog, NamedKey } from "@/lib/features/witness/testing/foreign";
import { type RunningServer, startServer } from "../http/start-server";
import { bearer, send } from "../http/visitor";

const running: RunningServer[] = [];
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "witnesses-"));
});
afterEach(async () => {
  for (const server of running.splice(0).reverse()) await server.cleanUp();
  await rm(folder, { recursive: true });
});

async function ready(server: RunningServer): Promise<RunningServer> {
  running.push(server);
  await expect.poll(async () => (await send(`${server.url}/readyz`)).status, { timeout: 60_000 }).toBe(200);
  return server;
}
const logsOf = async ({ url }: RunningServer) => LogList.parse(JSON.parse((await send(`${url}/api/memory/logs`)).body));
const checkpoint = async ({ url }: RunningServer) => (await send(`${url}/log/anchors/checkpoint`)).body;
const signatures = (note: string) => note.split("\n").filter((line) => line.startsWith("— ")).length;

async function anchor({ url }: RunningServer, token: string): Promise<number> {
  const body = { did: "did:fed:s1:atlas", payload: { note: "x" } };
  const { status, body: text } = await send(`${url}/api/memory/anchor`, {
    method: "POST",
    headers: bearer(token),
    body,
  });
  expect(status).toBe(201);
  return JSON.parse(text).seq;
}

/** Runs a program of the evidence. @returns its exit code and its output */
const run = (program: string, ...parameters: string[]) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    execFile(process.execPath, [`public/evidence/${program}`, ...parameters], (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr });
    });
  });

it("two services witness each other, and an audit by the policy says so; without its witness, a service goes on", async () => {
  // Each names the other's keys, so both start once without, as operators do.
  const first = [await ready(await startServer()), await ready(await startServer())];
  const lists = await Promise.all(first.map(logsOf));
  const tokens = await Promise.all(first.map((server) => server.operatorToken()));
  const keysOf = (at: number) => lists[at]?.logs.flatMap(({ verifier_keys: keys }) => keys).join(",") ?? "";
  const servers: RunningServer[] = [];
  for (const server of first) await server.stop();
  for (const [at, { dataDir, port, env }] of first.entries()) {
    const other = 1 - at;
    const settings = {
      PORT: String(port),
      WITNESSES: `${lists[other]?.witness.verifier_keys[0]} ${first[other]?.url}/witness`,
      WITNESS_LOGS: keysOf(other),
      ...(env["DATABASE_URL"] ? { DATABASE_URL: env["DATABASE_URL"] } : {}),
    };
    servers.push(await ready(await startServer({ dataDir, env: settings })));
  }
  const [a, b] = servers;
  if (!a || !b) throw new Error("They did not start.");
  const token = tokens[0] ?? "";
  await send(`${a.url}/api/agent/join`, { method: "POST", headers: bearer(token), body: { did: "did:fed:s1:atlas" } });
  const size = await anchor(a, token);
  await expect.poll(async () => (await checkpoint(a)).split("\n")[1]).toBe(String(size));
  await expect.poll(async () => signatures(await checkpoint(a))).toBe(2);
  // The witness shows the same, and the present checkpoint has it too.
  const { logs, quorum } = await logsOf(a);
  const [log] = logs;
  if (!log) throw new Error("There is no log.");
  const hash = createHash("sha256").update(log.origin).digest("hex");
  expect((await send(`${b.url}/witness/${hash}/checkpoint`)).body).toBe(await checkpoint(a));
  expect((await send(`${a.url}/checkpoint`)).body).toBe(await checkpoint(a));
  expect(log.witnessed?.size).toBe(size);

  const policy = path.join(folder, "anchors.policy");
  const state = path.join(folder, "anchors.state");
  await writeFile(policy, `${policyOf(log, quorum)}\n`);
  const audit = () => run("audit.mjs", log.url, "--policy", policy, "--state", state);
  expect(await audit()).toMatchObject({ code: 0, output: expect.stringContaining("OK") });
  expect(await run("verify.mjs", a.url)).toMatchObject({ code: 0 });
  // A witness that readers trust and that did not cosign.
  const strangers = policyOf(
    {
      ...log,
      witnesses: [{ verifier_key: new NamedKey("w.test", 4).vkey, size: null, cosigned_at: null, trouble: null }],
    },
    1,
  );
  await writeFile(path.join(folder, "other.policy"), `${strangers}\n`);
  expect((await run("audit.mjs", log.url, "--policy", path.join(folder, "other.policy"))).code).toBe(4);

  // An endpoint like every other one: statuses, headers, limits.
  const stranger = new ForeignLog("stranger.test", ["x"]);
  const refused = await send(`${b.url}/witness/add-checkpoint`, { method: "POST", body: stranger.request(0) });
  expect(refused.status).toBe(404);
  expect(refused.headers["x-ratelimit-remaining"]).toMatch(/^\d+$/);
  const malformed = await send(`${b.url}/witness/add-checkpoint`, { method: "POST", body: "old" });
  expect([malformed.status, JSON.parse(malformed.body).code]).toEqual([400, "VALIDATION_ERROR"]);
  const behind = await send(`${b.url}/witness/add-checkpoint`, {
    method: "POST",
    body: `old 0\n\n${(await checkpoint(a)).split("\n").slice(0, 5).join("\n")}\n`,
  });
  expect([behind.status, behind.body, behind.headers["content-type"]]).toEqual([409, `${size}\n`, "text/x.tlog.size"]);

  await b.stop();
  const later = await anchor(a, token);
  expect((await send(`${a.url}/checkpoint`)).body.split("\n")[1]).toBe(String(later));
  expect((await checkpoint(a)).split("\n")[1]).toBe(String(size));
  expect((await audit()).code).toBe(0);
  await expect.poll(async () => (await logsOf(a)).logs[0]?.witnesses[0]?.trouble).toMatch(/did not respond/);
});
