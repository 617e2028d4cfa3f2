import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Context } from "@/lib/authority/context";
import { agentSources, agents } from "@/lib/database/schema/agents";
import { notFound } from "@/lib/foundation/errors";
import { matchesNothing } from "@/lib/foundation/text/filter-text";
import { isAgentCard } from "../manifests/a2a-card";
import { ENTRY } from "../manifests/ard-entry";
import { registrationOf, type SourceKind } from "../manifests/recognise";

/** The source of an agent's record. */
export interface AgentManifest {
  /** JSON: as in the imported file, or as the pulled card was received. */
  text: string;
  /** Absent if the record was sent to the API. */
  imported?: { kind: SourceKind; sha256: string; at: Date };
}

/** Returns the manifest that an import would make of a source; undefined if it breaks a bound that came later. */
function manifestMadeOf(source: unknown): Record<string, unknown> | null | undefined {
  try {
    return registrationOf(source)?.input.capability_manifest;
  } catch (error) {
    if (error instanceof z.ZodError) return undefined;
    throw error;
  }
}

type Manifest = Record<string, unknown>;

/** Returns both values that are equal if an import or a pull of the text would produce this manifest. */
function bothOf(kind: SourceKind, text: string, manifest: Manifest): [made: unknown, manifest: unknown] {
  const source = JSON.parse(text);
  // The other fields of such a manifest are derived from the entry, which is part of it.
  if (kind === "ard-entry") return [source, manifest[ENTRY]];
  // A card is its own manifest.
  const made = kind === "a2a-card" ? source : manifestMadeOf(source);
  return [made === undefined ? undefined : JSON.parse(JSON.stringify(made ?? {})), manifest];
}

/** Returns whether an import or a pull of the text would produce exactly this manifest. */
function isMadeOf(kind: SourceKind, text: string, manifest: Manifest): boolean {
  return isDeepStrictEqual(...bothOf(kind, text, manifest));
}

const withTrimmedTexts = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, part) => (typeof part === "string" ? part.trim() : part));

/**
 * Returns whether a manifest says something else than the text. An earlier build may have made it of the text, with
 * texts that are trimmed now, or of a text that is too long now.
 */
export function differsFrom(kind: SourceKind, text: string, manifest: Manifest): boolean {
  const [made, present] = bothOf(kind, text, manifest);
  return made !== undefined && !isDeepStrictEqual(withTrimmedTexts(made), withTrimmedTexts(present));
}

/**
 * Returns the source of an agent's record: the bytes that an import or a pull read, if the record still has the
 * manifest made of them, else the manifest.
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
  if (text && isMadeOf(source.kind, text, manifest)) {
    return { text, imported: { kind: source.kind, sha256: source.sha256, at: source.importedAt } };
  }
  return { text: JSON.stringify(manifest) };
}

/**
 * Returns an agent's A2A agent card: the bytes that were imported or pulled, if the record still has the manifest made
 * of them, else the manifest if it is a card.
 * @throws ServiceError `notFound`
 */
export async function readAgentCard(ctx: Context, { did }: { did: string }): Promise<string> {
  const { text, imported } = await readManifest(ctx, { did });
  if (imported ? imported.kind === "a2a-card" : isAgentCard(JSON.parse(text))) return text;
  throw notFound(
    "The agent has no A2A agent card. To get the source of its record, use GET /api/agents/{did}/manifest.",
  );
}
