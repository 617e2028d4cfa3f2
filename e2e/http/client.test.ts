import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { newServerDatabase, type ServerDatabase } from "@/lib/db/testing/template";
import { ROOMY, relayClient } from "./relay-client";
import { type RunningServer, startServer } from "./start-server";
import { bearer } from "./visitor";

const run = promisify(execFile);

describe("the client as others get it", () => {
  it("is one file of less than 64 KiB compressed, which imports nothing and has nothing of the server in it", async () => {
    expect(gzipSync(await readFile("dist/client/index.js")).length).toBeLessThan(64 * 1_024);
    const options = { bundle: true, write: false, metafile: true, platform: "browser", format: "esm" } as const;
    const { inputs } = (await build({ ...options, entryPoints: ["dist/client/index.js"] })).metafile;
    expect(Object.entries(inputs).map(([file, { imports }]) => [file, imports])).toEqual([
      ["dist/client/index.js", []],
    ]);
    const { sources } = JSON.parse(await readFile("dist/client/index.js.map", "utf8")) as { sources: string[] };
    expect(sources).toContain("../../client/index.ts");
    expect(
      sources.filter((file) => /drizzle|node_modules\/postgres|lib\/(db|edge|env|log)|service/.test(file)),
    ).toEqual([]);
  });

  it("is typed by the declarations, in a project of one's own", async () => {
    const directory = await mkdtemp(path.join(tmpdir(), "governance-client-"));
    onTestFinished(() => rm(directory, { recursive: true }));
    await mkdir(path.join(directory, "node_modules"));
    await symlink(path.resolve("dist/client"), path.join(directory, "node_modules/federation-governance-service"));
    await writeFile(path.join(directory, "package.json"), '{"type": "module"}');
    await writeFile(
      path.join(directory, "mine.ts"),
      `import { connect } from "federation-governance-service/client";
const federation = connect({ baseUrl: "https://federation.example", token: "t" });
const { agents } = await federation.listDirectory({ query: { role: "reviewer", limit: 2 } });
const tiers: ("T0" | "T1" | "T2" | "T3" | "T4")[] = agents.map(({ trust_tier }) => trust_tier);
for await (const { cursor, intent } of federation.streamInbox()) {
  const next: number = cursor + 1;
  console.log(next, intent.length, tiers);
}
await federation.sendEvent({ body: { src_did: "did:fed:s1:atlas", intent: "summarise", mine: 1 } });
// @ts-expect-error an event without an intent
await federation.sendEvent({ body: { src_did: "did:fed:s1:atlas" } });
// @ts-expect-error an agent that is not named
await federation.getAgent();
// @ts-expect-error nothing of that name is declared
await federation.dropTables();
`,
    );
    const tsc = path.resolve("node_modules/typescript/bin/tsc");
    const options = ["--noEmit", "--strict", "--target", "es2023", "--lib", "es2023,dom", "--types", ""];
    const checked = run(process.execPath, [tsc, ...options, "--module", "nodenext", "mine.ts"], { cwd: directory });
    await expect(checked.catch((error) => error.stdout)).resolves.toMatchObject({ stdout: "" });
  }, 60_000);
});

describe("the agent of examples/", () => {
  let server: RunningServer;
  let database: ServerDatabase | undefined;
  const env: Record<string, string> = { ...ROOMY };
  beforeAll(async () => {
    database = await newServerDatabase();
    if (database) env["DATABASE_URL"] = database.url;
    server = await startServer({ env });
  });
  afterAll(async () => {
    await server.cleanUp();
    await database?.drop();
  });

  it("answers what it is asked on the same trace, again after the server's restart, and stops when it is told to", async () => {
    const headers = bearer(await server.operatorToken());
    const { post, get, newAgent, sendEvent, follow } = relayClient(
      () => server,
      () => headers,
    );
    const [asker, counter] = [await newAgent(), await newAgent()];
    const { token } = (await post("/api/access/credentials", { kind: "agent", did: counter.did })).json();
    const agent = spawn(process.execPath, ["examples/agent.mjs"], {
      env: { PATH: process.env["PATH"], NODE_ENV: "test", FEDERATION_URL: server.url, TOKEN: token, DID: counter.did },
    });
    onTestFinished(() => void agent.kill("SIGKILL"));
    let printed = "";
    for (const output of [agent.stdout, agent.stderr]) output.on("data", (chunk) => (printed += chunk));

    async function ask(text: string) {
      const answers = await follow(asker.headers);
      const event = {
        src_did: asker.did,
        dst_did: counter.did,
        intent: "count the words of a text",
        payload: { text },
      };
      const { trace_id } = (await sendEvent(event, asker.headers)).json();
      await expect
        .poll(() => answers.events.map(({ data }) => data), { timeout: 30_000, message: printed })
        .toContainEqual(expect.objectContaining({ trace_id, src_did: counter.did, kind: "answer" }));
      answers.close();
      return (await get(`/api/relay/replay/${trace_id}`)).json();
    }
    expect(await ask("one two three")).toMatchObject({
      count: 2,
      events: [
        { seq: 1, src_did: asker.did },
        { seq: 2, src_did: counter.did, dst_did: asker.did, payload: { words: 3, characters: 13 } },
      ],
    });
    expect((await get(`/api/agents/${counter.did}`)).json()).toMatchObject({ skills: ["Count the words of a text"] });

    const { url, port, dataDir } = server;
    await server.stop();
    server = { ...(await startServer({ env: { ...env, PORT: String(port) }, dataDir })), url };
    expect(await ask("Dzień dobry")).toMatchObject({ count: 2, events: [{}, { payload: { words: 2 } }] });
    await expect
      .poll(async () => (await get("/api/relay/inbox", bearer(token))).json())
      .toMatchObject({ acknowledged: 2, pending: 0 });

    agent.kill("SIGINT");
    expect(await once(agent, "exit")).toEqual([0, null]);
    expect(printed).toMatch(/Stopped\.\n$/);
  }, 120_000);
});
