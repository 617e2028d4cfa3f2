import { z } from "zod";
import { BOUNDS } from "@/lib/foundation/bounds";
import { isLoopbackHost } from "@/lib/foundation/loopback";
import { parseUrl } from "@/lib/foundation/parse-url";
import { trimmedText } from "@/lib/foundation/text/blank";

/** Maximum characters of each text and maximum items of each list. Values from a manifest have the same limits. */
export const DETAIL_LIMITS = {
  description: BOUNDS.description,
  version: BOUNDS.version,
  licence: BOUNDS.name,
  address: BOUNDS.address,
  tags: 50,
  tag: 100,
  endpoints: 10,
  transport: 50,
} as const;

/** Matches a URL by RFC 3987. A template such as `https://{tenant}.example.com` does not match. */
const ADDRESS = /^https?:\/\/[^\s\p{C}<>"{}|\\^`]+$/iu;
/** Returns the URL of an http(s) address without user information, or undefined for any other text. */
function addressOf(text: string): URL | undefined {
  const url = ADDRESS.test(text) && text.length <= DETAIL_LIMITS.address ? parseUrl(text) : null;
  return url?.username === "" && url.password === "" ? url : undefined;
}

/** Returns whether a text is an https address whose host is the same for everyone. */
export function isPublicUrl(text: string): boolean {
  const url = addressOf(text);
  return url?.protocol === "https:" && !isLoopbackHost(url.hostname);
}

/** Returns whether a text is an https address, or an http address on loopback (tests run servers there). */
function isEndpointAddress(text: string): boolean {
  const url = addressOf(text);
  return url !== undefined && (url.protocol === "https:" || isLoopbackHost(url.hostname));
}

const text = (maximum: number) => trimmedText().max(maximum);
const page = text(DETAIL_LIMITS.address).refine(
  (given) => given === "" || isPublicUrl(given),
  "must be an https address without user information, and not on loopback",
);

/** Returns the items without duplicates, in the given order. */
export function distinct<T>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

export const Protocol = z.enum(["a2a", "mcp", "http"]);

const GivenEndpoint = z
  .object({
    protocol: Protocol,
    url: text(DETAIL_LIMITS.address)
      .refine(isEndpointAddress, "must be an https address without user information, or an http address on loopback")
      .meta({ description: "An https address without user information. http is allowed on loopback only." }),
    transport: text(DETAIL_LIMITS.transport).nullish(),
  })
  .transform(({ transport, ...given }): AgentEndpoint => (transport ? { ...given, transport } : given));

const READ = "If absent, null or empty, the value comes from `capability_manifest`.";

/** The fields that an agent may state about itself in addition to the contract's fields. */
export const GivenDetails = z.object({
  description: text(DETAIL_LIMITS.description)
    .nullish()
    .meta({ description: `The purpose of the agent. ${READ}` }),
  version: text(DETAIL_LIMITS.version)
    .nullish()
    .meta({ description: `The agent's version. ${READ}` }),
  homepage: page.nullish().meta({ description: `An https address. ${READ}` }),
  repository: page
    .nullish()
    .meta({ description: `The https address of the source code. It is not an endpoint. ${READ}` }),
  licence: text(DETAIL_LIMITS.licence)
    .nullish()
    .meta({ description: `Preferably an SPDX expression. ${READ}` }),
  tags: z
    .array(text(DETAIL_LIMITS.tag).min(1))
    .max(DETAIL_LIMITS.tags)
    .transform(distinct)
    .nullish()
    .meta({ description: "Search words. If absent or null, they come from `capability_manifest`." }),
  endpoints: z
    .array(GivenEndpoint)
    .max(DETAIL_LIMITS.endpoints)
    .transform(distinct)
    .nullish()
    .meta({ description: "The addresses of the agent. If absent or null, they come from `capability_manifest`." }),
});

/** An address at which an agent can be called. */
export const AgentEndpoint = z
  .object({
    protocol: Protocol,
    url: z.string(),
    transport: z.string().optional().meta({
      description:
        "The protocol's own name for it: `JSONRPC`, `GRPC` or `HTTP+JSON` (A2A), `streamable-http` or `sse` (MCP).",
    }),
  })
  .meta({ id: "AgentEndpoint" });
export type AgentEndpoint = z.infer<typeof AgentEndpoint>;

const FROM_MANIFEST = "If not sent, it comes from `capability_manifest`. Added by this service.";
const said = (of: string) => z.string().meta({ description: `${of} ${FROM_MANIFEST}` });

/** The same fields in responses: "" and [] where the value is unknown. */
export const AgentDetails = z.object({
  description: said("The purpose of the agent."),
  version: said("The agent's version."),
  homepage: said("The agent's home page or documentation."),
  repository: said("The address of the source code."),
  licence: said("The licence."),
  tags: z.array(z.string()).meta({ description: `Search words. ${FROM_MANIFEST}` }),
  endpoints: z.array(AgentEndpoint).meta({
    description: `The addresses that the agent states. This service calls none of them, except to pull an agent card. ${FROM_MANIFEST}`,
  }),
});
export type AgentDetails = z.infer<typeof AgentDetails>;
