import { profileHref } from "@/components/agents/profile-href";

/** The address of an agent's page in the console. */
export function consoleAgentHref(did: string): string {
  return `/console${profileHref(did)}`;
}
