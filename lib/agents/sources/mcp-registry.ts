import { z } from "zod";
import { RegisterAgent } from "../schema";

/** One line of a registry's list of MCP servers. */
const RegistryServer = z.object({
  slug: z.string().default(""),
  name: z.string().min(1),
  provider: z.string().default(""),
  description: z.string().default(""),
  repository: z.string().default(""),
  registries: z.array(z.string()).default([]),
  version: z.string().default(""),
});

/** What a package registry says of how its packages run. */
const RUNTIMES: Record<string, string> = { npm: "node", pypi: "python", docker: "container" };

/** A text as the name part of a DID-lite. */
function didName(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^-+|-+$/g, "");
}

/**
 * Translates a listed MCP server into a registration. The server's description becomes an agent card, so that it can be
 * found by what it does.
 * @param line the parsed JSON of one line
 * @throws ZodError where the line is no such server, or no agent could be registered from it
 */
export function registrationOfServer(line: unknown): RegisterAgent {
  const server = RegistryServer.parse(line);
  const runtime = server.registries.flatMap((registry) => RUNTIMES[registry] ?? [])[0];
  const packages = server.registries.filter((registry) => registry in RUNTIMES);
  return RegisterAgent.parse({
    did: `did:mcp:default:${didName(server.slug || server.name)}`,
    name: server.name,
    provider: server.provider,
    role: "tool server",
    runtime_type: runtime ?? "",
    capabilities: ["mcp", ...packages],
    capability_manifest: {
      name: server.name,
      description: server.description,
      url: server.repository,
      version: server.version,
      provider: { organization: server.provider },
      skills: [{ id: didName(server.name), name: server.name, description: server.description, tags: ["mcp"] }],
    },
  });
}
