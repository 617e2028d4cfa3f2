import { z } from "zod";
import { BOUNDS } from "@/lib/foundation/bounds";
import { trimmedText } from "@/lib/foundation/text/blank";
import { withEscaped } from "@/lib/identity/escaped-identifier";
import { assertBounds } from "../manifest-bounds";
import { Label, type RegisterAgent } from "../schema";
import { listOf } from "./lenient";
import { parseRecord, registration } from "./registration";

/** The manifest's member with the original entry, as its publisher wrote it. */
export const ENTRY = "ard";

/** Types of entries that are not agents: lists of other entries and descriptions of APIs. */
const NO_AGENT = /\b(ai-registry|ai-catalog|ard|openapi)\b/;
const MAX_LABELS = 50;
const MAX_ENDPOINTS = 10;

const lenient = trimmedText().catch("");
const labels = listOf(Label, MAX_LABELS);
const anyList = z
  .array(z.unknown())
  .catch([])
  .transform((items) => items.slice(0, MAX_ENDPOINTS));

const Entry = z.object({
  identifier: z.string().min(1).max(2_000),
  displayName: trimmedText().min(1).max(BOUNDS.name),
  type: trimmedText().min(1),
  description: lenient,
  version: lenient,
  tags: labels,
  capabilities: labels,
  representativeQueries: labels,
  data: z.object({ supportedInterfaces: anyList, remotes: anyList, url: lenient }).optional().catch(undefined),
});

/** Returns a host as a part of a DID's name. */
const segmentOf = (host: string) => host.replace(/[^A-Za-z0-9.-]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

/**
 * Returns the DID of an entry of another publisher's catalogue.
 * @param host the publisher's host from the source's configuration; the entry's own claim is ignored
 */
export function didOfArdEntry(host: string, identifier: string): string {
  // The first versions of ARD used `urn:ai:`.
  return withEscaped(`did:ard:default:${segmentOf(host.toLowerCase())}:`, identifier.replace(/^urn:ai:/, "urn:air:"));
}

/** Returns whether an entry may be an agent or a server with tools, by the media type that it states. */
export function isArdAgent(record: unknown): boolean {
  const parsed = z.object({ type: z.string() }).safeParse(record);
  return parsed.success && !NO_AGENT.test(parsed.data.type);
}

/**
 * Translates an entry of a publisher's catalogue (ARD v0.91, ard.json) into a registration. The agent can be found by
 * the entry's description, capabilities and example questions. Trust that the entry claims is ignored.
 * @param host the publisher's host from the source's configuration
 * @throws ZodError if it is not an entry, or no agent could be registered from it
 */
export function registrationOfArdEntry(record: unknown, host: string): RegisterAgent {
  assertBounds(record);
  const entry = parseRecord(Entry, record);
  const isTool = /mcp/.test(entry.type);
  const { displayName: name, description, version, tags } = entry;
  const protocol = isTool ? ["mcp"] : /a2a|agent-card/.test(entry.type) ? ["a2a"] : [];
  const { supportedInterfaces = [], remotes = [], url = "" } = entry.data ?? {};
  return registration({
    did: didOfArdEntry(host, entry.identifier),
    name,
    provider: host,
    role: isTool ? "tool server" : "agent",
    capabilities: [...protocol, ...entry.capabilities],
    capability_manifest: {
      name,
      description,
      version,
      tags,
      provider: { organization: host },
      skills: [{ id: "offer", name, description, tags, examples: entry.representativeQueries }],
      ...(isTool ? { remotes } : { supportedInterfaces, ...(url === "" ? {} : { url }) }),
      [ENTRY]: record,
    },
  });
}
