import { z } from "zod";
import { withEscaped } from "@/lib/escaped-identifier";
import { Label, RegisterAgent } from "../schema";

/** The member of a manifest that has the entry itself, as its publisher wrote it. */
export const ENTRY = "ard";

/** Entries that are lists of others or describe an API: no agents. */
const NO_AGENT = /\b(ai-registry|ai-catalog|ard|openapi)\b/;
const MOST_LABELS = 50;
const MOST_ENDPOINTS = 10;

const lenient = z.string().trim().catch("");
const listOf = <T extends z.ZodType>(item: T) =>
  z
    .array(item.optional().catch(undefined))
    .catch([])
    .transform((items) => items.filter((one) => one !== undefined));
const labels = listOf(Label).transform((items) => items.slice(0, MOST_LABELS));
const anyList = z
  .array(z.unknown())
  .catch([])
  .transform((items) => items.slice(0, MOST_ENDPOINTS));

const Entry = z.object({
  identifier: z.string().min(1).max(2_000),
  displayName: z.string().trim().min(1).max(200),
  type: z.string().trim().min(1),
  description: lenient,
  version: lenient,
  tags: labels,
  capabilities: labels,
  representativeQueries: labels,
  data: z.object({ supportedInterfaces: anyList, remotes: anyList, url: lenient }).optional().catch(undefined),
});

/** A host as a part of a DID's name. */
const segmentOf = (host: string) => host.replace(/[^A-Za-z0-9.-]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

/**
 * Returns the DID of an entry of another publisher's catalogue.
 * @param host the publisher's, as the source is configured. What the entry says of its host counts for nothing
 */
export function didOfArdEntry(host: string, identifier: string): string {
  // `urn:ai:` is what the first versions of ARD had.
  return withEscaped(`did:ard:default:${segmentOf(host.toLowerCase())}:`, identifier.replace(/^urn:ai:/, "urn:air:"));
}

/** Whether an entry may be an agent or a server with tools, by what it says it leads to. */
export function isArdAgent(record: unknown): boolean {
  const parsed = z.object({ type: z.string() }).safeParse(record);
  return parsed.success && !NO_AGENT.test(parsed.data.type);
}

/**
 * Translates an entry of a publisher's catalogue (ARD v0.91, ard.json) into a registration. It is found by its description,
 * its capabilities and the questions that it answers. Trust that it claims stays in the entry.
 * @param host the publisher's, as the source is configured
 * @throws ZodError where it is no entry, or no agent could be registered from it
 */
export function registrationOfArdEntry(record: unknown, host: string): RegisterAgent {
  const entry = Entry.parse(record);
  const isTool = /mcp/.test(entry.type);
  const { displayName: name, description, version, tags } = entry;
  const protocol = isTool ? ["mcp"] : /a2a|agent-card/.test(entry.type) ? ["a2a"] : [];
  const { supportedInterfaces = [], remotes = [], url = "" } = entry.data ?? {};
  return RegisterAgent.parse({
    did: didOfArdEntry(host, entry.identifier),
    name,
    provider: host,
    role: isTool ? "tool server" : "agent",
    capabilities: [...protocol, ...entry.capabilities],
    capability_manifest: {
      ...{ name, description, version, tags, provider: { organization: host } },
      skills: [{ id: "offer", name, description, tags, examples: entry.representativeQueries }],
      ...(isTool ? { remotes } : { supportedInterfaces, ...(url === "" ? {} : { url }) }),
      [ENTRY]: record,
    },
  });
}
