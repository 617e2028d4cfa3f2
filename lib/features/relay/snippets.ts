import type { Snippet } from "@/lib/features/agents/connect/snippets";
import { describedSkills } from "@/lib/features/agents/rules";
import type { Agent } from "@/lib/features/agents/schema";
import { type Call, curlsOf, OWN_DID, typescriptOf } from "@/lib/http/samples";
import { tierAtLeast } from "@/lib/identity/tiers";
import { routeIntent, sendEvent } from "./contract";

/** Text that needs no escaping in a command: words, without quotes or characters that a shell interprets. */
const PLAIN = /^[\p{L}\p{N}][\p{L}\p{N} .,-]{0,119}$/u;

/** Returns whether the relay may choose an agent that reads its inbox. Nobody reads that of a listed record. */
export const isEligible = ({ status, trust_tier }: Pick<Agent, "status" | "trust_tier">): boolean =>
  status === "active" && tierAtLeast(trust_tier, "T1");

type Asked = Pick<Agent, "name" | "description" | "skills" | "capability_manifest">;

/** Returns an intent for an agent, from its own texts. A skill with the agent's name is not informative. */
function intentOf(agent: Asked): string {
  const skills = describedSkills(agent);
  const names = skills.map(({ name }) => name).filter((name) => name !== agent.name);
  const texts = [...skills.flatMap(({ examples }) => examples), ...names, agent.description];
  return texts.find((text) => PLAIN.test(text)) ?? "what you need done";
}

/**
 * Returns how to reach an agent through the relay, with curl and with this service's client. Returns none if the relay
 * cannot choose the agent.
 * @param origin this service's address
 */
export function relaySnippets(agent: Asked & Pick<Agent, "did" | "status" | "trust_tier">, origin: string): Snippet[] {
  if (!isEligible(agent)) return [];
  const intent = intentOf(agent);
  const route: Call = { endpoint: routeIntent, body: { src_did: OWN_DID, intent } };
  const send: Call = { endpoint: sendEvent, body: { src_did: OWN_DID, dst_did: agent.did, intent } };
  const says = "Ask the relay which agent fits an intent, then send an event to this agent.";
  const note = "Needs a token in TOKEN and your own DID in DID. Routing needs tier T1, sending T2.";
  return [
    { name: "curl", says, code: curlsOf(origin, [route, send]), syntax: "sh", note },
    {
      name: "TypeScript",
      says: `The same with this service’s client: npm install ${origin}/client.tgz`,
      code: typescriptOf(origin, [route, send]).trimEnd(),
      syntax: "ts",
      note,
    },
  ];
}
