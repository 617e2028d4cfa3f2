import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentEndpoint } from "../details";
import { registrationOfServerJson } from "../manifests/mcp-server-json";
import { HOSTILE } from "../testing/hostile-names";
import { connectionsOf } from "./snippets";

const agent = (capability_manifest: object, endpoints: AgentEndpoint[] = [], name = "Local weather") => ({
  did: "did:mcp:default:io.github.user:local-weather",
  name,
  endpoints,
  capability_manifest: capability_manifest as Record<string, unknown>,
});
const snippets = (...given: Parameters<typeof agent>) =>
  new Map(connectionsOf(agent(...given)).map((snippet) => [snippet.name, snippet]));
const codeOf = (given: ReturnType<typeof snippets>, name: string) => given.get(name)?.code;

/** How VS Code writes a value that it asks for. */
const asked = (id: string) => `\${input:${id}}`;
const NPM = { registryType: "npm", identifier: "@user/local-weather", version: "1.0.0" };
const KEY = { name: "API_KEY", isRequired: true, isSecret: true };

describe("the snippets of an MCP server", () => {
  it("start an npm package, pinned to its version, with what must be set", () => {
    const level = { name: "LOG_LEVEL", default: "info" };
    const found = snippets({ packages: [{ ...NPM, environmentVariables: [KEY, level] }] });
    expect([...found.keys()]).toEqual(["Claude", "Cursor", "VS Code", "npx"]);
    expect(codeOf(found, "Claude")).toBe(
      "claude mcp add --env API_KEY=YOUR_API_KEY --transport stdio local-weather -- npx -y @user/local-weather@1.0.0",
    );
    expect(codeOf(found, "npx")).toBe("API_KEY=YOUR_API_KEY npx -y @user/local-weather@1.0.0");
    expect(found.get("npx")?.note).toContain("Optional variables: LOG_LEVEL.");
    const server = { command: "npx", args: ["-y", "@user/local-weather@1.0.0"] };
    expect(JSON.parse(codeOf(found, "Cursor") ?? "")).toEqual({
      mcpServers: { "local-weather": { ...server, env: { API_KEY: "YOUR_API_KEY" } } },
    });
    expect(JSON.parse(codeOf(found, "VS Code") ?? "")).toEqual({
      inputs: [{ type: "promptString", id: "api-key", description: "API_KEY", password: true }],
      servers: { "local-weather": { type: "stdio", ...server, env: { API_KEY: asked("api-key") } } },
    });
  });

  it("can be opened in Cursor and VS Code with the same configuration", () => {
    const found = snippets({ packages: [NPM] });
    const cursor = new URL(found.get("Cursor")?.install?.href ?? "");
    expect([cursor.protocol, cursor.searchParams.get("name")]).toEqual(["cursor:", "local-weather"]);
    const config = JSON.parse(Buffer.from(cursor.searchParams.get("config") ?? "", "base64").toString());
    expect(config).toEqual(JSON.parse(codeOf(found, "Cursor") ?? "").mcpServers["local-weather"]);
    const [address, query = ""] = found.get("VS Code")?.install?.href.split("?") ?? [];
    expect(address).toBe("vscode:mcp/install");
    expect(JSON.parse(decodeURIComponent(query))).toEqual({
      name: "local-weather",
      ...JSON.parse(codeOf(found, "VS Code") ?? "").servers["local-weather"],
    });
  });

  it("start a PyPI package with uvx, with the arguments that it needs", () => {
    const packageArguments = [
      { type: "positional", value: "serve" },
      { type: "named", name: "--units", value: "metric" },
      { type: "named", name: "--city", isRequired: true, valueHint: "city" },
      { type: "positional", valueHint: "optional_dir" },
      { type: "positional", value: "{data_dir}/cache" },
    ];
    const found = snippets({
      packages: [{ registryType: "pypi", identifier: "weather", version: "2.1", packageArguments }],
    });
    expect(codeOf(found, "uvx")).toBe("uvx weather@2.1 serve --units=metric --city=YOUR_CITY YOUR_DATA_DIR/cache");
  });

  it("run an image with its variables, named in the configuration and set in the command", () => {
    const image = { registryType: "oci", identifier: "ghcr.io/user/weather:1.2.0", environmentVariables: [KEY] };
    const found = snippets({ packages: [image] });
    expect(codeOf(found, "Docker")).toBe("docker run -i --rm -e API_KEY=YOUR_API_KEY ghcr.io/user/weather:1.2.0");
    expect(codeOf(found, "Claude")).toBe(
      "claude mcp add --env API_KEY=YOUR_API_KEY --transport stdio local-weather -- docker run -i --rm -e API_KEY ghcr.io/user/weather:1.2.0",
    );
    const older = { registryType: "oci", registryBaseUrl: "https://ghcr.io", identifier: "user/weather", version: "1" };
    expect(codeOf(snippets({ packages: [older] }), "Docker")).toBe("docker run -i --rm ghcr.io/user/weather:1");
  });

  it("reach a remote server before a package is installed, and Streamable HTTP before SSE", () => {
    const remotes = [
      { type: "sse", url: "https://weather.example.com/sse", headers: [] },
      {
        type: "streamable-http",
        url: "https://weather.example.com/mcp?v=1",
        headers: [{ ...KEY, name: "Authorization" }],
      },
    ];
    const endpoints = remotes.map(({ type, url }): AgentEndpoint => ({ protocol: "mcp", url, transport: type }));
    const found = snippets({ packages: [NPM], remotes }, endpoints);
    expect(codeOf(found, "Claude")).toBe(
      'claude mcp add --header "Authorization: Bearer YOUR_TOKEN" --transport http local-weather "https://weather.example.com/mcp?v=1"',
    );
    const config = { url: "https://weather.example.com/mcp?v=1", headers: { Authorization: "Bearer YOUR_TOKEN" } };
    expect(JSON.parse(codeOf(found, "Cursor") ?? "").mcpServers["local-weather"]).toEqual(config);
    expect(JSON.parse(codeOf(found, "VS Code") ?? "").servers["local-weather"]).toEqual({
      ...{ type: "http", url: config.url },
      headers: { Authorization: `Bearer ${asked("authorization")}` },
    });
    expect(found.has("npx")).toBe(true);
  });

  it("say how a bundle is checked", () => {
    const identifier = "https://github.com/user/weather/releases/download/v1/weather.mcpb";
    const bundle = { registryType: "mcpb", identifier, fileSha256: "a".repeat(64) };
    expect(codeOf(snippets({ packages: [bundle] }), "MCPB")).toBe(`curl -fLO ${identifier}\nsha256sum weather.mcpb`);
    for (const broken of [{ fileSha256: "" }, { identifier: "https://x.example/-rf.mcpb" }, { identifier: "a.mcpb" }]) {
      expect(snippets({ packages: [{ ...bundle, ...broken }] }).size).toBe(0);
    }
  });

  it("are the same for a server.json as it is, in the API's wrapping, with old names, and imported", () => {
    const server = {
      name: "io.github.user/local-weather",
      title: "Local weather",
      packages: [{ ...NPM, environmentVariables: [KEY] }],
    };
    const old = {
      registry_type: "npm",
      identifier: NPM.identifier,
      version: NPM.version,
      environment_variables: [{ name: "API_KEY", is_required: true, is_secret: true }],
    };
    const wanted = connectionsOf(agent(server));
    expect(wanted).not.toEqual([]);
    expect(connectionsOf(agent({ server }))).toEqual(wanted);
    expect(connectionsOf(agent({ ...server, packages: [old] }))).toEqual(wanted);
    const imported = registrationOfServerJson({ server });
    expect(connectionsOf(agent(imported.capability_manifest ?? {}))).toEqual(wanted);
  });

  it.each([
    ["another registry", { registryBaseUrl: "https://npm.evil.example" }],
    ["a registry that is none", { registryType: "cargo" }],
    ["a range for a version", { version: "^1.0.0" }],
    ["a needed argument that is no word", { packageArguments: [{ type: "positional", value: "; id" }] }],
    ["a needed argument that poses as a flag", { packageArguments: [{ type: "positional", value: "--evil" }] }],
    ["a flag that is none", { packageArguments: [{ type: "named", name: "$(id)", value: "1" }] }],
    ["a needed variable that Node reads", { environmentVariables: [{ name: "NODE_OPTIONS", value: "x" }] }],
    ["a needed variable that npm reads", { environmentVariables: [{ name: "npm_config_registry", isRequired: true }] }],
    ["a needed variable without a name", { environmentVariables: [{ name: "A;id", isRequired: true }] }],
    ["arguments that its runtime needs", { runtimeArguments: [{ type: "named", name: "-v", isRequired: true }] }],
  ])("leave out a package with %s", (_, more) => {
    expect(snippets({ packages: [{ ...NPM, ...more }] }).size).toBe(0);
  });

  it("of a package that listens on an address only run it", () => {
    const found = snippets({ packages: [{ ...NPM, transport: { type: "streamable-http" } }] });
    expect([...found.keys()]).toEqual(["npx"]);
  });

  it("never set a secret that a stranger wrote, nor a value that is no word", () => {
    const variables = [
      { name: "TOKEN", value: "their-own", isSecret: true },
      { name: "MODE", value: "$(id)" },
      { name: "REGION", value: "eu-west-1" },
      { name: "API", value: "https://evil.example" },
      { name: "FLAGS", value: "--import=data:text/javascript,1" },
    ];
    expect(codeOf(snippets({ packages: [{ ...NPM, environmentVariables: variables }] }), "npx")).toBe(
      "TOKEN=YOUR_TOKEN MODE=YOUR_MODE REGION=eu-west-1 API=YOUR_API FLAGS=YOUR_FLAGS npx -y @user/local-weather@1.0.0",
    );
  });
});

describe("the snippets of other agents", () => {
  const endpoint: AgentEndpoint = { protocol: "a2a", url: "https://tern.example/a2a/v1", transport: "JSONRPC" };

  it("read an A2A agent's card and say hello in the words of its version", () => {
    const first = codeOf(snippets({ protocolVersion: "0.3.0" }, [endpoint]), "A2A");
    expect(first).toContain("curl -s https://tern.example/.well-known/agent-card.json\n");
    expect(first).toContain('"method":"message/send"');
    const present = codeOf(snippets({ supportedInterfaces: [{}] }, [endpoint]), "A2A");
    expect(present).toContain('-H "A2A-Version: 1.0"');
    expect(present).toContain('"method":"SendMessage"');
    const grpc = codeOf(snippets({}, [{ ...endpoint, transport: "GRPC" }]), "A2A");
    expect(grpc).toBe("curl -s https://tern.example/.well-known/agent-card.json");
  });

  it("call an HTTP address", () => {
    const found = snippets({}, [{ protocol: "http", url: "https://tern.example/api" }]);
    expect(codeOf(found, "HTTP")).toBe("curl -s https://tern.example/api");
  });

  it.each([
    ["nothing", {}, []],
    ["an address on loopback", {}, [{ protocol: "http", url: "http://127.0.0.1:1/" }]],
    ["an address with a script", {}, [{ protocol: "mcp", url: "javascript:alert(1)" }]],
    ["an unknown transport", {}, [{ protocol: "mcp", url: "https://x.example/", transport: "websocket" }]],
    ["lists that are none", { packages: "npm", remotes: 1, server: [] }, []],
    ["packages of nothing", { packages: [null, 1, {}, []] }, []],
  ] as [string, object, AgentEndpoint[]][])("are none for %s", (_, manifest, endpoints) => {
    expect(connectionsOf(agent(manifest, endpoints))).toEqual([]);
  });
});

describe("a part that is longer than its bound, in a record from before it", () => {
  const inputs = (length: number) =>
    Array.from({ length }, (_, at) => ({ type: "positional", value: `v${at}`, isRequired: true }));
  const OCI = { registryType: "oci", identifier: "team/server", version: "1" };
  it.each([
    ["another registry", NPM, { registryBaseUrl: `https://${"r".repeat(2_041)}` }],
    ["another registry of images", OCI, { registryBaseUrl: `https://${"r".repeat(2_041)}` }],
    ["a version", NPM, { version: "1".repeat(101) }],
    ["an argument", NPM, { packageArguments: [{ type: "named", name: "--only", value: "x".repeat(16_385) }] }],
    ["arguments", NPM, { packageArguments: inputs(41) }],
    ["variables", NPM, { environmentVariables: inputs(41) }],
    ["arguments of the runtime", NPM, { runtimeArguments: inputs(41) }],
  ])("leaves out the package: %s", (_, usual, part) => {
    expect([...snippets({ packages: [usual] }).keys()]).not.toEqual([]);
    expect([...snippets({ packages: [{ ...usual, ...part }] }).keys()]).toEqual([]);
  });

  it("leaves out the address", () => {
    const endpoints: AgentEndpoint[] = [{ protocol: "mcp", url: "https://x.example/mcp", transport: "sse" }];
    const remote = { type: "sse", url: "https://x.example/mcp", headers: inputs(41) };
    expect(codeOf(snippets({ remotes: [{ ...remote, headers: [] }] }, endpoints), "Claude")).toContain("x.example");
    expect(codeOf(snippets({ remotes: [remote] }, endpoints), "Claude") ?? "").not.toContain("--header");
  });
});

describe("any text from a stranger", () => {
  const word = fc.oneof(
    fc.constantFrom(...HOSTILE, "weather", "1.0.0", "https://x.example/mcp", "a".repeat(64)),
    fc.string({ unit: "binary" }),
  );
  /** One thing wrong at a time, or what follows it would not be reached. */
  const mostly = (usual: string) =>
    fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: word });
  const inputs = (name: string) => {
    const value = fc.oneof(fc.constant(""), word);
    const type = fc.constantFrom("named", "positional");
    const flags = { isRequired: fc.boolean(), isSecret: fc.boolean() };
    const input = fc.record({ type, name: mostly(name), value, default: value, valueHint: value, ...flags });
    return fc.array(input, { maxLength: 1 });
  };
  /** As long as a version may be, of the characters of versions. */
  const longVersion = fc.string({ unit: fc.constantFrom(..."01a.-_+rc!"), maxLength: 100, size: "max" });
  const found = fc.record({
    registryType: fc.constantFrom("npm", "pypi", "oci", "mcpb", "nuget"),
    registryBaseUrl: mostly(""),
    identifier: mostly("weather"),
    version: fc.oneof(mostly("1.0.0"), longVersion),
    fileSha256: mostly("a".repeat(64)),
    transport: fc.record({ type: mostly("stdio") }),
    environmentVariables: fc.oneof(inputs("API_KEY"), inputs("NODE_OPTIONS")),
    packageArguments: inputs("--mode"),
    runtimeArguments: inputs("-v"),
  });
  const remote = fc.record({
    url: mostly("https://x.example/mcp?a=1"),
    type: fc.constantFrom("sse", "streamable-http", ""),
    headers: inputs("X-Key"),
  });

  /** A line of words, header and address in double quotes, and our own JSON in single ones. */
  const LINE =
    /^(?:[A-Za-z0-9@._/+-][A-Za-z0-9@._/:=+,~-]*|"(?:[A-Za-z0-9-]+: )?(?:Bearer )?[A-Za-z0-9@._/:=+,?~-]+"|'\{"jsonrpc":[^']+\}')(?: (?=\S)|$)/;

  it("a command is made of words that every shell takes as they are", () => {
    fc.assert(
      fc.property(fc.array(found), fc.array(remote), word, (packages, remotes, name) => {
        const endpoints = remotes.flatMap(({ url, type }): AgentEndpoint[] => [
          { protocol: "mcp", url, transport: type },
          { protocol: "a2a", url, transport: "JSONRPC" },
          { protocol: "http", url },
        ]);
        for (const { code, syntax, install } of connectionsOf(agent({ packages, remotes }, endpoints, name))) {
          if (install) expect(install.href).toMatch(/^(?:cursor|vscode):[\x21-\x7e]+$/);
          expect(code).not.toContain("NODE_OPTIONS");
          if (syntax === "json") JSON.parse(code);
          if (syntax !== "sh") continue;
          for (const line of code.split("\n")) {
            let rest = line;
            while (rest !== "") {
              const [part = ""] = LINE.exec(rest) ?? [];
              expect(part, line).not.toBe("");
              rest = rest.slice(part.length);
            }
          }
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
