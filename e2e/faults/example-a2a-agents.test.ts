import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { newServerDatabase, type ServerDatabase } from "@/lib/database/testing/template";
import { ROOMY, relayClient } from "../http/relay-client";
import { type RunningServer, startServer } from "../http/start-server";
import { bearer } from "../http/visitor";

/** The command of each example. */
const EXAMPLES = [
  ["TypeScript", process.execPath, ["--import", "tsx", "examples/a2a-agent.ts"]],
  ["Python", "python3", ["examples/a2a-agent.py"]],
] as const;

describe("an agent of examples/ that answers A2A messages", () => {
  let server: RunningServer;
  let database: ServerDatabase | undefined;
  const env: Record<string, string> = { ...ROOMY };
  const operator = { headers: {} as Record<string, string> };
  beforeAll(async () => {
    database = await newServerDatabase();
    if (database) env["DATABASE_URL"] = database.url;
    server = await startServer({ env });
    operator.headers = bearer(await server.operatorToken());
  });
  afterAll(async () => {
    await server.cleanUp();
    await database?.drop();
  });
  const { post, get, newAgent, sendEvent } = relayClient(
    () => server,
    () => operator.headers,
  );

  /** Starts an example as an agent of T2. */
  async function startAgent(command: string, parameters: readonly string[]) {
    const did = `did:test:s1:${crypto.randomUUID()}`;
    const { token } = (await post("/api/access/credentials", { kind: "agent", did })).json();
    await post("/api/agent/join", { did });
    await post(`/api/agent/${did}/tier`, { tier: "T2", reason: "For the test." });
    let printed = "";
    const start = (): ChildProcess => {
      const agent = spawn(command, parameters, {
        env: { PATH: process.env["PATH"], NODE_ENV: "test", FEDERATION_URL: server.url, TOKEN: token, DID: did },
      });
      onTestFinished(() => void agent.kill("SIGKILL"));
      for (const output of [agent.stdout, agent.stderr]) output.on("data", (chunk) => (printed += chunk));
      return agent;
    };
    return { did, token, start, printed: () => printed };
  }

  it.each(EXAMPLES)(
    "joins, and answers on the same trace, also messages from its offline time: %s",
    async (_, command, parameters) => {
      const agent = await startAgent(command, parameters);
      const asker = await newAgent();
      const ask = async (text: string) => {
        const message = { messageId: crypto.randomUUID(), role: "ROLE_USER", parts: [{ text }] };
        const headers = { ...asker.headers, "a2a-version": "1.0" };
        const sent = { message, configuration: { returnImmediately: true } };
        const { task } = (await post(`/api/a2a/${agent.did}/message:send`, sent, headers)).json();
        return task.metadata.traceId as string;
      };
      const answered = (trace: string) =>
        expect.poll(
          async () =>
            (await get(`/api/relay/inbox?did=${asker.did}`))
              .json()
              .events.filter((each: { trace_id: string }) => each.trace_id === trace),
          {
            timeout: 30_000,
            message: agent.printed(),
          },
        );

      // An event that is no message gets no answer.
      await sendEvent({ src_did: asker.did, dst_did: agent.did, intent: "greet", kind: "chat" }, asker.headers);
      let running = agent.start();
      const record = async () => (await get(`/api/agents/${agent.did}`)).json();
      await expect
        .poll(record, { timeout: 30_000 })
        .toMatchObject({ status: "active", skills: ["Count the words of a text"] });
      await answered(await ask("one two three")).toEqual([
        expect.objectContaining({
          ...{ src_did: agent.did, kind: "a2a.completed", intent: "a2a.message" },
          payload: { message: { parts: [{ text: "3 words" }] } },
        }),
      ]);
      await answered(await ask("  ")).toEqual([expect.objectContaining({ kind: "a2a.input_required" })]);

      running.kill("SIGKILL");
      await once(running, "exit");
      const missed = await ask("Dzień dobry");
      running = agent.start();
      await answered(missed).toHaveLength(1);
      await expect
        .poll(async () => (await get("/api/relay/inbox", bearer(agent.token))).json())
        .toMatchObject({ acknowledged: 4, pending: 0 });
    },
    120_000,
  );

  it.each(EXAMPLES)(
    "completes tasks of the A2A door: %s",
    async (_, command, parameters) => {
      const agent = await startAgent(command, parameters);
      const asker = await newAgent();
      const knock = async (text: string) => {
        const message = { messageId: crypto.randomUUID(), role: "ROLE_USER", parts: [{ text }] };
        const headers = { ...asker.headers, "a2a-version": "1.0" };
        return (await post(`/api/a2a/${agent.did}/message:send`, { message }, headers)).json().task;
      };
      agent.start();
      await expect.poll(agent.printed, { timeout: 30_000 }).toContain("listens.");
      expect(await knock("one two three")).toMatchObject({
        status: { state: "TASK_STATE_COMPLETED", message: { role: "ROLE_AGENT", parts: [{ text: "3 words" }] } },
        metadata: { did: agent.did },
      });
      expect(await knock(" ")).toMatchObject({ status: { state: "TASK_STATE_INPUT_REQUIRED" } });
    },
    120_000,
  );
});
