import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startReceiver, type TestReceiver } from "@/lib/features/events/webhooks/testing/receiver";
import { freePort, type RunningServer, startServer } from "./start-server";
import { bearer, send, TRUST_LOOPBACK } from "./visitor";

let folder: string;
let server: RunningServer;
let operator: string;
let receiver: TestReceiver;
let guide: ChildProcess | undefined;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "governance-webhooks-"));
  receiver = await startReceiver();
  const authority = path.join(folder, "authority.pem");
  writeFileSync(authority, receiver.authority);
  server = await startServer({
    env: { ...TRUST_LOOPBACK, OUTGOING_ALLOW: "127.0.0.0/8:*", NODE_EXTRA_CA_CERTS: authority },
  });
  operator = await server.operatorToken();
});
afterAll(async () => {
  guide?.kill();
  await server?.cleanUp();
  await receiver?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (place: string, body?: object) =>
  send(server.url + place, {
    ...(body ? { method: "POST", body } : {}),
    headers: bearer(operator),
  });

/** Returns the first block of a language in the guide's chapter about webhooks. */
function guideBlock(language: "js" | "json"): string {
  const [, chapter = ""] = readFileSync("docs/guide.md", "utf8").split("\n## Receive changes by webhook\n");
  return chapter.split(`\`\`\`${language}\n`)[1]?.split("```")[0] ?? "";
}

/** Writes the receiver of the guide to a file. */
function guideReceiver(): string {
  const file = path.join(folder, "receiver.mjs");
  writeFileSync(file, guideBlock("js"));
  return file;
}

describe("a webhook of a running service", () => {
  it("sends a registration to its receiver after it is confirmed, and a message as in the guide", async () => {
    const kinds = ["agent.registered", "agent.suspended"];
    const added = (await ask("/api/webhooks", { url: receiver.address, kinds })).json();
    expect(added).toMatchObject({ state: "unconfirmed", secret: expect.stringMatching(/^whsec_/) });
    const confirmed = (await ask(`/api/webhooks/${added.id}`, { action: "confirm" })).json();
    expect(confirmed).toMatchObject({ state: "active", attempt: { delivered: true } });
    expect(confirmed).not.toHaveProperty("secret");
    expect((await ask("/api/agent/register", { did: "did:fed:s1:told" })).status).toBe(201);
    await expect.poll(() => receiver.received.at(-1)?.subject).toBe("did:fed:s1:told");
    expect(receiver.received.at(-1)).toMatchObject({ type: "agent.registered" });
    await expect
      .poll(async () => (await ask(`/api/webhooks/${added.id}/deliveries`)).json().deliveries)
      .toMatchObject([{ subject: "did:fed:s1:told", attempts: 1, error: "", delivered_at: expect.any(String) }]);
    const guided = JSON.parse(guideBlock("json"));
    expect(guided.data.subject).toBe("did:fed:s1:told");
    const { status, reason } = guided.data.data;
    const suspended = await ask("/api/agent/did:fed:s1:told/status", { status, reason });
    expect(suspended.status).toBe(200);
    await expect.poll(() => receiver.received.at(-1)?.type).toBe(guided.type);
    expect(JSON.parse(receiver.received.at(-1)?.body ?? "")).toEqual({
      ...guided,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: { ...guided.data, cursor: expect.stringMatching(/^[0-9a-z]+\.\d+$/) },
    });
    expect((await send(`${server.url}/metrics`)).body).toMatch(/webhook_deliveries_total\{outcome="delivered"\} [1-9]/);
  });

  it("is confirmed and verified by the receiver of the guide, which rejects messages without the secret", async () => {
    const guidePort = await freePort();
    const added = (await ask("/api/webhooks", { url: receiver.address, kinds: ["release.published"] })).json();
    // The test's receiver terminates TLS for the guide's receiver.
    receiver.respond(async ({ headers, body }, response) => {
      const { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signature } = headers;
      const passed = { "webhook-id": `${id}`, "webhook-timestamp": `${time}`, "webhook-signature": `${signature}` };
      const answer = await fetch(`http://127.0.0.1:${guidePort}`, { method: "POST", body, headers: passed });
      response.writeHead(answer.status).end(await answer.text());
    });
    guide = spawn(process.execPath, [guideReceiver()], {
      env: { ...process.env, SECRET: added.secret, PORT: String(guidePort) },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const said: string[] = [];
    guide.stdout?.on("data", (part) => said.push(String(part)));
    await expect
      .poll(() =>
        send(`http://127.0.0.1:${guidePort}`, { method: "POST", body: {} }).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(401);
    const confirmed = (await ask(`/api/webhooks/${added.id}`, { action: "confirm" })).json();
    expect(confirmed).toMatchObject({ state: "active" });
    expect((await ask(`/api/webhooks/${added.id}`, { action: "test" })).json().attempt).toMatchObject({ status: 200 });
    await expect.poll(() => said.join("")).toContain("webhook.test");
    expect((await ask(`/api/webhooks/${added.id}`, { action: "remove" })).status).toBe(200);
    expect((await ask(`/api/webhooks/${added.id}`)).status).toBe(404);
  });

  it("to a private address is not confirmed, and the error does not reveal why", async () => {
    const added = (await ask("/api/webhooks", { url: "https://10.0.0.1/inside" })).json();
    const { state, attempt } = (await ask(`/api/webhooks/${added.id}`, { action: "confirm" })).json();
    expect(state).toBe("unconfirmed");
    expect(attempt).toMatchObject({ delivered: false, status: null });
    expect(attempt.error).not.toContain("10.0.0.1");
  });
});
