import { beforeAll, describe, expect, it } from "vitest";
import { ensureSigningKey } from "@/lib/authority/keys";
import { testDatabase } from "@/lib/database/testing/test-database";
import { registerAgent } from "@/lib/features/agents/service/register";
import { memberFixtures } from "@/lib/features/agents/testing/fixtures";
import { searchAgents } from "@/lib/features/directory/contract";
import { previewRoute } from "@/lib/features/relay/contract";
import { callMcp } from "@/lib/features/status/contract";
import { searchArd } from "@/lib/interop/ard/contract";
import { search } from "@/lib/portal/search/contract";
import { BAD_QUESTIONS } from "@/lib/search/testing/bad-questions";
import { type Sent, send } from "@/lib/testing/routes";

const database = testDatabase();
const { ctx } = memberFixtures(database);

beforeAll(async () => {
  await ensureSigningKey(database(), undefined, new Date());
  await registerAgent(ctx(), { did: "did:fed:s1:weather", description: "Weather forecasts for any city." });
  await registerAgent(ctx(), { did: "did:fed:s1:translator", skills: ["Translate contracts"], tags: ["german"] });
});

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

const JSON_HERE = { host: "localhost:3000", "content-type": "application/json" };

async function ask(endpoint: Parameters<typeof send>[0], sent: Sent): Promise<Answer> {
  const response = await send(endpoint, { ...sent, headers: JSON_HERE });
  return { status: response.status, body: await response.json() };
}

const get = (endpoint: Parameters<typeof send>[0], query: Record<string, string>) =>
  ask(endpoint, { query: new URLSearchParams(query).toString() });

/** Calls a tool. @returns its result, with 400 for an error, or for an error that names a field in its message */
async function callTool(name: string, given: object): Promise<Answer> {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } };
  const { status, body } = await ask(callMcp, { body: message });
  const { error, result } = body as {
    error?: { message: string };
    result?: { isError: boolean; structuredContent: Answer["body"] };
  };
  if (error) return { status, body: { fields: [error.message] } };
  return { status: result?.isError ? 400 : status, body: result?.structuredContent ?? {} };
}

const DOORS = [
  { door: "GET /api/agents/search", field: "q", put: (q: string) => get(searchAgents, { q }) },
  { door: "GET /api/search", field: "q", put: (q: string) => get(search, { q }) },
  { door: "GET /api/relay/preview", field: "intent", put: (intent: string) => get(previewRoute, { intent }) },
  {
    door: "POST /api/ard/search",
    field: "query",
    put: (text: string) => ask(searchArd, { body: { query: { text } } }),
  },
  { door: "MCP search_agents", field: "q", put: (q: string) => callTool("search_agents", { q }) },
  { door: "MCP search", field: "q", put: (q: string) => callTool("search", { q }) },
  { door: "MCP preview_route", field: "intent", put: (intent: string) => callTool("preview_route", { intent }) },
];

describe.each(DOORS)("$door", ({ field, put }) => {
  it("finds an agent", async () => {
    expect(JSON.stringify((await put("weather forecasts")).body)).toContain("did:fed:s1:weather");
  });

  it.each(BAD_QUESTIONS)("responds to %s, finds nothing that fits, or names the field", async (_, question) => {
    const { status, body } = await put(question);
    if (status !== 200) expect([status, body["fields"]]).toEqual([400, [expect.stringMatching(field)]]);
    expect(body["exact"] ?? []).toEqual([]);
    expect(body["target"] ?? null).toBeNull();
  });
});
