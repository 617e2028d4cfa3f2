import { beforeAll, describe, expect, it } from "vitest";
import { systemContext } from "@/lib/authority/context";
import { testDatabase } from "@/lib/database/testing/test-database";
import { AgentSearchQuery } from "@/lib/features/directory/search-schema";
import { searchAgents } from "@/lib/features/directory/service/search-agents";
import { connectionsOf } from "../connect/snippets";
import { registrationOf } from "../manifests/recognise";
import { publishedRecords } from "../testing/published-records";
import { importAgent } from "./import";
import { readManifest } from "./manifest";
import { getAgent } from "./read";

const database = testDatabase();
const ctx = () => systemContext(database());
/** DIDs by the names of the files. */
const dids = new Map<string, string>();

beforeAll(async () => {
  for (const [name, bytes] of publishedRecords()) {
    const registration = registrationOf(JSON.parse(bytes.toString()));
    if (!registration) throw new Error(`${name} is no record`);
    await importAgent(ctx(), registration.input, { kind: registration.kind, bytes });
    dids.set(name, registration.input.did);
  }
});

const agentNamed = (name: string) => getAgent(ctx(), { did: dids.get(name) ?? "" });

const MCP = ["Claude", "Cursor", "VS Code"];
/** What each profile offers to connect with. Empty: it says that no connection details are published. */
const OFFERED: Record<string, string[]> = {
  browser: [...MCP, "npx", "Docker"],
  calendar: [...MCP, "uvx"],
  "code-review": [...MCP, "npx"],
  "dotnet-docs": [],
  files: [...MCP, "npx", "MCPB"],
  geocode: MCP,
  "git-history": [...MCP, "uvx"],
  "image-recognition": [...MCP, "Docker"],
  invoices: [...MCP, "uvx"],
  kubernetes: [...MCP, "Docker"],
  maps: MCP,
  "mysql-explorer": [...MCP, "uvx"],
  "news-feeds": [...MCP, "uvx"],
  notes: ["MCPB"],
  parcels: [],
  payments: MCP,
  "pdf-reader": [...MCP, "npx"],
  "postgres-query": [...MCP, "uvx", "Docker"],
  "secret-scan": ["npx"],
  "send-mail": [...MCP, "npx"],
  spreadsheets: [...MCP, "uvx"],
  "team-chat": [...MCP, "npx"],
  transcribe: [...MCP, "Docker"],
  translate: MCP,
  weather: [...MCP, "npx"],
  "web-search": [...MCP, "npx"],
  appoint: ["A2A"],
  backroom: [],
  brief: ["A2A"],
  caption: ["A2A"],
  countinghouse: ["A2A"],
  critic: ["A2A"],
  helpdesk: ["A2A"],
  larder: ["A2A"],
  lingua: ["A2A"],
  outlook: ["A2A"],
  postilion: ["A2A"],
  scholar: ["A2A"],
  sequel: ["A2A"],
  wayfare: ["A2A"],
};

describe("forty records as their publishers write them", () => {
  it("are all imported", () => {
    expect([...dids.keys()].sort()).toEqual(Object.keys(OFFERED).sort());
    expect(new Set(dids.values()).size).toBe(40);
  });

  it.each(Object.entries(OFFERED))("%s can be used by %j", async (name, offered) => {
    const agent = await agentNamed(name);
    const snippets = connectionsOf(agent);
    expect(snippets.map((snippet) => snippet.name)).toEqual(offered);
    for (const { code } of snippets) expect(code).not.toContain("undefined");
    expect([agent.description, agent.version]).not.toContain("");
    const manifest = await readManifest(ctx(), { did: agent.did });
    expect(manifest.text).toBe(publishedRecords().get(name)?.toString());
  });
});

describe("a stranger's question", () => {
  it.each([
    ["something that reads PDF", ["pdf-reader", "brief"]],
    ["query Postgres", ["postgres-query", "sequel"]],
    ["send an e-mail", ["send-mail", "postilion"]],
    ["put a meeting in my calendar", ["calendar", "appoint"]],
    ["translate a contract into German", ["lingua", "translate"]],
    ["what will the weather be tomorrow", ["weather", "outlook"]],
    ["browse the web and fill in a form", ["browser"]],
    ["what is in this picture", ["image-recognition", "caption"]],
    ["review my pull request", ["code-review", "critic"]],
    ["read an invoice", ["invoices", "countinghouse"]],
  ])("%s finds an agent that can be used among the first five", async (q, wanted) => {
    const { agents } = await searchAgents(ctx(), AgentSearchQuery.parse({ q, limit: 5 }));
    const found = agents.slice(0, 5).map(({ did }) => did);
    const suitable = wanted.map((name) => dids.get(name) ?? "").filter((did) => found.includes(did));
    expect(suitable, `found ${found.join(", ")}`).not.toEqual([]);
    const [first = ""] = suitable;
    expect(connectionsOf(await getAgent(ctx(), { did: first }))).not.toEqual([]);
  });
});
