import { A2A_HELLO, type Snippet } from "@/lib/features/agents/connect/snippets";
import type { AgentRecord } from "@/lib/features/agents/schema";
import { A2A_VERSION } from "@/lib/http/errors";
import { tierAtLeast } from "@/lib/identity/tiers";
import { doorAddress } from "./card";

/** Returns commands that reach an agent by its A2A door; empty if it has none. @param origin this service's address */
export function doorSnippets(
  agent: Pick<AgentRecord, "did" | "status" | "trust_tier" | "a2a_guests">,
  origin: string,
): Snippet[] {
  if (agent.status !== "active" || !tierAtLeast(agent.trust_tier, "T2")) return [];
  const door = doorAddress(origin, agent.did);
  const token = agent.a2a_guests ? [] : ['-H "Authorization: Bearer $TOKEN"'];
  const headers = [...token, `-H "A2A-Version: ${A2A_VERSION}"`, '-H "Content-Type: application/json"'];
  const call = ["curl -s", door, ...headers, `-d '${JSON.stringify(A2A_HELLO)}'`].join(" ");
  return [
    {
      name: "A2A address",
      says: "Send it a message by A2A, at an address of this service. The agent reads the message when it is next online.",
      code: `curl -s ${door}/.well-known/agent-card.json\n${call}`,
      syntax: "sh",
      note: agent.a2a_guests
        ? "No token is needed, within narrow limits. Read the task by its id."
        : "Requires a token of tier T2 or above in TOKEN.",
    },
  ];
}
