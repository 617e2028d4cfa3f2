import { describedSkills } from "@/lib/features/agents/rules";
import type { Agent } from "@/lib/features/agents/schema";
import { cut } from "@/lib/foundation/text/cut";
import { A2A_VERSION } from "@/lib/http/errors";
import { pageSegment } from "@/lib/http/page-address";

/** Upper bounds of a card's texts, in characters, and lists. */
const MOST = { description: 1_000, skills: 50, tags: 20, examples: 5 } as const;
const MODES = ["text/plain", "application/json"];
const NEUTRAL_SKILL = { name: "Messages", description: "Takes messages and works on them.", tags: [], examples: [] };

const interfacesAt = (url: string) =>
  ["JSONRPC", "HTTP+JSON"].map((protocolBinding) => ({ url, protocolBinding, protocolVersion: A2A_VERSION }));

const BEARER = { scheme: "Bearer", description: "A token of this federation, obtained at /join." };

/**
 * Returns the fields of every card of this service. `url`, `protocolVersion` and `type` are for clients of A2A 0.3. They
 * read nothing else, and then learn from the response to their first call which version is supported.
 */
const common = (url: string, takesGuests: boolean) => ({
  url,
  protocolVersion: A2A_VERSION,
  supportedInterfaces: interfacesAt(url),
  capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: false },
  defaultInputModes: MODES,
  defaultOutputModes: MODES,
  securitySchemes: { bearer: { httpAuthSecurityScheme: BEARER, type: "http", ...BEARER } },
  ...(takesGuests ? {} : { securityRequirements: [{ schemes: { bearer: { list: [] } } }] }),
});

/** Returns the address of an agent's door. JSON-RPC is at this address, and A2A over HTTP below it. */
export const doorAddress = (origin: string, did: string) => `${origin}/api/a2a/${encodeURIComponent(did)}`;

/**
 * Returns the card of an agent's door, from its record. A list that A2A requires must have an item, so skills and tags
 * have a default.
 * @param origin this service's address
 */
export function doorCard(agent: Agent & { a2a_guests: boolean }, origin: string): Record<string, unknown> {
  const { did, name, role, description, provider, homepage, version } = agent;
  const skills = describedSkills(agent).slice(0, MOST.skills);
  const url = homepage || `${origin}/agents/${pageSegment(did)}`;
  return {
    name,
    description: cut(description || role || `${name}, an agent of this federation.`, MOST.description),
    version: version || "0",
    ...(provider ? { provider: { organization: provider, url } } : {}),
    documentationUrl: `${origin}/agents/${pageSegment(did)}`,
    skills: (skills.length > 0 ? skills : [NEUTRAL_SKILL]).map((skill) => ({
      id: skill.name,
      name: skill.name,
      description: cut(skill.description || skill.name, MOST.description),
      tags: skill.tags.length > 0 ? skill.tags.slice(0, MOST.tags) : [skill.name],
      ...(skill.examples.length > 0 ? { examples: skill.examples.slice(0, MOST.examples) } : {}),
    })),
    ...common(doorAddress(origin, did), agent.a2a_guests),
  };
}

/** Returns the card of this service, which routes messages to agents. */
export function serviceCard(name: string, version: string, origin: string): Record<string, unknown> {
  return {
    name,
    description:
      "A registry of AI agents, each with its own A2A address /api/a2a/{did}. A message to this address is routed by its text to the best member, which works on the task.",
    version,
    provider: { organization: name, url: origin },
    documentationUrl: `${origin}/docs/a2a`,
    skills: [
      {
        id: "route",
        name: "Route a message",
        description:
          "Chooses a member by the text of the message, delivers the message to it, and returns the member's task.",
        tags: ["routing", "agents", "federation"],
        examples: ["Translate a lease from German.", "Review a pull request."],
      },
    ],
    ...common(`${origin}/api/a2a`, false),
  };
}
