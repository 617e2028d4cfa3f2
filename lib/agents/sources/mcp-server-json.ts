import { z } from "zod";
import { RegisterAgent } from "../schema";
import { cardOfToolServer, RUNTIMES } from "./mcp-tools";

const OFFICIAL = "io.modelcontextprotocol.registry/official";
const text = z.string().default("");

/** `registry_name` and `name` until mid-2025, `registry_type` and `identifier` in 2025-07-09, camel case since 2025-09-16. */
const Package = z
  .object({
    registryType: text,
    registry_type: text,
    registry_name: text,
    identifier: text,
    name: text,
    version: text,
    transport: z.object({ type: text }).default({ type: "stdio" }),
  })
  .transform((found) => ({
    registry: found.registryType || found.registry_type || found.registry_name,
    identifier: found.identifier || found.name,
    version: found.version,
    transport: found.transport.type || "stdio",
  }));

/** `transport_type` until mid-2025, `type` since. */
const Remote = z
  .object({ type: text, transport_type: text, url: z.string() })
  .transform(({ type, transport_type, url }) => ({ type: type || transport_type, url }));

/** What the official registry adds to what a publisher wrote. */
const Meta = z
  .object({
    [OFFICIAL]: z.object({
      isLatest: z.boolean().optional(),
      is_latest: z.boolean().optional(),
      status: z.string().optional(),
    }),
  })
  .transform((found) => found[OFFICIAL])
  .catch({});

const ServerJson = z.object({
  name: z
    .string()
    .max(200)
    .regex(/^[A-Za-z0-9.-]+\/[A-Za-z0-9._-]+$/, "must have the form namespace/server, the namespace in reverse DNS"),
  title: text,
  description: text,
  version: text,
  version_detail: z.object({ version: text }).default({ version: "" }),
  repository: z.object({ url: text }).default({ url: "" }),
  websiteUrl: text,
  /** No field of the schema, but some publishers have it. */
  license: z.string().optional().catch(undefined),
  packages: z.array(Package).nullish(),
  remotes: z.array(Remote).nullish(),
});

/** The registry's API puts what a publisher wrote into `server`, and its own words beside it. */
const Wrapped = z.object({ server: z.record(z.string(), z.unknown()).optional(), _meta: Meta });

/** The registry lists every version of a server; an agent is the latest of them. */
function refuseSuperseded(official: z.infer<typeof Meta>): void {
  const superseded = official.isLatest === false || official.is_latest === false;
  const message = superseded ? "is not the latest version of this server" : "was deleted from the registry";
  if (superseded || official.status === "deleted") {
    throw new z.ZodError([{ code: "custom", path: ["_meta"], message, input: official }]);
  }
}

/**
 * Translates an MCP server's `server.json` into a registration, in every form it has had since May 2025. The DID is
 * `did:mcp:default:<namespace>:<server>`: the registry gives a namespace to whoever proves to own it, so it is unique.
 * Repository, website, licence, packages and remotes stay in the manifest, under their present names.
 * Source: github.com/modelcontextprotocol/registry, server.schema.json of 2025-12-11.
 * @throws ZodError where it is none, is not the latest version or was deleted, or no agent could be registered from it
 */
export function registrationOfServerJson(record: unknown): RegisterAgent {
  const wrapped = Wrapped.parse(record);
  refuseSuperseded(wrapped._meta);
  const server = ServerJson.parse(wrapped.server ?? record);
  const [namespace = "", shortName = ""] = server.name.split("/");
  const packages = server.packages ?? [];
  const remotes = server.remotes ?? [];
  const runtime = packages.flatMap(({ registry }) => RUNTIMES.get(registry) ?? [])[0];
  const kinds = [
    ...packages.flatMap(({ registry, transport }) => [registry, transport]),
    ...remotes.map(({ type }) => type),
  ];
  return RegisterAgent.parse({
    did: `did:mcp:default:${namespace}:${shortName}`,
    name: server.title || shortName,
    provider: namespace,
    role: "tool server",
    runtime_type: runtime ?? (packages.length === 0 && remotes.length > 0 ? "remote" : ""),
    capabilities: [...new Set(["mcp", ...kinds])].filter((kind) => kind !== ""),
    capability_manifest: {
      ...cardOfToolServer({
        name: server.title || shortName,
        description: server.description,
        version: server.version || server.version_detail.version,
        organization: namespace,
      }),
      repository: server.repository,
      websiteUrl: server.websiteUrl,
      ...(server.license ? { license: server.license } : {}),
      packages,
      remotes,
    },
  });
}
