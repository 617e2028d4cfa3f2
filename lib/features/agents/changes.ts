import { isDeepStrictEqual } from "node:util";
import type { AgentRow } from "@/lib/database/schema/agents";
import { ownEntries, ownValue } from "@/lib/foundation/own-values";
import type { completeRecord } from "./rules";

/** Returns a field's name in the API. The manifest's own fields are `capability_manifest.<field>`. */
export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

/** Returns the change of one field, or none if the value is the same. */
export function compareField(field: string, from: unknown, to: unknown): FieldChange[] {
  return isDeepStrictEqual(from, to) ? [] : [{ field, from, to }];
}

/** Returns what a new record would change in the stored record. */
export function compareRecord(present: AgentRow, record: ReturnType<typeof completeRecord>): FieldChange[] {
  const { runtimeType, modelGiven, capabilityManifest, publicKey, providerKey: _, ...plain } = record;
  // Compared as the database stores it: -0, for example, is read back as 0.
  const manifest: Record<string, unknown> = JSON.parse(JSON.stringify(capabilityManifest));
  const keys = new Set([...Object.keys(present.capabilityManifest), ...Object.keys(manifest)]);
  return [
    ...ownEntries(plain).flatMap(([field, to]) => compareField(field, present[field], to)),
    ...compareField("model_given", present.modelGiven, modelGiven),
    ...compareField("runtime_type", present.runtimeType, runtimeType),
    ...compareField("public_key", present.publicKey, publicKey),
    ...[...keys].flatMap((key) =>
      compareField(`capability_manifest.${key}`, ownValue(present.capabilityManifest, key), ownValue(manifest, key)),
    ),
  ];
}
