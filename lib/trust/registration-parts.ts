import type { AgentRow } from "@/lib/db/schema/agents";
import { partsOfDid } from "@/lib/did";

type RegistrationColumns = Pick<
  AgentRow,
  | "did"
  | "name"
  | "modelGiven"
  | "role"
  | "runtimeType"
  | "capabilities"
  | "skills"
  | "capabilityManifest"
  | "publicKey"
>;

/**
 * The parts of a full registration, by the record's field. A name counts only if it differs from the DID, and a model
 * only if the agent gave it.
 */
const PARTS: Record<string, (row: RegistrationColumns) => boolean> = {
  name: (row) => row.name !== partsOfDid(row.did).name,
  model: (row) => row.modelGiven,
  role: (row) => row.role !== "",
  runtime_type: (row) => row.runtimeType !== "",
  capabilities: (row) => row.capabilities.length > 0,
  skills: (row) => row.skills.length > 0,
  capability_manifest: (row) => Object.keys(row.capabilityManifest).length > 0,
  public_key: (row) => row.publicKey !== "",
};

/** Returns which parts of a full registration are present and which are missing. */
export function registrationParts(row: RegistrationColumns): { present: string[]; missing: string[] } {
  const parts = Object.entries(PARTS).map(([name, isThere]) => ({ name, there: isThere(row) }));
  return {
    present: parts.flatMap(({ name, there }) => (there ? [name] : [])),
    missing: parts.flatMap(({ name, there }) => (there ? [] : [name])),
  };
}
