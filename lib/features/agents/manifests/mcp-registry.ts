import { z } from "zod";
import { trimmedText } from "@/lib/foundation/text/blank";
import { assertBounds } from "../manifest-bounds";
import type { RegisterAgent } from "../schema";
import { cardOfToolServer, didName, RUNTIMES } from "./mcp-tools";
import { parseRecord, registration } from "./registration";
import { keptAbout } from "./server-about";

/** One line of a registry's list of MCP servers. */
const ListedServer = z.looseObject({
  slug: z.string().default(""),
  name: trimmedText().min(1),
  provider: z.string().default(""),
  description: z.string().default(""),
  repository: z.string().default(""),
  registries: z.array(z.string()).default([]),
  version: z.string().default(""),
  license: z.string().default(""),
});

/**
 * Translates a listed MCP server into a registration. The DID is `did:mcp:default:<slug>`, or contains the name if
 * there is no slug.
 * @param record the parsed JSON of one line
 * @throws ZodError if the line is not such a server, or no agent could be registered from it
 */
export function registrationOfListedServer(record: unknown): RegisterAgent {
  assertBounds(record);
  const server = parseRecord(ListedServer, record);
  const runtime = server.registries.flatMap((registry) => RUNTIMES.get(registry) ?? [])[0];
  const packages = server.registries.filter((registry) => RUNTIMES.has(registry));
  return registration({
    did: `did:mcp:default:${didName(server.slug || server.name)}`,
    name: server.name,
    provider: server.provider,
    role: "tool server",
    runtime_type: runtime ?? "",
    capabilities: ["mcp", ...packages],
    capability_manifest: {
      ...cardOfToolServer({
        name: server.name,
        description: server.description,
        version: server.version,
        organization: server.provider,
      }),
      repository: server.repository,
      ...(server.license ? { license: server.license } : {}),
      ...keptAbout(server),
    },
  });
}
