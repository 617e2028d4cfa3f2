import type { Agent } from "@/lib/features/agents/schema";
import { shortened } from "@/lib/foundation/text/cut";
import { standingOf } from "./listed";
import { agentLink } from "./page";
import { code } from "./write";

const MAX_LINE_CHARACTERS = 160;

/** Returns the name of an agent, with a link, and its DID. */
export const nameOf = ({ did, name }: Pick<Agent, "did" | "name">) => ({ Agent: agentLink(did, name), DID: code(did) });

export const agentRow = (agent: Agent) => ({
  ...nameOf(agent),
  Provider: agent.provider,
  ...standingOf(agent),
  Status: agent.is_demo ? `${agent.status}, demo data` : agent.status,
  "What it does": lineOf(agent),
});

/** Returns the first line of an agent's description, or its role. */
function lineOf({ description, role }: Agent): string {
  const [line = ""] = (description || role).split("\n");
  return shortened(line, MAX_LINE_CHARACTERS);
}
