import { z } from "zod";

/** Most characters of each text, and most items of each list. Values from a manifest are held to the same limits. */
export const ABOUT_LIMITS = {
  description: 2_000,
  version: 100,
  licence: 200,
  address: 2_000,
  tags: 50,
  tag: 100,
  endpoints: 10,
  transport: 50,
} as const;

/** A URL by RFC 3987. A template such as `https://{tenant}.example.com` has other characters. */
const ADDRESS = /^https?:\/\/[^\s\p{C}<>"{}|\\^`]+$/iu;
/** Hosts that are another machine for everyone who reads them. */
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/;

/** Returns whether a host is a reader's own machine. @param hostname as a URL has it: lower case, IPv6 in brackets */
export const isLoopback = (hostname: string) => LOOPBACK.test(hostname);

/** Returns the URL of an http(s) address without user information; undefined for any other text. */
function addressOf(text: string): URL | undefined {
  const url =
    ADDRESS.test(text) && text.length <= ABOUT_LIMITS.address && URL.canParse(text) ? new URL(text) : undefined;
  return url?.username === "" && url.password === "" ? url : undefined;
}

/** Returns whether a text is an https address that names the same host for everyone. */
export function isPublicAddress(text: string): boolean {
  const url = addressOf(text);
  return url?.protocol === "https:" && !isLoopback(url.hostname);
}

/** Returns whether a text is an https address, or an http one on loopback, where tests have their servers. */
function isEndpointAddress(text: string): boolean {
  const url = addressOf(text);
  return url !== undefined && (url.protocol === "https:" || isLoopback(url.hostname));
}

const text = (maximum: number) => z.string().trim().max(maximum);
const page = text(ABOUT_LIMITS.address).refine(
  (given) => given === "" || isPublicAddress(given),
  "must be an https address without user information, and not one on loopback",
);

/** Returns the items without repetition, in the order given. */
export function distinct<T>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

export const Protocol = z.enum(["a2a", "mcp", "http"]);

const StatedEndpoint = z
  .object({
    protocol: Protocol,
    url: text(ABOUT_LIMITS.address)
      .refine(isEndpointAddress, "must be an https address without user information, or an http one on loopback")
      .meta({ description: "An https address without user information; http on loopback only." }),
    transport: text(ABOUT_LIMITS.transport).nullish(),
  })
  .transform(({ transport, ...given }): AgentEndpoint => (transport ? { ...given, transport } : given));

const READ = "Absent, null or empty: as `capability_manifest` has it.";

/** What an agent may say of itself beside the contract's fields. */
export const StatedAbout = z.object({
  description: text(ABOUT_LIMITS.description)
    .nullish()
    .meta({ description: `What the agent is for. ${READ}` }),
  version: text(ABOUT_LIMITS.version)
    .nullish()
    .meta({ description: `The agent's own version. ${READ}` }),
  homepage: page.nullish().meta({ description: `An https address. ${READ}` }),
  repository: page.nullish().meta({ description: `Where the source is, an https address. It is no endpoint. ${READ}` }),
  licence: text(ABOUT_LIMITS.licence)
    .nullish()
    .meta({ description: `Best as an SPDX expression. ${READ}` }),
  tags: z
    .array(text(ABOUT_LIMITS.tag).min(1))
    .max(ABOUT_LIMITS.tags)
    .transform(distinct)
    .nullish()
    .meta({ description: "Words to find it by. Absent or null: as `capability_manifest` has it." }),
  endpoints: z
    .array(StatedEndpoint)
    .max(ABOUT_LIMITS.endpoints)
    .transform(distinct)
    .nullish()
    .meta({ description: "Where it answers. Absent or null: as `capability_manifest` has it." }),
});

/** An address at which an agent answers. */
export const AgentEndpoint = z
  .object({
    protocol: Protocol,
    url: z.string(),
    transport: z.string().optional().meta({
      description:
        "As the protocol names it: `JSONRPC`, `GRPC` or `HTTP+JSON` (A2A), `streamable-http` or `sse` (MCP).",
    }),
  })
  .meta({ id: "AgentEndpoint" });
export type AgentEndpoint = z.infer<typeof AgentEndpoint>;

const FROM_MANIFEST = "Where it is not sent, as `capability_manifest` has it. Beyond the contract.";
const said = (of: string) => z.string().meta({ description: `${of} ${FROM_MANIFEST}` });

/** The same as everyone sees it: "" and [] where nothing is known. */
export const About = z.object({
  description: said("What the agent is for."),
  version: said("The agent's own version."),
  homepage: said("Its page or documentation."),
  repository: said("Where its source is."),
  licence: said("Under which terms."),
  tags: z.array(z.string()).meta({ description: `Words to find it by. ${FROM_MANIFEST}` }),
  endpoints: z.array(AgentEndpoint).meta({
    description: `Where it answers, as it says itself. This service calls none of them, but for pulling an agent card. ${FROM_MANIFEST}`,
  }),
});
export type About = z.infer<typeof About>;
