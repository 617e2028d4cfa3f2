import { z } from "zod";
import { Did } from "@/lib/did";
import { isLoopback } from "../about";
import { RegisterAgent } from "../schema";

const lenient = z.string().trim().catch("");
const Interface = z.object({ url: z.string(), tenant: lenient });

/** What is read of an agent card; the whole of it stays in the manifest. */
const AgentCard = z.looseObject({
  did: Did.optional().catch(undefined),
  name: z.string().trim().min(1),
  role: lenient,
  url: lenient,
  provider: z.object({ organization: lenient }).catch({ organization: "" }),
  capabilities: z.record(z.string(), z.unknown()).catch({}),
  supportedInterfaces: z
    .array(Interface.optional().catch(undefined))
    .catch([])
    .transform((list) => list.filter((one) => one !== undefined)),
});
type AgentCard = z.infer<typeof AgentCard>;

/** The protocol's own flags, of 0.3 and 1.0. */
const FLAGS = ["streaming", "pushNotifications", "stateTransitionHistory", "extendedAgentCard"];
/** Every capability that a registration has from a card. */
export const CARD_CAPABILITIES: readonly string[] = ["a2a", ...FLAGS];

const CardShape = z
  .looseObject({
    name: z.string().trim().min(1),
    skills: z.array(z.unknown()),
    url: z.unknown().optional(),
    supportedInterfaces: z.unknown().optional(),
  })
  .refine(({ url, supportedInterfaces }) =>
    Array.isArray(supportedInterfaces) ? supportedInterfaces.length > 0 : typeof url === "string" && url !== "",
  );

/**
 * Whether a value is an A2A agent card that a client can use: it has a name, skills, and an address in `url` (until 0.3)
 * or `supportedInterfaces` (1.0). What an import makes of an MCP server has none.
 */
export function isAgentCard(value: unknown): value is Record<string, unknown> & { skills: unknown[] } {
  return CardShape.safeParse(value).success;
}

/** Percent-encodes (RFC 3986) what a DID's name may not hold. */
function encode(text: string): string {
  return text.replace(/[^A-Za-z0-9._-]/gu, (character) =>
    Buffer.from(character).toString("hex").replace(/../g, "%$&").toUpperCase(),
  );
}

/** The same for a part of an address, where what is encoded already stays, in capitals. */
function encodeOnce(part: string): string {
  return part.replace(/%[0-9a-f]{2}|[^A-Za-z0-9._-]/giu, (found) =>
    found.length === 3 ? found.toUpperCase() : encode(found),
  );
}

/** The name part for an address: its host, path and query. */
function didName({ host, pathname, search }: URL): string {
  const segments = pathname.replace(/\/+$/, "").split("/").slice(1);
  return [host, ...segments].map(encodeOnce).join(":") + encodeOnce(search);
}

/** Returns the DID of a card that is known by where it was read, whatever it says of itself. */
export function didOfCardAt(address: URL): string {
  return `did:a2a:default:${didName(address)}`;
}

/** The name part for an address that names one host for everyone; undefined for any other. */
function didNameOfAddress({ url, tenant }: z.infer<typeof Interface>): string | undefined {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (!address || !/^https?:$/.test(address.protocol) || isLoopback(address.hostname)) return undefined;
  return didName(address) + (tenant && encode(`;tenant=${tenant}`));
}

/**
 * The card's own `did` where it is one. Else `did:a2a:default:<host>:<path…>` from `url`, or from the first of
 * `supportedInterfaces` that names a public host: an address serves one agent, so two agents share a DID only where they
 * share host, port, path, query and tenant. Scheme, user, fragment and trailing slashes do not count. A card that no
 * public address tells apart gets `did:a2a:default:unhosted:<organisation>:<name>`. Everything is percent-encoded and
 * nothing dropped or shortened, so different addresses and names never meet; what is too long for a DID is refused.
 */
function didOfCard(card: AgentCard): string {
  if (card.did !== undefined) return card.did;
  const addresses = [{ url: card.url, tenant: "" }, ...card.supportedInterfaces];
  const hosted = addresses.flatMap((address) => didNameOfAddress(address) ?? [])[0];
  return `did:a2a:default:${hosted ?? `unhosted:${encode(card.provider.organization)}:${encode(card.name)}`}`;
}

/**
 * Translates an agent card of the Agent2Agent protocol, 0.2 to 1.0, into a registration. The card becomes the manifest,
 * from which the record's other fields are read. Keys, tiers and standing that a card may claim are not.
 * Source: a2a-protocol.org/specification, AgentCard (0.3: 5.5; 1.0: 4.4.1).
 * @param error words of the issues
 * @throws ZodError where it has no name, or no agent could be registered from it
 */
export function registrationOfCard(record: unknown, error?: z.core.$ZodErrorMap): RegisterAgent {
  const card = AgentCard.parse(record);
  return RegisterAgent.parse(
    {
      did: didOfCard(card),
      name: card.name,
      provider: card.provider.organization,
      role: card.role,
      capabilities: ["a2a", ...FLAGS.filter((flag) => card.capabilities[flag] === true)],
      capability_manifest: record,
    },
    error ? { error } : undefined,
  );
}
