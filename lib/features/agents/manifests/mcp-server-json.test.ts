import { describe, expect, it } from "vitest";
import { z } from "zod";
import { completeRecord } from "../rules";
import { registrationOfServerJson } from "./mcp-server-json";

const SERVER = {
  $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  name: "io.github.user/local-weather",
  title: "Local weather",
  description: "Forecasts for where you are.",
  version: "1.0.0",
  repository: { url: "https://github.com/user/local-weather", source: "github" },
  packages: [
    {
      registryType: "npm",
      identifier: "@user/local-weather",
      version: "1.0.0",
      runtimeHint: "npx",
      transport: { type: "stdio" },
      environmentVariables: [{ name: "API_KEY", isSecret: true, isRequired: true }],
    },
  ],
  remotes: [{ type: "streamable-http", url: "https://weather.example.com/mcp" }],
};

const MANIFEST = {
  name: "Local weather",
  description: "Forecasts for where you are.",
  version: "1.0.0",
  provider: { organization: "io.github.user" },
  repository: { url: "https://github.com/user/local-weather" },
  websiteUrl: "",
  packages: [
    {
      registryType: "npm",
      identifier: "@user/local-weather",
      version: "1.0.0",
      transport: { type: "stdio" },
      environmentVariables: [{ name: "API_KEY", isSecret: true, isRequired: true }],
    },
  ],
  remotes: [{ type: "streamable-http", url: "https://weather.example.com/mcp" }],
};

const official = (fields: object) => ({ "io.modelcontextprotocol.registry/official": fields });

describe("a server.json", () => {
  it("becomes a tool server that is found by what it does", () => {
    const registration = registrationOfServerJson(SERVER);
    expect(registration).toMatchObject({
      did: "did:mcp:default:io.github.user:local-weather",
      name: "Local weather",
      provider: "io.github.user",
      role: "tool server",
      runtime_type: "node",
      capabilities: ["mcp", "npm", "stdio", "streamable-http"],
      capability_manifest: MANIFEST,
    });
    expect(completeRecord(registration).skills).toEqual(["Local weather"]);
    expect(registration.capability_manifest).not.toHaveProperty("url");
  });

  it("is named by its server if its title shows nothing", () => {
    const { name, capability_manifest } = registrationOfServerJson({ ...SERVER, title: "\u2800\u3164" });
    expect([name, capability_manifest?.["name"]]).toEqual(["local-weather", "local-weather"]);
  });

  it("says the same in the API's wrapping and in the field names of 2025-07-09", () => {
    const _meta = official({ status: "active", isLatest: true, publishedAt: "2025-12-01T00:00:00Z" });
    const { packages, ...rest } = SERVER;
    const old = {
      ...rest,
      status: "active",
      packages: [
        {
          registry_type: "npm",
          identifier: "@user/local-weather",
          version: "1.0.0",
          environment_variables: [{ name: "API_KEY", is_secret: true, is_required: true }],
        },
      ],
    };
    const wanted = registrationOfServerJson(SERVER);
    expect(registrationOfServerJson({ server: SERVER, _meta })).toEqual(wanted);
    expect(registrationOfServerJson(old)).toEqual(wanted);
    expect(packages).toHaveLength(1);
  });

  it("of the first months, without title, with version_detail and transport_type, is read too", () => {
    const first = {
      name: "io.github.user/local-weather",
      description: "Forecasts.",
      version_detail: { version: "0.0.1-seed" },
      packages: [{ registry_name: "pypi", name: "local-weather", version: "0.0.1" }],
      remotes: [{ transport_type: "sse", url: "https://weather.example.com/sse" }],
    };
    expect(registrationOfServerJson(first)).toMatchObject({
      name: "local-weather",
      runtime_type: "python",
      capabilities: ["mcp", "pypi", "stdio", "sse"],
      capability_manifest: { version: "0.0.1-seed" },
    });
  });

  it("with remotes only runs elsewhere, and a minimal one nowhere that is known", () => {
    const { packages: _, ...remote } = SERVER;
    expect(registrationOfServerJson(remote).runtime_type).toBe("remote");
    const minimal = { name: "com.example/x", description: "x", version: "1" };
    expect(registrationOfServerJson(minimal)).toMatchObject({ runtime_type: "", capabilities: ["mcp"] });
  });

  it("keeps names apart that differ in case or in dots", () => {
    const names = ["a.b/c", "a.b.c/c", "A.b/c", "a.b/c.c", "a.b/c-c", "a.b/c_c"];
    const dids = names.map((name) => registrationOfServerJson({ ...SERVER, name }).did);
    expect(new Set(dids).size).toBe(names.length);
  });
});

describe("a server.json is rejected", () => {
  it.each([
    ["is not the latest version", { server: SERVER, _meta: official({ isLatest: false }) }],
    ["is not the latest version", { ...SERVER, _meta: official({ is_latest: false }) }],
    ["was deleted", { server: SERVER, _meta: official({ status: "deleted" }) }],
  ])("that %s", (reason, record) => {
    expect(() => registrationOfServerJson(record)).toThrow(reason);
  });

  it.each([
    ["no name", { ...SERVER, name: undefined }],
    ["a name without a namespace", { ...SERVER, name: "weather" }],
    ["a name with two slashes", { ...SERVER, name: "a.b/c/d" }],
    ["HTML in its name", { ...SERVER, name: "a.b/<script>" }],
    ["a name too long", { ...SERVER, name: `a.b/${"x".repeat(300)}` }],
    ["packages that are none", { ...SERVER, packages: "npm" }],
    ["a package that is none", { ...SERVER, packages: [null] }],
    ["a remote without address", { ...SERVER, remotes: [{ type: "sse" }] }],
    ["a huge title", { ...SERVER, title: "x".repeat(100_000) }],
    ["a wrapping of nothing", { server: {} }],
    ["an array", [SERVER]],
    ["null", null],
  ])("with %s", (_, record) => {
    expect(() => registrationOfServerJson(record)).toThrow(z.ZodError);
  });

  it("never because of what others wrote into _meta", () => {
    for (const _meta of [null, 1, [], official({ isLatest: "no" })]) {
      expect(registrationOfServerJson({ ...SERVER, _meta }).name).toBe("Local weather");
    }
  });
});
