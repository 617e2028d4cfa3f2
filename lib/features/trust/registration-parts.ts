import type { AgentRow } from "@/lib/database/schema/agents";
import { isBlank } from "@/lib/foundation/text/blank";
import { nameOf, partsOfDid } from "@/lib/identity/did";

type RegistrationColumns = Pick<
  AgentRow,
  | "did"
  | "name"
  | "model"
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
 * only if the agent gave it. A text that shows nothing counts as empty; earlier records may contain one.
 */
const PARTS: Record<string, (row: RegistrationColumns) => boolean> = {
  name: (row) => nameOf(row) !== partsOfDid(row.did).name,
  model: (row) => row.modelGiven && !isBlank(row.model),
  role: (row) => !isBlank(row.role),
  runtime_type: (row) => !isBlank(row.runtimeType),
  capabilities: (row) => !row.capabilities.every(isBlank),
  skills: (row) => !row.skills.every(isBlank),
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
