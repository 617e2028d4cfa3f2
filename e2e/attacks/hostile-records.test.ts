import { beforeAll, describe, expect, it } from "vitest";
import { type SharedServer, sharedServer } from "../http/shared-servers";
import { bearer, visitorOf } from "../http/visitor";

// Records whose texts made expressions run for seconds, or for ever, until 0.3.0. A test that finds such an expression
// ends only by its limit of time.
let server: SharedServer;
let operator: Record<string, string>;
beforeAll(async () => {
  server = await sharedServer("roomy");
  operator = bearer(await server.operatorToken());
});

const visit = (path: string) => visitorOf(server.url)(path);
const register = (did: string, capability_manifest: object) =>
  visitorOf(server.url)("/api/agent/register", {
    method: "POST",
    headers: operator,
    body: { did, capability_manifest },
  });

/** Every response that reads an agent's manifest. */
const READS = [
  (did: string) => `/agents/${did}`,
  (did: string) => `/agents/${did}.md`,
  (did: string) => `/api/agents/${did}`,
  (did: string) => `/api/agents/${did}/manifest`,
  (did: string) => `/api/agents/directory?q=${did}`,
  () => "/api/ard/agents?pageSize=100",
  () => "/.well-known/ard.json",
];

describe("a record of the longest texts that are accepted", () => {
  const address = (pad: string) => `https://${pad.repeat(2_030)}x`;
  it.each([
    [
      "a version of PyPI",
      { packages: [{ registryType: "pypi", identifier: "weather", version: `1${"a.".repeat(49)}!` }] },
    ],
    ["a name of dots", { name: ".".repeat(200) }],
    [
      "a registry's address of slashes",
      { packages: [{ registryType: "npm", identifier: "w", registryBaseUrl: address("/") }] },
    ],
    ["a name of hyphens", { name: `${"-".repeat(199)}!`, url: "https://agent.example/" }],
    ["texts of spaces and of line breaks", { name: "n", description: ` \t\n${" ".repeat(3_990)}.` }],
    ["a description of plus signs", { description: `${"+".repeat(3_990)}:` }],
    [
      "twenty packages of many inputs",
      {
        packages: Array.from({ length: 20 }, () => ({
          registryType: "npm",
          identifier: "w",
          environmentVariables: Array.from({ length: 50 }, () => ({ name: "_PROXY", isRequired: true })),
        })),
      },
    ],
  ])("is read everywhere: %s", async (what, manifest) => {
    const did = `did:test:s1:hostile-${what.replaceAll(/[^a-zA-Z]+/g, "-")}`;
    expect((await register(did, manifest)).status).toBe(201);
    for (const read of READS) expect([read(did), (await visit(read(did))).status]).toEqual([read(did), 200]);
  });
});

describe("a longer text", () => {
  it.each([
    [{ name: ".".repeat(60_000) }, "`capability_manifest.name` must have at most 200 characters."],
    [
      { packages: [{ registryType: "pypi", identifier: "w", version: `1${"a.".repeat(50)}!` }] },
      "`capability_manifest.packages[0].version` must have at most 100 characters.",
    ],
    [
      { packages: [{ registryBaseUrl: `${"/".repeat(60_000)}x` }] },
      "`capability_manifest.packages[0].registryBaseUrl` must have at most 2048 characters.",
    ],
    [
      { remotes: Array.from({ length: 1_001 }, () => 0) },
      "`capability_manifest.remotes` must have at most 1000 items.",
    ],
  ])("is an error that names the field and its bound", async (manifest, message) => {
    const did = "did:test:s1:hostile-refused";
    const response = await register(did, manifest);
    expect([response.status, response.json()]).toEqual([
      400,
      expect.objectContaining({ error: "Validation error", message }),
    ]);
    expect((await visit(`/api/agents/${did}`)).status).toBe(404);
  });
});
