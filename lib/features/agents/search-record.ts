import type { AgentRow } from "@/lib/database/schema/agents";
import type { AgentLivenessRow } from "@/lib/database/schema/liveness";
import { BOUNDS } from "@/lib/foundation/bounds";
import { cut } from "@/lib/foundation/text/cut";
import type { AgentRecord } from "@/lib/search/ranking/record";
import { answeringOf } from "./liveness/rules";
import { aboutServer } from "./manifests/server-about";
import { describedSkills } from "./rules";

/** The columns that FollowedAgents reads. */
type SearchedRow = Pick<
  AgentRow,
  | ("did" | "listed" | "name" | "provider" | "role" | "description" | "tags" | "skills" | "capabilities")
  | ("capabilityManifest" | "homepage" | "repository" | "domains" | "trustScore" | "trustTier")
> &
  Partial<Pick<AgentLivenessRow, "answeredAt" | "silentSince">>;

/** Returns what the search reads of an agent, within bounds: the role counts as a capability. */
export function searchRecord(row: SearchedRow): AgentRecord {
  const { did, name, provider, role, description, tags, homepage, repository, domains } = row;
  return {
    did,
    name,
    provider,
    description,
    tags,
    homepage,
    repository,
    skills: describedSkills({ skills: row.skills, capability_manifest: row.capabilityManifest }).map(bounded),
    capabilities: [role, ...row.capabilities],
    tools: aboutServer(row.capabilityManifest).tools.map(bounded),
    hosts: domains,
    isMember: row.listed === null,
    trustScore: row.trustScore,
    tier: row.trustTier,
    answering: answeringOf(row),
  };
}

/** Shortens the texts of records that are older than the bounds. */
function bounded<T extends { name: string; description: string }>(said: T): T {
  return { ...said, name: cut(said.name, BOUNDS.name), description: cut(said.description, BOUNDS.description) };
}
