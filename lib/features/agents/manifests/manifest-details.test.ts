import { describe, expect, it } from "vitest";
import { DETAIL_LIMITS } from "../details";
import { detailsOfManifest } from "./manifest-details";
import { registrationOf } from "./recognise";

const NOTHING = { description: "", version: "", homepage: "", repository: "", licence: "", tags: [], endpoints: [] };
const GITHUB = "https://github.com/user/weather";

/** What a record says after its import, by the manifest that the import makes. */
const imported = (record: object) => detailsOfManifest(registrationOf(record)?.input.capability_manifest ?? {});

const CARD = {
  name: "Route planner",
  description: " Plans routes. ",
  version: "1.2.0",
  documentationUrl: "https://docs.example.com/planner",
  provider: { organization: "Example", url: "https://www.example.com" },
  skills: [
    { id: "a", tags: ["maps", "routing"] },
    { id: "b", tags: ["maps", 7, ""] },
  ],
};
const CARD_ABOUT = {
  ...{ description: "Plans routes.", version: "1.2.0", homepage: "https://docs.example.com/planner" },
  ...{ repository: "", licence: "", tags: ["maps", "routing"] },
};

describe("an agent card says of its agent", () => {
  it("of 0.3: its main address with its transport, and the further ones, each once", () => {
    const url = "https://planner.example.com/a2a";
    const grpc = { url: "https://planner.example.com/grpc", transport: "GRPC" };
    const card = {
      ...CARD,
      protocolVersion: "0.3.0",
      url,
      additionalInterfaces: [{ url, transport: "JSONRPC" }, grpc],
    };
    const endpoints = [
      { protocol: "a2a", url, transport: "JSONRPC" },
      { protocol: "a2a", ...grpc },
    ];
    expect(detailsOfManifest(card)).toEqual({ ...CARD_ABOUT, endpoints });
    expect(imported(card)).toEqual({ ...CARD_ABOUT, endpoints });
    const first = { protocol: "a2a", url, transport: "HTTP+JSON" };
    expect(detailsOfManifest({ ...CARD, url, preferredTransport: "HTTP+JSON" }).endpoints).toEqual([first]);
  });

  it("of 1.0: its interfaces in their order, with their bindings", () => {
    const urls = ["https://planner.example.com/rpc", "https://planner.example.com/rest"];
    const supportedInterfaces = urls.map((url, at) => ({ url, protocolBinding: ["JSONRPC", "HTTP+JSON"][at] }));
    const endpoints = urls.map((url, at) => ({ protocol: "a2a", url, transport: ["JSONRPC", "HTTP+JSON"][at] }));
    expect(imported({ ...CARD, supportedInterfaces })).toEqual({ ...CARD_ABOUT, endpoints });
  });

  it("also what A2A has no field for: tags, a licence, a repository and a homepage", () => {
    const own = { tags: ["geo"], homepage: "https://planner.example.com", repository: GITHUB, licence: "MIT" };
    expect(detailsOfManifest({ ...CARD, ...own })).toEqual({ ...CARD_ABOUT, ...own, endpoints: [] });
    expect(detailsOfManifest({ ...CARD, license: "Apache-2.0" }).licence).toBe("Apache-2.0");
  });
});

describe("a server.json says of its server", () => {
  const SERVER = {
    name: "io.github.user/weather",
    description: "Forecasts.",
    version: "1.0.0",
    websiteUrl: "https://weather.example.com",
    repository: { url: GITHUB, source: "github" },
    packages: [{ registryType: "npm", identifier: "weather", version: "1.0.0" }],
    remotes: [
      { type: "streamable-http", url: "https://weather.example.com/mcp" },
      { type: "sse", url: "https://{region}.example.com/sse", variables: { region: {} } },
    ],
  };
  const ABOUT = {
    ...NOTHING,
    ...{ description: "Forecasts.", version: "1.0.0", homepage: "https://weather.example.com", repository: GITHUB },
    endpoints: [{ protocol: "mcp", url: "https://weather.example.com/mcp", transport: "streamable-http" }],
  };

  it("its remotes as endpoints, and neither its packages, nor its repository, nor a template", () => {
    expect(detailsOfManifest(SERVER)).toEqual(ABOUT);
    expect(imported(SERVER)).toEqual({ ...ABOUT, tags: ["mcp"] });
  });

  it("the same in the API's wrapping, and in the field names of mid-2025", () => {
    expect(detailsOfManifest({ server: SERVER, _meta: {} })).toEqual(ABOUT);
    expect(imported({ server: SERVER, _meta: {} })).toEqual({ ...ABOUT, tags: ["mcp"] });
    const { version, remotes, ...rest } = SERVER;
    const first = {
      ...rest,
      version_detail: { version },
      remotes: remotes.map(({ type, url }) => ({ transport_type: type, url })),
    };
    expect(detailsOfManifest(first)).toEqual(ABOUT);
    expect(imported(first)).toEqual({ ...ABOUT, tags: ["mcp"] });
  });

  it("its licence, if a publisher wrote one", () => {
    expect(imported({ ...SERVER, license: "MIT" }).licence).toBe("MIT");
  });
});

it("a listed server has a repository and no endpoint", () => {
  const listed = { slug: "weather", name: "weather", description: "Forecasts.", repository: GITHUB, version: "0.1.0" };
  const said = { description: "Forecasts.", repository: GITHUB, version: "0.1.0", tags: ["mcp"] };
  expect(imported(listed)).toEqual({ ...NOTHING, ...said });
});

describe("any text from a stranger", () => {
  it.each([
    "http://planner.example.com/",
    "https://user:secret@planner.example.com/",
    "https://user@planner.example.com/",
    "https://localhost/a2a",
    "https://127.0.0.1/a2a",
    "https://{tenant}.example.com/",
    "https://good.example\\@evil.example/",
    "https://a b.example/",
    "https://planner.example\u202e.com/",
    "https:planner.example",
    "javascript:alert(1)",
    "ftp://planner.example.com/",
    `https://planner.example/${"x".repeat(2_048)}`,
    "https://",
    "",
  ])("the address %j is left out", (url) => {
    const interfaces = { additionalInterfaces: [{ url }], supportedInterfaces: [{ url }], remotes: [{ url }] };
    const about = detailsOfManifest({
      ...CARD,
      url,
      ...interfaces,
      homepage: url,
      documentationUrl: url,
      repository: { url },
    });
    expect(about).toMatchObject({ homepage: "", repository: "", endpoints: [] });
    expect(detailsOfManifest({ ...CARD, repository: url }).repository).toBe("");
  });

  it("values of the wrong type are nothing", () => {
    for (const wrong of [null, 7, true, [7], [null], { url: 7 }, [{ tags: 7 }]]) {
      const fields = [...Object.keys(NOTHING), "version_detail", "websiteUrl", "documentationUrl", "license", "url"];
      const lists = ["skills", "remotes", "server", "packages", "additionalInterfaces", "supportedInterfaces"];
      expect(detailsOfManifest(Object.fromEntries([...fields, ...lists].map((field) => [field, wrong])))).toEqual(
        NOTHING,
      );
    }
  });

  it("the limits apply: a description is cut between characters, the rest is left out", () => {
    const remotes = Array.from({ length: 20 }, (_, at) => ({ type: "sse", url: `https://example.com/${at}` }));
    const about = detailsOfManifest({
      description: `${"x".repeat(1_999)}🙂`,
      version: "1".repeat(DETAIL_LIMITS.version + 1),
      licence: "l".repeat(DETAIL_LIMITS.licence + 1),
      tags: ["t".repeat(DETAIL_LIMITS.tag + 1), ...Array.from({ length: 60 }, (_, at) => `tag ${at}`)],
      remotes,
    });
    expect(about).toMatchObject({ description: "x".repeat(1_999), version: "", licence: "" });
    expect([about.tags.length, about.tags[0], about.endpoints.length]).toEqual([50, "tag 0", 10]);
  });
});
