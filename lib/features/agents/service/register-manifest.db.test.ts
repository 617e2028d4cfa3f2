import { describe, expect, it } from "vitest";
import { POST } from "@/app/api/agent/register/route";
import { systemContext } from "@/lib/authority/context";
import { testDatabase } from "@/lib/database/testing/test-database";
import { issueCredential } from "@/lib/features/access/service/credentials";
import { post } from "@/lib/testing/call";

const database = testDatabase();

async function agentToken(did: string): Promise<string> {
  return (await issueCredential(systemContext(database()), { kind: "agent", did, label: "" })).token;
}

describe("POST /api/agent/register: an A2A agent card as capability_manifest", () => {
  const card = {
    name: "Glossa",
    url: "https://glossa.example/a2a",
    role: " translator ",
    capabilities: { streaming: true },
    skills: [
      { id: "pl-en", name: "Translate Polish to English", tags: ["pl"], examples: ["Przetłumacz to zdanie"] },
      { id: "en-pl", name: "Translate English to Polish" },
      { id: "unnamed" },
      { id: "en-pl", name: "Translate English to Polish" },
    ],
  };
  const register = async (name: string, rest: object) => {
    const did = `did:fed:s2:${name}`;
    return post(POST, { did, ...rest }, { token: await agentToken(did) });
  };

  it("gives the role and the skills, and is kept as it was sent", async () => {
    const { body } = await register("card", { role: "other", capability_manifest: card });
    expect(body["role"]).toBe("translator");
    expect(body["skills"]).toEqual(["Translate Polish to English", "Translate English to Polish", "unnamed"]);
    expect(body["capability_manifest"]).toEqual(card);
  });

  it("provides the fields that were not sent", async () => {
    const said = { ...card, description: "Translates.", version: "2.0", url: "https://glossa.example/a2a" };
    const from = { description: "Translates.", version: "2.0", tags: ["pl"], model_given: false };
    const a2a = { protocol: "a2a", url: "https://glossa.example/a2a", transport: "JSONRPC" };
    expect((await register("said", { capability_manifest: said })).body).toMatchObject({ ...from, endpoints: [a2a] });
    const sent = { description: "Translates law.", tags: [], endpoints: [] };
    const { body } = await register("sent", { ...sent, capability_manifest: said });
    expect(body).toMatchObject({ ...from, ...sent });
  });

  it("or an MCP server.json gives remotes as endpoints, and its repository as none", async () => {
    const server = {
      ...{ name: "io.github.user/weather", description: "Forecasts.", version: "1.0.0" },
      repository: { url: "https://github.com/user/weather", source: "github" },
      remotes: [{ type: "sse", url: "https://weather.example/sse" }],
      packages: [{ registryType: "npm", identifier: "weather", version: "1.0.0" }],
    };
    const { body } = await register("weather", { capability_manifest: server });
    const endpoints = [{ protocol: "mcp", url: "https://weather.example/sse", transport: "sse" }];
    expect(body).toMatchObject({ description: "Forecasts.", repository: server.repository.url, endpoints });
    expect(body["capability_manifest"]).toEqual(server);
  });

  it("does not replace skills that were given", async () => {
    const { body } = await register("given", { skills: ["Listen"], capability_manifest: card });
    expect(body["skills"]).toEqual(["Listen"]);
  });

  it("is stored whatever the type of its parts, and its readable parts are used", async () => {
    const odd = { role: 5, skills: ["Plain", 5, null, { name: " " }, { name: 7, id: "short" }] };
    const { status, body } = await register("odd", { role: "own", capability_manifest: odd });
    expect(status).toBe(201);
    expect(body).toMatchObject({ role: "own", skills: ["Plain", "short"], capability_manifest: odd });
    const text = { role: "r".repeat(201), skills: "all of them" };
    const second = await register("text", { capability_manifest: text });
    expect(second.body).toMatchObject({ role: "", skills: [], capability_manifest: text });
  });

  it("gives at most 200 skills", async () => {
    const skills = Array.from({ length: 250 }, (_, index) => ({ name: `skill ${index}` }));
    const { body } = await register("many", { capability_manifest: { skills } });
    expect(body["skills"]).toHaveLength(200);
  });
});
