import { beforeAll, describe, expect, it } from "vitest";
import { GET as searchAgents } from "@/app/api/agents/search/route";
import { POST as callMcp } from "@/app/api/mcp/route";
import { GET as search } from "@/app/api/search/route";
import { systemContext } from "@/lib/authority/context";
import { testDatabase } from "@/lib/database/testing/test-database";
import { registrationOf } from "@/lib/features/agents/manifests/recognise";
import { importAgent } from "@/lib/features/agents/service/import";
import { publishedRecords } from "@/lib/features/agents/testing/published-records";
import { AgentSearchQuery } from "@/lib/features/directory/search-schema";
import { browseSearch } from "@/lib/features/directory/service/search-agents";
import { SearchRequest } from "@/lib/interop/ard/schema";
import { searchArd } from "@/lib/interop/ard/service/search";
import { get } from "@/lib/testing/call";

const database = testDatabase();
const ctx = () => systemContext(database());

beforeAll(async () => {
  for (const bytes of publishedRecords().values()) {
    const registration = registrationOf(JSON.parse(bytes.toString()));
    if (registration) await importAgent(ctx(), registration.input, { kind: registration.kind, bytes });
  }
});

interface Named {
  did: string;
}
const firstOf = (agents: unknown) => (agents as Named[])[0]?.did ?? null;

/** The first agent by each door. */
const DOORS: Record<string, (q: string) => Promise<string | null>> = {
  "GET /api/agents/search": async (q) => firstOf((await get(searchAgents, { q })).body["agents"]),
  "the directory page": async (q) => firstOf((await browseSearch(ctx(), AgentSearchQuery.parse({ q }))).agents),
  "GET /api/search": async (q) => {
    const groups = (await get(search, { q })).body["groups"] as { kind: string; results: { id: string }[] }[];
    return groups.find(({ kind }) => kind === "agent")?.results[0]?.id ?? null;
  },
  search_agents: async (q) => {
    const params = { name: "search_agents", arguments: { q } };
    const request = new Request("http://localhost:3000/api/mcp", {
      method: "POST",
      headers: { host: "localhost:3000", "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
    });
    const response = await callMcp(request, { params: Promise.resolve({}) });
    return firstOf((await response.json()).result.structuredContent.agents);
  },
  "search by ARD": async (text) => {
    const { results } = await searchArd(ctx(), SearchRequest.parse({ query: { text } }), "http://localhost:3000");
    return (results[0]?.metadata?.["localhost.did"] as string | undefined) ?? null;
  },
};

describe("all doors name the same first agent", () => {
  it.each([
    ["translate a contract into German", "found"],
    ["send an e-mail", "found"],
    ["what will the weather be tomorrow", "found"],
    ["query Postgres", "found"],
    ["something that reads PDF", "found"],
    ["find me a cheap flight to Lisbon and a room near the harbour, my wife does not like stairs", "found"],
    ["tranlsate", "found"],
    ["weath", "found"],
    ["mcp server", "found"],
    ["wypłata z bankomatu", "nothing"],
    ["how tall is the Eiffel tower", "nothing"],
  ])("%s: %s", async (question, outcome) => {
    const named = await Promise.all(Object.entries(DOORS).map(async ([door, ask]) => [door, await ask(question)]));
    expect(new Set(named.map(([, did]) => did)).size, JSON.stringify(named)).toBe(1);
    expect(named[0]?.[1] === null ? "nothing" : "found").toBe(outcome);
  });
});
