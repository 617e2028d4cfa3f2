import { z } from "zod";
import { BOUNDS } from "@/lib/foundation/bounds";
import { trimmedText } from "@/lib/foundation/text/blank";
import { cut } from "@/lib/foundation/text/cut";
import { type AgentDetails, type AgentEndpoint, DETAIL_LIMITS, distinct, isPublicUrl } from "../details";
import { listOf } from "./lenient";
import { recogniseSource } from "./recognise";

const string = trimmedText().catch("");
/** A short text. A longer one is not a version or the name of a licence. */
const short = (maximum: number) => string.transform((text) => (text.length <= maximum ? text : ""));
const address = string.transform((text) => (isPublicUrl(text) ? text : ""));

/** Maximum length of a description that is taken from a manifest. Stored records have it, so it must not change. */
const MAX_TAKEN_DESCRIPTION = 2_000;

const Tag = trimmedText().min(1).max(DETAIL_LIMITS.tag);
const transport = short(DETAIL_LIMITS.transport);

const Manifest = z.object({
  description: string,
  version: short(DETAIL_LIMITS.version),
  /** `server.json` until mid-2025. */
  version_detail: z.object({ version: short(DETAIL_LIMITS.version) }).catch({ version: "" }),
  homepage: address,
  websiteUrl: address,
  documentationUrl: address,
  repository: z.union([z.object({ url: address }).transform(({ url }) => url), address]),
  licence: short(DETAIL_LIMITS.licence),
  license: short(DETAIL_LIMITS.licence),
  tags: z.array(z.unknown()).optional().catch(undefined).pipe(listOf(Tag, BOUNDS.items).optional()),
  skills: listOf(z.object({ tags: listOf(Tag, BOUNDS.items) }), BOUNDS.items),
  /** A2A until 0.3. */
  url: string,
  preferredTransport: transport,
  additionalInterfaces: listOf(z.object({ url: z.string(), transport }), BOUNDS.items),
  /** A2A 1.0. */
  supportedInterfaces: listOf(z.object({ url: z.string(), protocolBinding: transport }), BOUNDS.items),
  /** `transport_type` until mid-2025, `type` since. */
  remotes: listOf(z.object({ url: z.string(), type: transport, transport_type: transport }), BOUNDS.items),
});
type Manifest = z.infer<typeof Manifest>;

/** Lists the addresses of a card's agent. `url` uses JSON-RPC if the card names no transport (A2A 0.3, 5.5). */
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
      return isPublicUrl(url) ? [{ protocol, url, ...(transport ? { transport } : {}) }] : [];
    });
  const remotes = manifest.remotes.map((one): [string, string] => [one.url, one.type || one.transport_type]);
  const all = [...found("a2a", isCard ? cardEndpoints(manifest) : []), ...found("mcp", remotes)];
  return distinct(all).slice(0, DETAIL_LIMITS.endpoints);
}

/** The registry API's wrapper around a publisher's text. */
const Wrapped = z.object({ server: z.record(z.string(), z.unknown()).optional().catch(undefined) });

/**
 * Reads the description of the agent from a manifest: an A2A card of 0.2 to 1.0, a `server.json` of any age (also in
 * the registry API's wrapper), or what an import made of an MCP server. A description that is too long is cut. Other
 * values that break the limits are left out, and so are addresses that do not use https, contain user information or
 * name the reader's own machine. `provider.url` is never the homepage, because it is the organisation's. An MCP
 * server's repository and packages are not endpoints.
 * @param manifest any object
 */
export function detailsOfManifest(manifest: Record<string, unknown>): AgentDetails {
  const kind = recogniseSource(manifest);
  const { server } = Wrapped.parse(manifest);
  const said = Manifest.parse(kind === "mcp-server-json" && server ? server : manifest);
  const tags = said.tags ?? said.skills.flatMap((skill) => skill.tags);
  return {
    description: cut(said.description, MAX_TAKEN_DESCRIPTION).trim(),
    version: said.version || said.version_detail.version,
    homepage: said.homepage || said.websiteUrl || said.documentationUrl,
    repository: said.repository,
    licence: said.licence || said.license,
    tags: distinct(tags).slice(0, DETAIL_LIMITS.tags),
    endpoints: endpointsOf(said, kind === "a2a-card"),
  };
}
