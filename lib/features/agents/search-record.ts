import { z } from "zod";
import type { AgentRow } from "@/lib/database/schema/agents";
import { BOUNDS } from "@/lib/foundation/bounds";
import { cut } from "@/lib/foundation/text/cut";
import type { AgentRecord } from "@/lib/search/ranking/record";
import { listOf } from "./manifests/lenient";
import { describedSkills } from "./rules";

const Tool = z.union([
  z.string().transform((name) => ({ name, description: "" })),
  z.looseObject({ name: z.string() }).pipe(z.object({ name: z.string(), description: z.string().catch("") })),
]);
const Tools = z.object({ tools: listOf(Tool, BOUNDS.items) });
/** A manifest with the tools of an MCP server: its own, or those of the server in an entry of a registry. */
const Manifest = Tools.extend({ server: Tools.catch({ tools: [] }) });

/** The columns that FollowedAgents reads. */
type SearchedRow = Pick<
  AgentRow,
  | ("did" | "listed" | "name" | "provider" | "role" | "description" | "tags" | "skills" | "capabilities")
  | ("capabilityManifest" | "homepage" | "repository" | "domains" | "trustScore" | "trustTier")
>;

/** Returns what the search reads of an agent, within bounds: the role counts as a capability. */
export function searchRecord(row: SearchedRow): AgentRecord {
  const { did, name, provider, role, description, tags, homepage, repository, domains } = row;
  const { tools, server } = Manifest.parse(row.capabilityManifest);
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
    tools: [...tools, ...server.tools].map(bounded),
    hosts: domains,
    isMember: row.listed === null,
    trustScore: row.trustScore,
    tier: row.trustTier,
  };
}

/** Shortens the texts of records that are older than the bounds. */
function bounded<T extends { name: string; description: string }>(said: T): T {
  return { ...said, name: cut(said.name, BOUNDS.name), description: cut(said.description, BOUNDS.description) };
}
