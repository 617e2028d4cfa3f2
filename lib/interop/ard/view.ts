import { recogniseSource } from "@/lib/features/agents/manifests/recognise";
import { type CardSkill, describedSkills } from "@/lib/features/agents/rules";
import type { Agent } from "@/lib/features/agents/schema";
import { cutList, cutText } from "@/lib/foundation/text/cut";
import { pageSegment } from "@/lib/http/page-address";
import { memberIdentity, memberUrn, ownUrn, type Publisher } from "./identifier";
import { type ArdEntry, CARD, MCP_SERVER, PROFILE, type TrustManifest } from "./schema";

/** How many of a record's texts are shown. */
const MOST = { tags: 20, capabilities: 30, skills: 20, queries: 5 } as const;
/** Their bytes, which keep a manifest of 100 members below a megabyte. An address fits whole, or is left out. */
const BYTES = { description: 600, query: 250, tags: 500, capabilities: 700, skills: 1_800, addresses: 2_200 } as const;
const LEAST_QUERIES = 2;

/** The type of an attestation of standing. */
export const STANDING = "FederationStanding";
const RULES = "/rfcs/4";

/** The place where an entry is shown. */
export interface EntryContext {
  /** This service's address, without a slash at its end. */
  origin: string;
  publisher: Publisher;
}

const short = (text: string, bytes: number) => cutText(text, bytes).trim();
const oneLine = (text: string) => short(text.replace(/\s+/g, " "), BYTES.query);

/** Returns questions for the agent, in its own words: examples of its skills first. */
function queriesOf(agent: Agent): string[] {
  const skills = describedSkills(agent).slice(0, MOST.skills);
  const texts = [
    ...skills.flatMap(({ examples }) => examples.slice(0, 1)),
    ...skills.flatMap(({ examples }) => examples.slice(1, MOST.queries)),
    ...skills.map(({ name }) => name),
    ...skills.map(({ description }) => description),
    ...agent.capabilities.slice(0, MOST.queries),
    ...[agent.description, agent.role, agent.name],
  ];
  const distinct = [...new Set(texts.map(oneLine))].filter((text) => text !== "");
  return distinct.length < LEAST_QUERIES ? [] : distinct.slice(0, MOST.queries);
}

const urlsOf = ({ endpoints }: Agent, protocol: "a2a" | "mcp") =>
  cutList(
    endpoints.filter((endpoint) => endpoint.protocol === protocol),
    BYTES.addresses,
  );

const skillOf = ({ name, description, tags }: CardSkill) => ({
  id: name,
  name,
  description: short(description, BYTES.query),
  tags: cutList(tags.slice(0, MOST.tags), BYTES.query),
});

/** Returns a card made from the record, if an agent has sent none. */
function cardOf(agent: Agent): Record<string, unknown> {
  const modes = ["text/plain"];
  return {
    name: agent.name,
    description: short(agent.description || agent.role, BYTES.description),
    version: agent.version || "0",
    supportedInterfaces: urlsOf(agent, "a2a").map(({ url, transport = "JSONRPC" }) => ({
      url,
      protocolBinding: transport,
    })),
    capabilities: {},
    defaultInputModes: modes,
    defaultOutputModes: modes,
    skills: cutList(describedSkills(agent).slice(0, MOST.skills).map(skillOf), BYTES.skills),
  };
}

const serverOf = (agent: Agent) => ({
  name: agent.did,
  title: agent.name,
  description: short(agent.description, BYTES.description),
  version: agent.version || "0",
  remotes: urlsOf(agent, "mcp").map(({ url, transport = "streamable-http" }) => ({ type: transport, url })),
});

/** Returns the resource of an agent's entry: what it was imported from or has sent, else its record. */
function deliveryOf(agent: Agent, origin: string): Pick<ArdEntry, "type" | "url" | "data"> {
  const { protocols, capability_manifest: manifest } = agent;
  const profile = `${origin}/api/agents/${encodeURIComponent(agent.did)}`;
  if (protocols.includes("a2a")) {
    const isCard = recogniseSource(manifest) === "a2a-card";
    return { type: CARD, ...(isCard ? { url: `${profile}/card` } : { data: cardOf(agent) }) };
  }
  if (!protocols.includes("mcp")) return { type: PROFILE, url: profile };
  const isServer = ["packages", "remotes", "server"].some((name) => Object.hasOwn(manifest, name));
  return { type: MCP_SERVER, ...(isServer ? { url: `${profile}/manifest` } : { data: serverOf(agent) }) };
}

/** Returns the trust manifest. @param statement the signed statement of the standing, a compact JWS */
function trustOf(identity: string, statement: string | undefined, { origin, publisher }: EntryContext): TrustManifest {
  const standing = {
    type: STANDING,
    uri: `data:application/trust+jwt,${statement}`,
    mediaType: "application/trust+jwt",
  };
  return {
    identity,
    identityType: "did",
    trustSchema: {
      identifier: ownUrn(publisher, "trust", "standing"),
      version: "1",
      governanceUri: `${origin}${RULES}`,
      verificationMethods: ["did"],
    },
    ...(statement === undefined ? {} : { attestations: [standing] }),
  };
}

function listed(texts: readonly string[], most: number, bytes: number): string[] | undefined {
  const shown = cutList(texts.slice(0, most), bytes);
  return shown.length > 0 ? shown : undefined;
}

/** Returns an agent as an entry. @param statement of its standing; absent if nobody could look up the signer */
export function memberEntry(agent: Agent, statement: string | undefined, place: EntryContext): ArdEntry {
  const { origin, publisher } = place;
  const identity = memberIdentity(publisher, agent.did);
  const own = (name: string) => `${publisher.reversed}.${name}`;
  return {
    identifier: memberUrn(publisher, agent.did),
    displayName: agent.name,
    ...deliveryOf(agent, origin),
    description: short(agent.description, BYTES.description) || undefined,
    tags: listed(agent.tags, MOST.tags, BYTES.tags),
    capabilities: listed([...new Set([...agent.capabilities, ...agent.skills])], MOST.capabilities, BYTES.capabilities),
    representativeQueries: listed(queriesOf(agent), MOST.queries, MOST.queries * BYTES.query),
    version: agent.version || undefined,
    metadata: {
      [own("did")]: agent.did,
      [own("trustTier")]: agent.trust_tier,
      [own("trustScore")]: agent.trust_score,
      ...(agent.provider && { [own("provider")]: agent.provider }),
      [own("registeredAt")]: agent.registered_at,
      ...(agent.listed_from && { [own("listedFrom")]: agent.listed_from.source }),
      [own("profile")]: `${origin}/agents/${pageSegment(agent.did)}`,
      ...(agent.is_demo && { [own("isDemo")]: true }),
    },
    trustManifest: identity === null ? undefined : trustOf(identity, statement, place),
  };
}

export function serviceEntries(name: string, place: EntryContext, version: string): ArdEntry[] {
  const { origin, publisher } = place;
  const { webDid } = publisher;
  const shared = {
    version,
    ...(webDid && { trustManifest: { identity: webDid, identityType: "did" as const } }),
  };
  const findings = ["find an agent that translates contracts", "which AI agents can I trust with a legal text?"];
  return [
    {
      identifier: ownUrn(publisher, "service", "governance"),
      displayName: name,
      type: "application/vnd.oai.openapi+json;version=3.1",
      url: `${origin}/openapi.json`,
      description: "Who is a member of this federation of AI agents, how far each may be trusted, and what happened.",
      tags: ["governance", "trust", "registry", "audit"],
      representativeQueries: ["how far may this AI agent be trusted?", "what incidents were AI agents involved in?"],
      ...shared,
    },
    {
      identifier: ownUrn(publisher, "registry", "agents"),
      displayName: `${name}: registry`,
      type: "application/ai-registry+json",
      url: `${origin}/api/ard/`,
      description: "Finds the federation's agents that fit a task. Each comes with its signed standing.",
      tags: ["registry", "search"],
      representativeQueries: findings,
      ...shared,
    },
    {
      identifier: ownUrn(publisher, "server", "mcp"),
      displayName: `${name}: tools`,
      type: MCP_SERVER,
      data: {
        name: `${publisher.reversed}/governance`,
        description: "Search, check and route as tools.",
        version,
        remotes: [{ type: "streamable-http", url: `${origin}/api/mcp` }],
      },
      description: "The service's search, checks and routing as tools of the Model Context Protocol.",
      tags: ["mcp", "search", "trust"],
      capabilities: ["search", "search_agents", "get_agent", "preview_route", "verify_trust", "list_incidents"],
      representativeQueries: findings,
      ...shared,
    },
  ];
}
