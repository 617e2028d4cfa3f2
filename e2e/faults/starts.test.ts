import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { afterEach, describe, expect, it } from "vitest";
import { startEmbedded } from "@/lib/database/embedded/start";
import { startFaultyProxy } from "@/lib/database/testing/faulty-proxy";
import { type PrivateCluster, startPrivateCluster } from "@/lib/database/testing/private-cluster";
import { copyTemplate, newServerDatabase, onServer } from "@/lib/database/testing/template";
import { type RunningServer, type StartOptions, startServer } from "../http/start-server";
import { bearer, send } from "../http/visitor";

const running: RunningServer[] = [];
const clusters: PrivateCluster[] = [];

async function start(options: StartOptions = {}): Promise<RunningServer> {
  const server = await startServer(options);
  running.push(server);
  return server;
}

/** Waits for a start that must fail. @returns its exit code */
async function exitOf({ process: child }: RunningServer): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode;
}

afterEach(async () => {
  for (const server of running.splice(0).reverse()) await server.cleanUp();
  for (const cluster of clusters.splice(0)) await cluster.stop();
});

function join(server: RunningServer, token: string, did: string) {
  return send(`${server.url}/api/agent/join`, { method: "POST", headers: bearer(token), body: { did } });
}

describe("a start", () => {
  it.each([
    ["PORT", "70000"],
    ["HOST", "192.0.2.1"],
    ["HOST", "nowhere.invalid"],
  ])("with an invalid %s exits with 1 and a sentence that names it", async (name, value) => {
    const server = await start({ wait: false, env: { [name]: value } });
    expect(await exitOf(server)).toBe(1);
    expect(server.output()).toContain(name);
    expect(server.output().trim().split("\n")).toHaveLength(1);
    expect(server.output()).not.toMatch(/\n\s+at /);
  });

  it("with many invalid settings exits with 1 and a sentence for each, before it opens anything", async () => {
    const env = {
      PORT: "x",
      HOST: "http://localhost",
      REDIS_ULR: "redis://localhost",
      DATABASE_URL: "not a key",
      PUBLIC_URL: "https://user:not a key@a.example/portal",
      OPERATOR_TOKEN: `fgs_opr_${"x".repeat(38)}`,
      SIGNING_KEY: "not a key",
      SMTP_URL: "smtp://a",
    };
    const server = await start({ wait: false, env, empty: true });
    expect(await exitOf(server)).toBe(1);
    const named = server.output().trim().split("\n");
    expect(named.map((sentence) => sentence.split(" ")[0])).toEqual([
      ...["REDIS_ULR", "PORT", "HOST", "DATABASE_URL", "PUBLIC_URL", "MAIL_FROM", "OPERATOR_TOKEN", "SIGNING_KEY"],
    ]);
    expect(server.output()).not.toMatch(/not a key|x{38}|\n\s+at /);
    expect(await readdir(server.dataDir)).toEqual([]);
  });

  it("on a port in use exits with 1 and a sentence, and releases the database", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as { port: number };
    const database = await newServerDatabase();
    const env: Record<string, string> = database ? { DATABASE_URL: database.url } : {};
    const failed = await start({ wait: false, env: { ...env, PORT: String(port) } });
    expect(await exitOf(failed)).toBe(1);
    expect(failed.output()).toContain(`PORT: ${port} is already in use.`);
    taken.close();
    const next = await start({ env, dataDir: failed.dataDir });
    await expect.poll(async () => (await send(`${next.url}/readyz`)).status).toBe(200);
    await next.stop("SIGKILL");
    await database?.drop();
  });

  it("on a database of another build exits with 1, names the files to save, and does not try again", async () => {
    const database = await newServerDatabase();
    const dataDir = await mkdtemp(path.join(tmpdir(), "governance-"));
    const directory = path.join(dataDir, "postgres");
    if (!database) await copyTemplate(directory);
    const engine = database ? undefined : await startEmbedded({ socket: path.join(dataDir, "old.sock"), directory });
    const sql = database
      ? postgres(database.url, { max: 1 })
      : postgres({ path: engine?.socket ?? "", max: 1, user: "postgres", database: "postgres" });
    await sql`update drizzle.__drizzle_migrations set created_at = created_at - 1000`;
    await sql.end();
    await engine?.stop();

    const env: Record<string, string> = database ? { DATABASE_URL: database.url } : {};
    const server = await start({ wait: false, dataDir, env });
    expect(await exitOf(server)).toBe(1);
    expect(server.output()).toContain("save /checkpoint and /api/memory/log, both also with ?log=council");
    expect(server.output()).not.toMatch(/trying again|"level":"(warn|error)"|\n\s+at /);
    await database?.drop();
  });
});

describe.runIf(onServer)("a start on a server's database", () => {
  it("that its role may not use exits with 1 and a sentence that says what to grant", async () => {
    const database = await newServerDatabase({ empty: true });
    if (!database) throw new Error("no server");
    const admin = postgres(database.url, { max: 1, onnotice: () => {} });
    const role = `governance_poor_${process.pid}`;
    await admin.unsafe(`revoke create on schema public from public; create role ${role} login password 'x'`);
    const url = Object.assign(new URL(database.url), { username: role, password: "x" });
    const server = await start({ wait: false, env: { DATABASE_URL: url.href } });
    expect(await exitOf(server)).toBe(1);
    expect(server.output()).toMatch(/may not create the extension pg_trgm\. As a superuser/);
    expect(server.output()).not.toMatch(/trying again|\n\s+at /);
    await admin.end();
    await database.drop();
    const rest = postgres(process.env["TEST_DATABASE_URL"] ?? "", { max: 1 });
    await rest.unsafe(`drop role ${role}`);
    await rest.end();
  });

  it("that is not reachable says so on a terminal; it is called running only after the database returns", async () => {
    const database = await newServerDatabase();
    if (!database) throw new Error("no server");
    const proxy = await startFaultyProxy(database.url, 5432);
    await proxy.refuse();
    const server = await start({ wait: false, env: { DATABASE_URL: proxy.url, LOG_FORMAT: "pretty" } });
    await expect.poll(() => server.output(), { timeout: 60_000 }).toContain("waits for the database.");
    expect(server.output()).not.toContain("is running.");
    await proxy.resume();
    await expect.poll(() => server.output(), { timeout: 60_000 }).toContain("is running.");
    await server.stop("SIGKILL");
    await proxy.refuse();
    await database.drop();
  });
});

describe.skipIf(onServer)("a start of the embedded database", () => {
  it("moves signing keys that lie in the database to a file for its owner, and old signatures stay valid", async () => {
    const server = await start({ env: { SEED_DEMO: "1" } });
    const published = async ({ url }: RunningServer) => [
      (await send(`${url}/.well-known/jwks.json`)).body,
      (await send(`${url}/checkpoint`)).body,
    ];
    const before = await published(server);
    await server.stop();
    // As an earlier build left it.
    const directory = path.join(server.dataDir, "postgres");
    const file = path.join(server.dataDir, "signing-keys.json");
    const keys: Record<string, string> = JSON.parse(await readFile(file, "utf8"));
    expect(Object.keys(keys)).toHaveLength(5);
    const socket = path.join(server.dataDir, "old.sock");
    const engine = await startEmbedded({ socket, directory });
    const sql = postgres({ path: socket, max: 1, user: "postgres", database: "postgres" });
    for (const [kid, key] of Object.entries(keys))
      await sql`update signing_keys set private_key = ${key} where kid = ${kid}`;
    await sql.end();
    await engine.stop();
    await rm(file);

    const next = await start({ dataDir: server.dataDir });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual(keys);
    expect(await published(next)).toEqual(before);
    expect(await next.stop()).toBe(0);
    const files = await readdir(path.join(directory, "base"), { recursive: true, withFileTypes: true });
    for (const each of files.filter((one) => one.isFile())) {
      const bytes = await readFile(path.join(each.parentPath, each.name));
      expect([each.name, bytes.includes("BEGIN PRIVATE KEY")]).toEqual([each.name, false]);
    }
  });
});

describe.skipIf(onServer)("starts on one data directory", () => {
  it("keep the data after SIGKILL, and admit only one process", async () => {
    const first = await start({ empty: true });
    const token = await first.operatorToken();
    const dids = ["a", "b", "c"].map((name) => `did:test:s1:${name}`);
    for (const did of dids) expect((await join(first, token, did)).status).toBe(201);

    const second = await start({ wait: false, dataDir: first.dataDir });
    expect(await exitOf(second)).toBe(1);
    expect(second.output().trim()).toBe(`Another process already uses the database in ${first.dataDir}.`);
    await expect.poll(async () => (await send(`${first.url}/readyz`)).status).toBe(200);

    await first.stop("SIGKILL");
    const rivals = await Promise.all([1, 2, 3].map(() => start({ wait: false, dataDir: first.dataDir })));
    await expect.poll(() => rivals.filter((rival) => rival.process.exitCode === 1)).toHaveLength(2);
    const heir = rivals.find((rival) => rival.process.exitCode === null);
    await expect.poll(() => heir?.output(), { timeout: 30_000 }).toContain('"event":"listening"');
    const { agents } = (await send(`${heir?.url}/api/agents/directory`)).json();
    expect(agents.map((agent: { did: string }) => agent.did)).toEqual(dids);
    expect(heir?.output()).not.toContain("Operator token");
    if (heir) expect((await join(heir, token, "did:test:s1:d")).status).toBe(201);
  });
});

describe.runIf(onServer)("four instances that start concurrently on one empty database", () => {
  it("all become ready, with one operator, one key per purpose, and one entry per RFC", async () => {
    // Several pools take more connections than other tests leave of a server's usual 100.
    const cluster = await startPrivateCluster();
    if (!cluster) throw new Error("no Postgres");
    clusters.push(cluster);
    const env = { DATABASE_URL: cluster.url };
    const instances = await Promise.all(Array.from({ length: 4 }, () => start({ env })));
    // With a slow database, a server listens before it is ready.
    for (const { url } of instances) {
      await expect.poll(async () => (await send(`${url}/readyz`)).status, { timeout: 30_000 }).toBe(200);
    }
    expect(instances.filter((instance) => instance.output().includes("Operator token"))).toHaveLength(1);

    const sql = postgres(cluster.url, { max: 1 });
    const [counts] = await sql`select (select count(*)::int from credentials) as operators,
      (select count(*)::int from signing_keys) as keys, (select count(*)::int from rfcs) as rfcs,
      (select size::int from ledger_heads where log = 'council') as acts`;
    await sql.end();
    expect(counts).toEqual({ operators: 1, keys: 5, rfcs: expect.any(Number), acts: 1 + counts?.["rfcs"] });
    expect(counts?.["rfcs"]).toBeGreaterThan(4);

    const keySets = await Promise.all(instances.map(({ url }) => send(`${url}/.well-known/jwks.json`)));
    expect(new Set(keySets.map(({ body }) => body)).size).toBe(1);
    const first = instances.find((instance) => instance.output().includes("Operator token"));
    const token = (await first?.operatorToken()) ?? "";
    const joins = await Promise.all(instances.map((instance) => join(instance, token, "did:test:s1:once")));
    expect(joins.map(({ status }) => status).sort()).toEqual([...Array(3).fill(200), 201]);
    for (const instance of instances) await instance.stop("SIGKILL");
  });
});
