import type { DemoAgent } from "./agent";
import { SERVICE_AGENTS } from "./agents-services";
import { SYSTEM_AGENTS } from "./agents-systems";
import { TEXT_AGENTS } from "./agents-texts";

/** The members of the demo federation. */
export const DEMO_AGENTS: readonly DemoAgent[] = [...TEXT_AGENTS, ...SYSTEM_AGENTS, ...SERVICE_AGENTS];

const byName = new Map(DEMO_AGENTS.map((agent) => [agent.did.split(":").at(-1), agent]));

/** Returns the agent that a table names. @throws Error if there is none */
export function agentNamed(name: string): DemoAgent {
  const agent = byName.get(name);
  if (!agent) throw new Error(`The demo has no agent named ${name}.`);
  return agent;
}

export const didOf = (name: string): string => agentNamed(name).did;
