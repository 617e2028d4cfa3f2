import { expect, it } from "vitest";
import { searchRecord } from "./search-record";
import { agentRow } from "./testing/agent-row";

const row = (capabilityManifest: Record<string, unknown>, more = {}) =>
  searchRecord(agentRow({ did: "did:fed:s1:a", capabilityManifest, ...more }));

it("says what the row says", () => {
  const more = {
    name: "Atlas",
    provider: "Maps Ltd",
    role: "cartographer",
    tags: ["maps"],
    domains: ["atlas.example"],
  };
  expect(
    row({}, { ...more, capabilities: ["draw"], skills: ["Draw maps"], trustTier: "T2", trustScore: 61.5 }),
  ).toEqual({
    did: "did:fed:s1:a",
    ...{ name: "Atlas", provider: "Maps Ltd", description: "", homepage: "", repository: "" },
    tags: ["maps"],
    skills: [{ name: "Draw maps", description: "", tags: [], examples: [] }],
    capabilities: ["cartographer", "draw"],
    tools: [],
    hosts: ["atlas.example"],
    ...{ isMember: true, trustScore: 61.5, tier: "T2", answering: 0 },
  });
});

it("says that a listed record is no member", () => {
  const listed = { source: "a list", url: null, at: "2026-11-01T00:00:00Z" };
  expect(row({}, { status: "unverified", listed }).isMember).toBe(false);
});

it("has the skills of an A2A card with their details", () => {
  const skill = { id: "s", name: "Route", description: "Finds ways.", tags: ["roads"], examples: ["to Kraków"] };
  expect(row({ skills: [skill, "Plain", 7] }, { skills: ["Route", "Own"] }).skills?.map(({ name }) => name)).toEqual([
    ...["Route", "Plain", "Own"],
  ]);
  const { id: _, ...said } = skill;
  expect(row({ skills: [skill] }).skills).toEqual([said]);
});

it("has the tools of an MCP server, from the manifest or from a registry's entry", () => {
  const tools = [
    { name: "query", description: "Runs SQL.", inputSchema: {} },
    { name: "ping" },
    "list",
    { name: 7 },
    null,
  ];
  const said = [
    { name: "query", description: "Runs SQL." },
    { name: "ping", description: "" },
    { name: "list", description: "" },
  ];
  expect(row({ tools }).tools).toEqual(said);
  expect(row({ server: { tools } }).tools).toEqual(said);
});

it.each([[{ tools: {} }], [{ server: 7, tools: [[]] }], [{ skills: "s", tools: null }]])(
  "takes any manifest: %j",
  (manifest) => {
    expect(row(manifest)).toMatchObject({ tools: [], skills: [] });
  },
);

it("shortens texts of records that are older than the bounds", () => {
  const long = "x".repeat(100_000);
  const { tools, skills } = row({
    tools: Array.from({ length: 2_000 }, () => ({ name: long, description: long })),
    skills: [{ name: "s", description: long }],
  });
  expect([tools?.length, tools?.[0]?.name.length, tools?.[0]?.description?.length]).toEqual([1_000, 200, 4_000]);
  expect(skills?.[0]?.description?.length).toBe(4_000);
});
