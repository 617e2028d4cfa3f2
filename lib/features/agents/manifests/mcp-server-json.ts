import { z } from "zod";
import { BOUNDS } from "@/lib/foundation/bounds";
import { trimmed } from "@/lib/foundation/text/blank";
import { assertBounds } from "../manifest-bounds";
import type { RegisterAgent } from "../schema";
import { keptPackage, keptRemote, readPackages, readRemotes, WHOLE } from "./mcp-packages";
import { cardOfToolServer, RUNTIMES } from "./mcp-tools";
import { parseRecord, registration } from "./registration";
import { keptAbout } from "./server-about";

const OFFICIAL = "io.modelcontextprotocol.registry/official";
const text = z.string().default("");

/** The data that the official registry adds to the publisher's text. */
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
    .max(BOUNDS.name)
    .regex(/^[A-Za-z0-9.-]+\/[A-Za-z0-9._-]+$/, "must have the form namespace/server, the namespace in reverse DNS"),
  title: text,
  description: text,
  version: text,
  version_detail: z.object({ version: text }).default({ version: "" }),
  repository: z.object({ url: text }).default({ url: "" }),
  websiteUrl: text,
  /** Not a field of the schema, but some publishers use it. */
  license: z.string().optional().catch(undefined),
  packages: z.array(z.record(z.string(), z.unknown())).nullish(),
  remotes: z.array(z.looseObject({ url: z.string() })).nullish(),
});

const Fields = z.record(z.string(), z.unknown());

/** The registry's API puts the publisher's text into `server`, and its own data beside it. */
const Wrapped = z.object({ server: Fields.optional(), _meta: Meta });

/** The registry lists every version of a server. An agent is made from the latest one. */
function assertNotSuperseded(official: z.infer<typeof Meta>): void {
  const superseded = official.isLatest === false || official.is_latest === false;
  const message = superseded ? "is not the latest version of this server" : "was deleted from the registry";
  if (superseded || official.status === "deleted") {
    throw new z.ZodError([{ code: "custom", path: ["_meta"], message, input: official }]);
  }
}

/** Returns the DID of the server with a name of the form `namespace/server`. */
export function didOfServerName(name: string): string {
  const [namespace = "", shortName = ""] = name.split("/");
  return `did:mcp:default:${namespace}:${shortName}`;
}

/**
 * Translates an MCP server's `server.json` into a registration, in every form used since May 2025. The DID is
 * `did:mcp:default:<namespace>:<server>`. It is unique, because the registry gives a namespace only to its proven
 * owner. Repository, website, licence, packages and remotes stay in the manifest, with their present names.
 * Source: github.com/modelcontextprotocol/registry, server.schema.json of 2025-12-11.
 * @throws ZodError if it is not a `server.json`, is not the latest version or was deleted, or no agent could be
 * registered from it
 */
export function registrationOfServerJson(record: unknown): RegisterAgent {
  const wrapped = parseRecord(Wrapped, record);
  assertNotSuperseded(wrapped._meta);
  assertBounds(record);
  const server = parseRecord(ServerJson, wrapped.server ?? record);
  const [namespace = "", shortName = ""] = server.name.split("/");
  const name = trimmed(server.title) || shortName;
  const packages = readPackages(server.packages, WHOLE);
  const remotes = readRemotes(server.remotes, WHOLE);
  const runtime = packages.flatMap(({ registryType }) => RUNTIMES.get(registryType) ?? [])[0];
  const kinds = [
    ...packages.flatMap(({ registryType, transport }) => [registryType, transport.type]),
    ...remotes.map(({ type }) => type),
  ];
  return registration({
    did: didOfServerName(server.name),
    name,
    provider: namespace,
    role: "tool server",
    runtime_type: runtime ?? (packages.length === 0 && remotes.length > 0 ? "remote" : ""),
    capabilities: [...new Set(["mcp", ...kinds])].filter((kind) => kind !== ""),
    capability_manifest: {
      ...cardOfToolServer({
        name,
        description: server.description,
        version: server.version || server.version_detail.version,
        organization: namespace,
      }),
      repository: server.repository,
      websiteUrl: server.websiteUrl,
      ...(server.license ? { license: server.license } : {}),
      ...keptAbout(wrapped.server ?? Fields.parse(record)),
      packages: packages.map(keptPackage),
      remotes: remotes.map(keptRemote),
    },
  });
}
