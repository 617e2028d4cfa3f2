import type { agentVersions } from "@/lib/database/schema/agents";
import { ownValue } from "@/lib/foundation/own-values";
import type { Caller } from "@/lib/identity/permissions";
import type { AgentVersion } from "./version-schema";

/** Returns who writes a record, as its versions show it: the agent's DID or a role, and no organisation or person. */
export function authorOf(caller: Caller): string {
  if (caller.kind === "agent") return caller.did;
  return caller.kind === "provider" ? "organisation" : caller.kind;
}

export function viewVersion(row: typeof agentVersions.$inferSelect): AgentVersion {
  const { revision, at, actor, fields, before, after } = row;
  const changes = fields.map((field) => ({
    field,
    ...(Object.hasOwn(before, field) ? { from: ownValue(before, field) } : {}),
    ...(Object.hasOwn(after, field) ? { to: ownValue(after, field) } : {}),
  }));
  return { revision, at: at.toISOString(), by: actor, changes };
}
