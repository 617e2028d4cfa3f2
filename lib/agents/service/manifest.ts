import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { agentSources, agents } from "@/lib/db/schema/agents";
import { notFound } from "@/lib/errors";
import { matchesNothing } from "../rules";
import { ENTRY } from "../sources/ard-entry";
import { registrationOf, type SourceKind } from "../sources/recognise";

/** What an agent's record was made of. */
export interface AgentManifest {
  /** JSON: an import's as its file has it. */
  text: string;
  /** Absent where it was sent to the API. */
  imported?: { kind: SourceKind; sha256: string; at: Date };
}

/** Whether an import would make this very manifest of the text. */
function makes(kind: SourceKind, text: string, manifest: Record<string, unknown>): boolean {
  const record = JSON.parse(text);
  // What else such a manifest has is made of the entry, which is part of it.
  if (kind === "ard-entry") return isDeepStrictEqual(record, manifest[ENTRY]);
  const made = registrationOf(record)?.input.capability_manifest;
  return isDeepStrictEqual(JSON.parse(JSON.stringify(made ?? {})), manifest);
}

/**
 * Reads what an agent's record was made of: the bytes that an import read, where the record still has the manifest made of
 * them, else the manifest itself.
 * @throws ServiceError `notFound`
 */
export async function readManifest({ db }: Context, { did }: { did: string }): Promise<AgentManifest> {
  if (matchesNothing(did)) throw notFound();
  const [row] = await db
    .select({ manifest: agents.capabilityManifest, source: agentSources })
    .from(agents)
    .leftJoin(agentSources, eq(agentSources.did, agents.did))
    .where(eq(agents.did, did));
  if (!row) throw notFound();
  const { manifest, source } = row;
  const text = source && Buffer.from(source.bytes).toString();
  if (text && makes(source.kind, text, manifest)) {
    return { text, imported: { kind: source.kind, sha256: source.sha256, at: source.importedAt } };
  }
  return { text: JSON.stringify(manifest) };
}
