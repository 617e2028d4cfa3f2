import { describe, expect, it } from "vitest";
import { HOSTILE } from "../testing/hostile-names";
import {
  isConnectAddress,
  isVariableName,
  isWord,
  npmSpecifier,
  ociReference,
  placeholder,
  pypiSpecifier,
  serverName,
} from "./grammar";

describe("a package's name", () => {
  it.each([
    ["weather", "1.0.0", "weather@1.0.0"],
    ["@user/local-weather", "0.0.1-seed", "@user/local-weather@0.0.1-seed"],
    ["a.b_c", "1.0.0+build.5", "a.b_c@1.0.0+build.5"],
    ["weather", "", "weather"],
  ])("of npm: %s, %j", (name, version, specifier) => expect(npmSpecifier(name, version)).toBe(specifier));

  it.each([
    ["Weather_MCP.server", "1.0rc1", "Weather_MCP.server@1.0rc1"],
    ["x", "2025.11.1.post2.dev3", "x@2025.11.1.post2.dev3"],
    ["x", "1.0+local.5", "x@1.0+local.5"],
  ])("of PyPI: %s, %j", (name, version, specifier) => expect(pypiSpecifier(name, version)).toBe(specifier));

  it.each([
    ["mcp/filesystem", "1.0.2", "mcp/filesystem:1.0.2"],
    ["ghcr.io/owner/image:1.2", "9", "ghcr.io/owner/image:1.2"],
    ["localhost:5000/a__b/c-d", "", "localhost:5000/a__b/c-d"],
    [`redis@sha256:${"a".repeat(64)}`, "1", `redis@sha256:${"a".repeat(64)}`],
  ])("of an image: %s, %j", (name, version, reference) => expect(ociReference(name, version)).toBe(reference));

  it.each(HOSTILE)("is none of them: %j", (text) => {
    for (const read of [npmSpecifier, pypiSpecifier, ociReference]) {
      expect(read(text, "")).toBeUndefined();
      expect(read(`@scope/${text}`, "")).toBeUndefined();
      expect(read("weather", text || "x y")).toBeUndefined();
    }
  });

  it.each([
    ["Weather", "1.0.0"],
    ["weather.tgz", ""],
    ["weather", "1.0.0-a.tgz"],
    ["weather", "1.0.0-a.tar.gz"],
    ["@/x", "1.0.0"],
    ["x".repeat(215), "1.0.0"],
    ["weather", "^1.0.0"],
    ["weather", "1.x"],
  ])("of npm breaks npm's rules: %s, %s", (name, version) => expect(npmSpecifier(name, version)).toBeUndefined());

  it.each(["Upper/case", "a//b", "a/", "host.example:port/a", "a@sha256:abc", "a:b:c", "a/-b"])(
    "no image: %s",
    (text) => expect(ociReference(text, "")).toBeUndefined(),
  );
});

describe("an address", () => {
  it.each(["https://mcp.example.com/sse", "https://x.example:8443/a/b?tenant=1", "https://x.example"])("%s", (text) =>
    expect(isConnectAddress(text)).toBe(true),
  );

  it.each([
    ...[
      "http://x.example/",
      "javascript:alert(1)",
      "https://user:pass@x.example/",
      "https://localhost/",
      "https://[::1]/",
    ],
    ...["https://x.example/?a=1&b=2", "https://x.example/$(id)", "https://x.example/`id`", "https://x.example/;id"],
    ...["https://x.example/'", 'https://x.example/"', "https://x.example/ a", "https://x.example/\n", "//x.example"],
    ...["https://x.example/%USERNAME%", "https://x.example/%CD%20", "https://x.example/?a=%41"],
    ...["https://{tenant}.example.com/", "https://x.example/\u202e", "https://x.example/#a", "data:text/html,x", ""],
  ])("is not one to paste: %j", (text) => expect(isConnectAddress(text)).toBe(false));
});

it("a word is one for every shell", () => {
  for (const text of HOSTILE.filter((one) => /[^A-Za-z0-9@._/:=+,-]|^$|^=/.test(one))) {
    expect(isWord(text), text).toBe(false);
  }
});

it.each([
  ...[
    "NODE_OPTIONS",
    "npm_config_registry",
    "NPM_CONFIG_REGISTRY",
    "UV_DEFAULT_INDEX",
    "PIP_INDEX_URL",
    "PYTHONSTARTUP",
  ],
  ...["DOCKER_HOST", "LD_PRELOAD", "DYLD_INSERT_LIBRARIES", "PATH", "Path", "HOME", "https_proxy", "SSL_CERT_FILE"],
  ...["GIT_SSH_COMMAND", "BASH_ENV", "ENV", "A;id", "1A", "A-B", ""],
])("a variable that a program, its loader or a shell reads is not the server's own: %s", (name) => {
  expect(isVariableName(name)).toBe(false);
});

it("other variables are the server's own", () => {
  for (const name of ["API_KEY", "NODE_ENV", "GITHUB_TOKEN", "region", "_X", "PATHS"]) {
    expect(isVariableName(name), name).toBe(true);
  }
});

it("a server's name is made of letters, digits and hyphens, whatever the agent's is", () => {
  for (const text of HOSTILE) expect(serverName(text, "fallback")).toMatch(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/);
  expect(serverName("Übersetzer & Co.", "x")).toBe("ubersetzer-co");
  expect(serverName("Łódzki tłumacz", "x")).toBe("lodzki-tlumacz");
  expect(serverName("翻訳", "glossa")).toBe("fanyi");
  expect(serverName("…", "…")).toBe("agent");
  expect(serverName("x".repeat(100))).toHaveLength(40);
});

it("a placeholder is a safe word for any name", () => {
  for (const text of HOSTILE) expect(placeholder(text)).toMatch(/^YOUR_[A-Z0-9_]+$/);
  expect(placeholder("api-key")).toBe("YOUR_API_KEY");
  expect(placeholder("YOUR_TOKEN")).toBe("YOUR_TOKEN");
});
