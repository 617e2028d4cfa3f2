import { describe, expect, it } from "vitest";
import { registrationOfListedServer } from "./mcp-registry";
import { registrationOfServerJson } from "./mcp-server-json";
import { aboutServer } from "./server-about";

const TOOLS = ["list", { name: "read", description: "Reads a page.", inputSchema: {} }, { title: "no name" }, 7];
const READ = [
  { name: "list", description: "" },
  { name: "read", description: "Reads a page." },
];
const PUBLISHED = { "io.modelcontextprotocol.registry/publisher-provided": { tools: TOOLS, readme: "# A server" } };

describe("the tools and the README of an MCP server", () => {
  it.each([
    ["its own", { tools: TOOLS, readme: " # A server\n" }],
    ["those of the server in an entry", { server: { tools: TOOLS, readme: "# A server" } }],
    ["those that its publisher added", { _meta: PUBLISHED }],
  ])("are %s", (_, manifest) => expect(aboutServer(manifest)).toEqual({ tools: READ, readme: "# A server" }));

  it.each([{}, { tools: "no list", readme: 7, server: [], _meta: null }])("may be missing: %j", (manifest) => {
    expect(aboutServer(manifest)).toEqual({ tools: [], readme: "" });
  });

  it("are kept by an import, with the licence of a listed server", () => {
    const server = { name: "com.example/pages", description: "Pages.", version: "1.0.0", _meta: PUBLISHED };
    expect(registrationOfServerJson(server).capability_manifest).toMatchObject({ tools: READ, readme: "# A server" });
    const listed = { slug: "pages", name: "Pages", tools: TOOLS, license: "MIT" };
    expect(registrationOfListedServer(listed).capability_manifest).toMatchObject({ tools: READ, license: "MIT" });
    expect(registrationOfServerJson({ ...server, _meta: undefined }).capability_manifest).not.toHaveProperty("tools");
  });
});
