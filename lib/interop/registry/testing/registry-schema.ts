const text = (rest: object = {}) => ({ type: "string", ...rest });
const uri = { type: "string", format: "uri" };
const flag = { type: "boolean" };
const moment = { type: "string", format: "date-time" };
const listOf = (items: object) => ({ type: "array", items });
const object = (required: string[], properties: object) => ({ type: "object", required, properties });

const input = {
  description: text(),
  isRequired: flag,
  format: { enum: ["string", "number", "boolean", "filepath"] },
  value: text(),
  isSecret: flag,
  default: text(),
  placeholder: text(),
  choices: listOf(text()),
};
const variables = { type: "object", additionalProperties: object([], input) };
const keyValue = object(["name"], { ...input, name: text(), variables });
const positional = {
  ...object(["type"], { ...input, type: { const: "positional" }, valueHint: text(), isRepeated: flag, variables }),
  anyOf: [{ required: ["valueHint"] }, { required: ["value"] }],
};
const named = object(["type", "name"], {
  ...input,
  type: { const: "named" },
  name: text(),
  isRepeated: flag,
  variables,
});
const argument = { anyOf: [positional, named] };
const http = object(["type", "url"], {
  type: { enum: ["streamable-http", "sse"] },
  url: text({ pattern: "^(https?://[^\\s]+|\\{[a-zA-Z_][a-zA-Z0-9_]*\\}[^\\s]*)$" }),
  headers: listOf(keyValue),
});
const stdio = object(["type"], { type: { const: "stdio" } });

const servedPackage = object(["registryType", "identifier", "transport"], {
  registryType: text(),
  registryBaseUrl: uri,
  identifier: text(),
  version: text({ minLength: 1, not: { const: "latest" } }),
  fileSha256: text({ pattern: "^[a-f0-9]{64}$" }),
  runtimeHint: text(),
  transport: { anyOf: [stdio, http] },
  runtimeArguments: listOf(argument),
  packageArguments: listOf(argument),
  environmentVariables: listOf(keyValue),
});

const icon = object(["src"], {
  src: { ...uri, maxLength: 255 },
  mimeType: { enum: ["image/png", "image/jpeg", "image/jpg", "image/svg+xml", "image/webp"] },
  sizes: listOf(text({ pattern: "^(\\d+x\\d+|any)$" })),
  theme: { enum: ["light", "dark"] },
});

const official = {
  ...object([], {
    status: { enum: ["active", "deprecated", "deleted"] },
    statusMessage: text({ maxLength: 500 }),
    statusChangedAt: moment,
    publishedAt: moment,
    updatedAt: moment,
    isLatest: flag,
  }),
  additionalProperties: false,
};

const serverDetail = object(["name", "description", "version"], {
  name: text({ minLength: 3, maxLength: 200, pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$" }),
  description: text({ minLength: 1, maxLength: 100 }),
  title: text({ minLength: 1, maxLength: 100 }),
  repository: object(["url", "source"], { url: uri, source: text(), id: text(), subfolder: text() }),
  version: text({ maxLength: 255 }),
  websiteUrl: uri,
  icons: listOf(icon),
  $schema: uri,
  packages: listOf(servedPackage),
  remotes: listOf({ allOf: [http, object([], { variables })] }),
  _meta: object([], { "io.modelcontextprotocol.registry/publisher-provided": { type: "object" } }),
});

/**
 * What the MCP Registry's API v0.1 asks of a response, written down here after its description. Source:
 * github.com/modelcontextprotocol/registry, docs/reference/api/openapi.yaml, version 2025-12-01.
 */
export const REGISTRY_SERVER = object(["server"], {
  server: serverDetail,
  _meta: object([], { "io.modelcontextprotocol.registry/official": official }),
});
export const REGISTRY_LIST = object(["servers"], {
  servers: listOf(REGISTRY_SERVER),
  metadata: object([], { nextCursor: text(), count: { type: "integer" } }),
});
export const REGISTRY_ERROR = object(["error"], { error: text() });
