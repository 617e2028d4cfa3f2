import { z } from "zod";

/** Matches an absolute URI (RFC 3986), without the characters that JSON Schema's `uri` does not allow. */
const uri = z.string().regex(/^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]*$/i, "must be a URI");
const Text = z.string();
const Flag = z.boolean();

const inputFields = {
  description: Text.optional(),
  isRequired: Flag.optional(),
  format: z.enum(["string", "number", "boolean", "filepath"]).optional(),
  value: Text.optional(),
  isSecret: Flag.optional(),
  default: Text.optional(),
  placeholder: Text.optional(),
  choices: z.array(Text).optional(),
};
const Variables = z.record(Text, z.looseObject(inputFields)).optional();
const KeyValue = z.looseObject({ ...inputFields, name: Text, variables: Variables });
const Positional = z
  .looseObject({
    ...inputFields,
    type: z.literal("positional"),
    valueHint: Text.optional(),
    isRepeated: Flag.optional(),
    variables: Variables,
  })
  .refine(({ value, valueHint }) => value !== undefined || valueHint !== undefined, "must have value or valueHint");
const Named = z.looseObject({
  ...inputFields,
  type: z.literal("named"),
  name: Text,
  isRepeated: Flag.optional(),
  variables: Variables,
});
const Argument = z.union([Positional, Named]);

const Http = z.looseObject({
  type: z.enum(["streamable-http", "sse"]),
  url: Text.regex(/^(https?:\/\/[^\s]+|\{[a-zA-Z_][a-zA-Z0-9_]*\}[^\s]*)$/, "must be an http(s) address or a template"),
  headers: z.array(KeyValue).optional(),
});
const Stdio = z.looseObject({ type: z.literal("stdio") });

const Package = z.looseObject({
  registryType: Text,
  registryBaseUrl: uri.optional(),
  identifier: Text,
  version: Text.min(1)
    .refine((version) => version !== "latest", "must be a version")
    .optional(),
  fileSha256: Text.regex(/^[a-f0-9]{64}$/).optional(),
  runtimeHint: Text.optional(),
  transport: z.union([Stdio, Http]),
  runtimeArguments: z.array(Argument).optional(),
  packageArguments: z.array(Argument).optional(),
  environmentVariables: z.array(KeyValue).optional(),
});

const Icon = z.looseObject({
  src: uri.max(255),
  mimeType: z.enum(["image/png", "image/jpeg", "image/jpg", "image/svg+xml", "image/webp"]).optional(),
  sizes: z.array(Text.regex(/^(\d+x\d+|any)$/)).optional(),
  theme: z.enum(["light", "dark"]).optional(),
});

const PROVIDED = "io.modelcontextprotocol.registry/publisher-provided";

/**
 * A `server.json` that a registry may pass on, in the form used since 2025-12-11. Unknown fields stay.
 * Source: github.com/modelcontextprotocol/registry, server.schema.json.
 */
const PublishedServer = z.looseObject({
  $schema: uri.optional(),
  name: Text.min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: Text.min(1).max(100).optional(),
  description: Text.min(1).max(100),
  version: Text.max(255),
  websiteUrl: uri.optional(),
  repository: z.looseObject({ url: uri, source: Text, id: Text.optional(), subfolder: Text.optional() }).optional(),
  icons: z.array(Icon).optional(),
  packages: z.array(Package).optional(),
  remotes: z.array(Http.extend({ variables: Variables })).optional(),
  _meta: z.looseObject({ [PROVIDED]: z.looseObject({}).optional() }).optional(),
});

export const OFFICIAL_META = "io.modelcontextprotocol.registry/official";

/** A registry's data about a server, if it is in the form of v0.1. */
const OfficialMeta = z.strictObject({
  status: z.enum(["active", "deprecated", "deleted"]).optional(),
  statusMessage: Text.max(500).optional(),
  statusChangedAt: z.iso.datetime({ offset: true }).optional(),
  publishedAt: z.iso.datetime({ offset: true }).optional(),
  updatedAt: z.iso.datetime({ offset: true }).optional(),
  isLatest: Flag.optional(),
});

const Wrapped = z.object({
  server: PublishedServer,
  _meta: z.object({ [OFFICIAL_META]: OfficialMeta.optional().catch(undefined) }).catch({}),
});

/** A publisher's description of a server and the registry's data about it, null if there is none. */
export interface PublishedRecord {
  name: string;
  /** Returns the DNS name of a namespace: `example.com` for `com.example/weather`. */
  host: string;
  server: Record<string, unknown>;
  official: Record<string, unknown> | null;
}

/** Returns the host that a namespace in reverse DNS names. */
function hostOf(name: string): string {
  const [namespace = ""] = name.split("/");
  return namespace.toLowerCase().split(".").reverse().join(".");
}

/**
 * Reads a `server.json`, alone or in a registry's wrapper.
 * @returns null if it is not one, or not one that every registry client can read
 */
export function publishedServer(record: unknown): PublishedRecord | null {
  const wrapped = Wrapped.safeParse(record);
  const bare = wrapped.success ? wrapped.data.server : PublishedServer.safeParse(record).data;
  if (bare === undefined) return null;
  const given = record as { server?: Record<string, unknown> };
  const server = wrapped.success ? given.server : given;
  const official = wrapped.success ? (wrapped.data._meta[OFFICIAL_META] ?? null) : null;
  return { name: bare.name, host: hostOf(bare.name), server: server as Record<string, unknown>, official };
}
