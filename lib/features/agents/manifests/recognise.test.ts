import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { GivenDetails } from "../details";
import { completeRecord } from "../rules";
import { RegisterAgent } from "../schema";
import { faultOfShape, listedRecords, recogniseSource, registrationOf } from "./recognise";

const LISTED = {
  slug: "21st-dev-magic-mcp",
  name: "magic-mcp",
  provider: "io.github.21st-dev",
  description: "Components by description",
  repository: "https://github.com/21st-dev/magic-mcp",
  registries: ["npm"],
  version: "0.0.1-seed",
  release_date: "2025-05-16T18:56:49Z",
};

describe("a record's kind", () => {
  it.each([
    ["mcp-listed-server", LISTED],
    ["mcp-listed-server", { slug: "", name: "", registries: [] }],
    ["mcp-server-json", { name: "io.github.user/x", description: "x", version: "1" }],
    ["mcp-server-json", { name: 4, packages: [] }],
    ["mcp-server-json", { name: "x", version_detail: { version: "1" } }],
    ["mcp-server-json", { server: { name: "a.b/c" }, _meta: {} }],
    ["mcp-server-json", { $schema: "https://static.modelcontextprotocol.io/schemas/2025-09-29/server.schema.json" }],
    ["a2a-card", { name: "x", url: "https://x.example", skills: [], capabilities: {} }],
    ["a2a-card", { name: "x", supportedInterfaces: [] }],
    ["a2a-card", { name: "x", protocolVersion: "0.3.0" }],
    ["a2a-card", { skills: [], repository: "https://x.example", server: {} }],
  ])("is %s for its shape", (kind, record) => {
    expect(recogniseSource(record)).toBe(kind);
  });

  it.each([
    null,
    4,
    "card",
    true,
    [[]],
    [[LISTED]],
    {},
    { name: "x" },
    { name: "a/b" },
    { skills: "all" },
    { server: [] },
  ])("is unknown for %j", (record) => {
    expect(recogniseSource(record)).toBeNull();
    expect(registrationOf(record)).toBeNull();
  });
});

describe("a listed MCP server", () => {
  it("becomes a tool server under the DID of its slug, whose repository is no address of it", () => {
    const registration = registrationOf(LISTED);
    expect(registration?.kind).toBe("mcp-listed-server");
    expect(registration?.input.capability_manifest).not.toHaveProperty("url");
    expect(registration?.input).toMatchObject({
      did: "did:mcp:default:21st-dev-magic-mcp",
      name: "magic-mcp",
      provider: "io.github.21st-dev",
      role: "tool server",
      runtime_type: "node",
      capabilities: ["mcp", "npm"],
      capability_manifest: {
        name: "magic-mcp",
        description: "Components by description",
        version: "0.0.1-seed",
        repository: "https://github.com/21st-dev/magic-mcp",
        provider: { organization: "io.github.21st-dev" },
        skills: [{ id: "magic-mcp", name: "magic-mcp", description: "Components by description", tags: ["mcp"] }],
      },
    });
  });

  it.each([
    { ...LISTED, name: "" },
    { ...LISTED, slug: "智能", name: "智能" },
    { ...LISTED, registries: "npm" },
    { ...LISTED, slug: "x".repeat(300) },
  ])("is rejected without a name that is valid in a DID, or with fields of the wrong type", (record) => {
    expect(() => registrationOf(record)).toThrow(z.ZodError);
  });

  it("does not take a property of every object for a registry", () => {
    expect(registrationOf({ ...LISTED, registries: ["constructor", "unknown"] })?.input.capabilities).toEqual(["mcp"]);
  });
});

describe("lists", () => {
  it("are arrays and { servers: […] }, one level deep", () => {
    expect(listedRecords([1, [2]])).toEqual([1, [2]]);
    expect(listedRecords({ servers: [LISTED], metadata: { nextCursor: "x" } })).toEqual([LISTED]);
    for (const record of [LISTED, { servers: {} }, null, "x"]) expect(listedRecords(record)).toBeNull();
  });
});

it("any JSON from a stranger is registered, rejected with a ZodError, or unknown", () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  const record = fc.record(
    Object.fromEntries(
      [
        ...["did", "name", "url", "slug", "registries", "skills", "packages", "remotes", "server", "provider", "_meta"],
        ...["description", "version", "websiteUrl", "repository", "license", "tags", "supportedInterfaces"],
      ].map((field) => [
        field,
        fc.oneof(fc.string(), value, fc.constant("a.b/c"), fc.webUrl({ withQueryParameters: true })),
      ]),
    ),
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(record, (input) => {
      try {
        const registration = registrationOf(input);
        if (!registration) return;
        expect(RegisterAgent.parse(registration.input)).toEqual(registration.input);
        const about = GivenDetails.keyof().options.map((field) => [field, completeRecord(registration.input)[field]]);
        expect(GivenDetails.parse(Object.fromEntries(about))).toEqual(Object.fromEntries(about));
      } catch (error) {
        expect(error).toBeInstanceOf(z.ZodError);
      }
    }),
    { numRuns: 2_000 },
  );
});

describe("a record of an unknown shape", () => {
  const http = { type: "http", url: "https://a.example/mcp" };
  it.each([
    [{ mcpServers: { a: http, b: { command: "npx", args: ["-y", "b"] } } }],
    [{ servers: { a: http }, inputs: [] }],
  ])("that is the settings of an MCP client is named, with what to import instead: %j", (record) => {
    expect(registrationOf(record)).toBeNull();
    expect(faultOfShape(record)).toContain("settings of an MCP client");
    expect(faultOfShape(record)).toContain("server.json of each server");
  });

  it.each([4, {}, { mcpServers: [] }, { name: "x" }])("is otherwise compared with the known ones: %j", (record) => {
    expect(faultOfShape(record)).toContain("neither an A2A agent card");
  });
});
