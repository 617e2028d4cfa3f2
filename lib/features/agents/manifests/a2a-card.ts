import { z } from "zod";
import { BOUNDS } from "@/lib/foundation/bounds";
import { isLoopbackHost } from "@/lib/foundation/loopback";
import { parseUrl } from "@/lib/foundation/parse-url";
import { trimmedText } from "@/lib/foundation/text/blank";
import { trimEndOf } from "@/lib/foundation/text/trim";
import { Did } from "@/lib/identity/did";
import type { RegisterAgent } from "../schema";
import { listOf } from "./lenient";
import { parseRecord, registration } from "./registration";

const lenient = trimmedText().catch("");
const Interface = z.object({ url: z.string(), tenant: lenient });

/** The fields that are read from an agent card. The manifest keeps the whole card. */
const AgentCard = z.looseObject({
  did: Did.optional().catch(undefined),
  name: trimmedText().min(1),
  role: lenient,
  url: lenient,
  provider: z.object({ organization: lenient }).catch({ organization: "" }),
  capabilities: z.record(z.string(), z.unknown()).catch({}),
  supportedInterfaces: listOf(Interface, BOUNDS.items),
});
type AgentCard = z.infer<typeof AgentCard>;

/** The protocol's own flags, of 0.3 and 1.0. */
const FLAGS = ["streaming", "pushNotifications", "stateTransitionHistory", "extendedAgentCard"] as const;
/** Returns all capabilities that a registration takes from a card. */
export const CARD_CAPABILITIES: readonly string[] = ["a2a", ...FLAGS];

const CardShape = z
  .looseObject({
    name: trimmedText().min(1),
    skills: z.array(z.unknown()),
    url: z.unknown().optional(),
    supportedInterfaces: z.unknown().optional(),
  })
  .refine(({ url, supportedInterfaces }) =>
    Array.isArray(supportedInterfaces) ? supportedInterfaces.length > 0 : typeof url === "string" && url !== "",
  );

/**
 * Returns whether a value is an A2A agent card that a client can use: it has a name, skills, and an address in `url`
 * (until 0.3) or `supportedInterfaces` (1.0). The manifest that an import makes of an MCP server has no address.
 */
export function isAgentCard(value: unknown): value is Record<string, unknown> & { skills: unknown[] } {
  return CardShape.safeParse(value).success;
}

/** Percent-encodes (RFC 3986) the characters that a DID's name must not contain. */
function encode(text: string): string {
  return text.replace(/[^A-Za-z0-9._-]/gu, (character) =>
    Buffer.from(character).toString("hex").replace(/../g, "%$&").toUpperCase(),
  );
}

/** Percent-encodes a part of an address. Existing escapes stay, in upper case. */
function encodeOnce(part: string): string {
  return part.replace(/%[0-9a-f]{2}|[^A-Za-z0-9._-]/giu, (found) =>
    found.length === 3 ? found.toUpperCase() : encode(found),
  );
}

/** Returns the name part for an address: its host, path and query. */
function didName({ host, pathname, search }: URL): string {
  const segments = trimEndOf(pathname, "/").split("/").slice(1);
  return [host, ...segments].map(encodeOnce).join(":") + encodeOnce(search);
}

/** Returns the DID of a card that is identified by the address from which it was read, whatever the card says. */
export function didOfCardAt(address: URL): string {
  return `did:a2a:default:${didName(address)}`;
}

/** Returns the name part for an address whose host is the same for everyone, or undefined for any other address. */
function didNameOfAddress({ url, tenant }: z.infer<typeof Interface>): string | undefined {
  const address = parseUrl(url);
  if (!address || !/^https?:$/.test(address.protocol) || isLoopbackHost(address.hostname)) return undefined;
  return didName(address) + (tenant && encode(`;tenant=${tenant}`));
}

/**
 * Returns the card's own `did` if it is a DID. Otherwise returns `did:a2a:default:<host>:<path…>` from `url`, or from
 * the first of `supportedInterfaces` with a public host. An address serves one agent, so two agents share a DID only if
 * they share host, port, path, query and tenant. Scheme, user, fragment and trailing slashes are ignored. A card
 * without a public address gets `did:a2a:default:unhosted:<organisation>:<name>`. Everything is percent-encoded and
 * nothing is dropped or shortened, so different addresses and names never collide. A name that is too long for a DID is
 * rejected.
 */
function didOfCard(card: AgentCard): string {
  if (card.did !== undefined) return card.did;
  const addresses = [{ url: card.url, tenant: "" }, ...card.supportedInterfaces];
  const hosted = addresses.flatMap((address) => didNameOfAddress(address) ?? [])[0];
  return `did:a2a:default:${hosted ?? `unhosted:${encode(card.provider.organization)}:${encode(card.name)}`}`;
}

/**
 * Translates an agent card of the Agent2Agent protocol, 0.2 to 1.0, into a registration. The card becomes the manifest,
 * from which the record's other fields are read. Keys, tiers and standing in a card are ignored.
 * Source: a2a-protocol.org/specification, AgentCard (0.3: 5.5; 1.0: 4.4.1).
 * @throws ZodError if it has no name, or no agent could be registered from it
 */
export function registrationOfCard(record: unknown): RegisterAgent {
  const card = parseRecord(AgentCard, record);
  return registration({
    did: didOfCard(card),
    name: card.name,
    provider: card.provider.organization,
    role: card.role,
    capabilities: ["a2a", ...FLAGS.filter((flag) => card.capabilities[flag] === true)],
    capability_manifest: record,
  });
}
