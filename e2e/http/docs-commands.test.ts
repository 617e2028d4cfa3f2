import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type SharedServer, sharedServer } from "./shared-servers";
import { bearer, freshAddress } from "./visitor";

const DOOR = "did:demo:s2:glossa";
/** An agent of T3. */
const CALLER = "did:demo:s1:countersign";

let server: SharedServer;
let token: string;
beforeAll(async () => {
  server = await sharedServer("demo");
  const issued = await fetch(`${server.url}/api/access/credentials`, {
    method: "POST",
    headers: bearer(await server.operatorToken()),
    body: JSON.stringify({ kind: "agent", did: CALLER, label: "docs" }),
  });
  token = (await issued.json()).token;
});

/** Returns each endpoint of a page of the reference: its title, who may call it, and its command. */
async function entriesOf(page: string) {
  const text = await (await fetch(`${server.url}${page}`)).text();
  const [, ...entries] = text.split(/^## /m);
  return entries.map((entry) => ({
    title: entry.split("\n")[0] ?? "",
    access: /^- \*\*Access\*\*: (.*)$/m.exec(entry)?.[1] ?? "",
    command: /^```sh\n(.*?)\n```/ms.exec(entry)?.[1] ?? "",
  }));
}

const callTasks = (path: string, body?: object) =>
  fetch(`${server.url}/api/a2a/${path}`, {
    method: "POST",
    headers: { ...bearer(token), "A2A-Version": "1.0", "x-forwarded-for": freshAddress() },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

/** Runs a command of the reference in a shell. The task of a stream is cancelled, so the stream ends. */
async function run(command: string): Promise<{ status: number; text: string }> {
  const script = `${command} -H "X-Forwarded-For: ${freshAddress()}" -w '\n%{http_code}'`;
  const child = spawn("sh", ["-c", script], { env: { ...process.env, TOKEN: token } });
  let output = "";
  let isCancelled = false;
  for await (const chunk of child.stdout) {
    output += chunk;
    const [, id] = /^data: \{"task":\{"id":"([^"]+)"/m.exec(output) ?? [];
    if (id === undefined || isCancelled) continue;
    isCancelled = true;
    await callTasks(`tasks/${id}:cancel`);
  }
  const at = output.lastIndexOf("\n");
  return { status: Number(output.slice(at + 1)), text: output.slice(0, at) };
}

/** Sends a message to the door. @returns its task's id */
async function newTask(): Promise<string> {
  const response = await callTasks(`${DOOR}/message:send`, {
    message: { messageId: randomUUID(), role: "ROLE_USER", parts: [{ text: "Hello." }] },
    configuration: { returnImmediately: true },
  });
  return (await response.json()).task.id;
}

describe("the commands of /docs/a2a", () => {
  it("work as they are, and need a token exactly where the reference says so", async () => {
    const entries = await entriesOf("/docs/a2a.md");
    expect(entries.length).toBeGreaterThan(25);
    for (const { title, access, command } of entries) {
      const filled = command
        .replace("{did}", DOOR)
        .replace("{id}", await newTask())
        .replace("{config}", "1");
      const isCard = title.includes("agent card") && !title.includes("extended");
      expect(filled.includes('-H "A2A-Version: 1.0"'), title).toBe(!isCard);
      const { status, text } = await run(filled);
      expect([status, text], title).toEqual([title.includes("not supported") ? 400 : 200, expect.any(String)]);
      expect(text, title).not.toMatch(/VERSION_NOT_SUPPORTED|"error":\{"code":-32/);

      const withoutToken = filled.split(" \\\n").filter((line) => !line.includes("Authorization"));
      const anonymous = await run(withoutToken.join(" \\\n"));
      const isOpen = access === "Everyone. No token is needed.";
      expect(withoutToken.join(" \\\n") === filled, title).toBe(isOpen);
      const refused = access.includes("guest's task") ? 404 : 401;
      expect(anonymous.status, `${title}, without a token`).toBe(isOpen ? status : refused);
    }
  });

  it("declare the version as a header of each operation", async () => {
    const { paths } = await (await fetch(`${server.url}/openapi.json`)).json();
    for (const [path, operations] of Object.entries<Record<string, { parameters: object[] }>>(paths)) {
      if (!path.startsWith("/api/a2a") || path.endsWith("agent-card.json")) continue;
      for (const { parameters } of Object.values(operations)) {
        expect(parameters, path).toContainEqual(
          expect.objectContaining({ name: "a2a-version", in: "header", example: "1.0" }),
        );
      }
    }
  });
});

it("the command of the reference for MCP lists the tools, without a token as the reference says", async () => {
  const entry = (await entriesOf("/docs/discovery.md")).find(({ command }) => command.includes("/api/mcp"));
  expect(entry?.access).toBe("Everyone. No token is needed.");
  const { status, text } = await run(entry?.command ?? "");
  expect(status).toBe(200);
  expect(JSON.parse(text).result.tools.length).toBeGreaterThan(10);
});
