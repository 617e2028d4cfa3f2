import { isDeepStrictEqual } from "node:util";
import type { AgentRow } from "@/lib/db/schema/agents";
import type { completeRecord } from "./rules";

/** A field under its name in the API, the manifest's own fields as `capability_manifest.<field>`. */
export interface Change {
  field: string;
  from: unknown;
  to: unknown;
}

/** A change of one field; none where it is the same. */
export function changesOf(field: string, from: unknown, to: unknown): Change[] {
  return isDeepStrictEqual(from, to) ? [] : [{ field, from, to }];
}

/** What a record would change of the one that is stored. */
export function changesTo(present: AgentRow, record: ReturnType<typeof completeRecord>): Change[] {
  const { runtimeType, modelGiven, capabilityManifest, publicKey, providerKey: _, ...plain } = record;
  // As the database keeps it: -0, for one, comes back as 0.
  const manifest: Record<string, unknown> = JSON.parse(JSON.stringify(capabilityManifest));
  const keys = new Set([...Object.keys(present.capabilityManifest), ...Object.keys(manifest)]);
  return [
    ...Object.entries(plain).flatMap(([field, to]) => changesOf(field, present[field as keyof typeof plain], to)),
    ...changesOf("model_given", present.modelGiven, modelGiven),
    ...changesOf("runtime_type", present.runtimeType, runtimeType),
    ...changesOf("public_key", present.publicKey, publicKey),
    ...[...keys].flatMap((key) =>
      changesOf(`capability_manifest.${key}`, present.capabilityManifest[key], manifest[key]),
    ),
  ];
}
