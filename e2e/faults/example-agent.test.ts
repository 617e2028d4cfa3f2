import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { newServerDatabase, type ServerDatabase } from "@/lib/database/testing/template";
import { ROOMY, relayClient } from "../http/relay-client";
import { type RunningServer, startServer } from "../http/start-server";
import { bearer } from "../http/visitor";

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

  it("answers on the same trace, also after the server's restart, and stops on a signal", async () => {
    const headers = bearer(await server.operatorToken());
    const { post, get, newAgent, sendEvent, follow } = relayClient(
      () => server,
      () => headers,
    );
    const [asker, counter] = [await newAgent(), await newAgent()];
    const { token } = (await post("/api/access/credentials", { kind: "agent", did: counter.did })).json();
    const more = { provider: "Lattice Works", model: "m-1", runtime_type: "node", capabilities: ["count"] };
    await post("/api/agent/register", { did: counter.did, ...more });
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
    expect((await get(`/api/agents/${counter.did}`)).json()).toMatchObject({
      ...more,
      skills: ["Count the words of a text"],
    });

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
  });
});
