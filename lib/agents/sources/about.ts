import { z } from "zod";
import { ABOUT_LIMITS, type About, type AgentEndpoint, distinct, isPublicAddress } from "../about";
import { recogniseSource } from "./recognise";

const string = z.string().trim().catch("");
/** A short text. A longer one is no version, and no name of a licence. */
const short = (maximum: number) => string.transform((text) => (text.length <= maximum ? text : ""));
const address = string.transform((text) => (isPublicAddress(text) ? text : ""));

/** A list, without the items that are not as `item` says. */
const listOf = <T extends z.ZodType>(item: T) =>
  z
    .array(item.optional().catch(undefined))
    .catch([])
    .transform((items) => items.filter((one) => one !== undefined));

const Tag = z.string().trim().min(1).max(ABOUT_LIMITS.tag);
const transport = short(ABOUT_LIMITS.transport);

const Manifest = z.object({
  description: string,
  version: short(ABOUT_LIMITS.version),
  /** `server.json` until mid-2025. */
  version_detail: z.object({ version: short(ABOUT_LIMITS.version) }).catch({ version: "" }),
  homepage: address,
  websiteUrl: address,
  documentationUrl: address,
  repository: z.union([z.object({ url: address }).transform(({ url }) => url), address]),
  licence: short(ABOUT_LIMITS.licence),
  license: short(ABOUT_LIMITS.licence),
  tags: z.array(z.unknown()).optional().catch(undefined).pipe(listOf(Tag).optional()),
  skills: listOf(z.object({ tags: listOf(Tag) })),
  /** A2A until 0.3. */
  url: string,
  preferredTransport: transport,
  additionalInterfaces: listOf(z.object({ url: z.string(), transport })),
  /** A2A 1.0. */
  supportedInterfaces: listOf(z.object({ url: z.string(), protocolBinding: transport })),
  /** `transport_type` until mid-2025, `type` since. */
  remotes: listOf(z.object({ url: z.string(), type: transport, transport_type: transport })),
});
type Manifest = z.infer<typeof Manifest>;

/** Returns the text up to a length, without half a character at its end. */
function cut(text: string, maximum: number): string {
  return text
    .slice(0, maximum)
    .replace(/[\ud800-\udbff]$/, "")
    .trim();
}

/** Lists where a card's agent answers. `url` speaks JSON-RPC where the card names no transport (A2A 0.3, 5.5). */
function cardEndpoints(card: Manifest): [string, string][] {
  return [
    [card.url, card.preferredTransport || "JSONRPC"],
    ...card.additionalInterfaces.map(({ url, transport }): [string, string] => [url, transport]),
    ...card.supportedInterfaces.map(({ url, protocolBinding }): [string, string] => [url, protocolBinding]),
  ];
}

function endpointsOf(manifest: Manifest, isCard: boolean): AgentEndpoint[] {
  const found = (protocol: AgentEndpoint["protocol"], addresses: [string, string][]) =>
    addresses.flatMap(([given, transport]): AgentEndpoint[] => {
      const url = given.trim();
      return isPublicAddress(url) ? [{ protocol, url, ...(transport ? { transport } : {}) }] : [];
    });
  const remotes = manifest.remotes.map((one): [string, string] => [one.url, one.type || one.transport_type]);
  const all = [...found("a2a", isCard ? cardEndpoints(manifest) : []), ...found("mcp", remotes)];
  return distinct(all).slice(0, ABOUT_LIMITS.endpoints);
}

/** What the registry's API puts around what a publisher wrote. */
const Wrapped = z.object({ server: z.record(z.string(), z.unknown()).optional().catch(undefined) });

/**
 * Reads what a manifest says of its agent: an A2A card of 0.2 to 1.0, a `server.json` of any age, also as the registry's
 * API wraps it, or what an import made of an MCP server. Too long a description is cut, and other values that break the
 * limits are left out, as are addresses that are not https, carry user information or name the reader's own machine.
 * A homepage is never `provider.url`, which is that of the organisation. An MCP server's repository and its packages are
 * no endpoints.
 * @param manifest any object
 */
export function aboutOf(manifest: Record<string, unknown>): About {
  const kind = recogniseSource(manifest);
  const { server } = Wrapped.parse(manifest);
  const said = Manifest.parse(kind === "mcp-server-json" && server ? server : manifest);
  const tags = said.tags ?? said.skills.flatMap((skill) => skill.tags);
  return {
    description: cut(said.description, ABOUT_LIMITS.description),
    version: said.version || said.version_detail.version,
    homepage: said.homepage || said.websiteUrl || said.documentationUrl,
    repository: said.repository,
    licence: said.licence || said.license,
    tags: distinct(tags).slice(0, ABOUT_LIMITS.tags),
    endpoints: endpointsOf(said, kind === "a2a-card"),
  };
}
