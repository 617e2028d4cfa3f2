import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { eq, ne } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { type AgentRow, agentSources, agents } from "@/lib/db/schema/agents";
import { completeRecord } from "../rules";
import type { RegisterAgent } from "../schema";
import type { SourceKind } from "../sources/recognise";
import { listServer } from "./list-server";
import { refuseReservedMethod } from "./ownership";
import { registerAgent } from "./register";

/** What a registration was translated from. */
export interface ImportSource {
  kind: SourceKind;
  /** JSON, as the file has it. */
  bytes: Uint8Array;
}

/** A field under its name in the API, the manifest's own fields as `capability_manifest.<field>`. */
export interface Change {
  field: string;
  from: unknown;
  to: unknown;
}

/** `changes` is empty unless the agent is updated. */
export interface ImportOutcome {
  outcome: "registered" | "updated" | "unchanged";
  changes: Change[];
}

function changesOf(field: string, from: unknown, to: unknown): Change[] {
  return isDeepStrictEqual(from, to) ? [] : [{ field, from, to }];
}

/** A list says nothing of keys, so an agent's key stays. */
function withPresentKey(input: RegisterAgent, present: AgentRow | undefined): RegisterAgent {
  return present?.publicKey && !input.public_key ? { ...input, public_key: present.publicKey } : input;
}

/**
 * What registering `input` would do to the agent that is on record; undefined where none is.
 * @throws ServiceError `reservedMethod`
 */
export function compareWith(present: AgentRow | undefined, input: RegisterAgent, isFollowed = false): ImportOutcome {
  refuseReservedMethod(input.did, present, isFollowed);
  if (!present) return { outcome: "registered", changes: [] };
  const { runtimeType, modelGiven, capabilityManifest, publicKey, ...plain } = completeRecord(
    withPresentKey(input, present),
  );
  // As the database keeps it: -0, for one, comes back as 0.
  const manifest: Record<string, unknown> = JSON.parse(JSON.stringify(capabilityManifest));
  const keys = new Set([...Object.keys(present.capabilityManifest), ...Object.keys(manifest)]);
  const changes = [
    ...Object.entries(plain).flatMap(([field, to]) => changesOf(field, present[field as keyof typeof plain], to)),
    ...changesOf("model_given", present.modelGiven, modelGiven),
    ...changesOf("runtime_type", present.runtimeType, runtimeType),
    ...changesOf("public_key", present.publicKey, publicKey),
    ...changesOf("status", present.status, present.status === "unverified" ? "active" : present.status),
    ...[...keys].flatMap((key) =>
      changesOf(`capability_manifest.${key}`, present.capabilityManifest[key], manifest[key]),
    ),
  ];
  return { outcome: changes.length > 0 ? "updated" : "unchanged", changes };
}

async function findAgent(ctx: Context, did: string): Promise<AgentRow | undefined> {
  const [present] = await ctx.db.select().from(agents).where(eq(agents.did, did));
  return present;
}

/** What `importAgent` would do now. Stores nothing. */
export async function planImport(ctx: Context, input: RegisterAgent): Promise<ImportOutcome> {
  return compareWith(await findAgent(ctx, input.did), input);
}

/**
 * Stores what an agent was read from, in place of what an earlier import read. The same bytes keep their first day. An MCP
 * server is listed as one.
 */
async function storeSource({ db, clock }: Context, did: string, { kind, bytes }: ImportSource): Promise<void> {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const source = { kind, mediaType: "application/json", bytes, sha256, importedAt: clock() };
  await db
    .insert(agentSources)
    .values({ did, ...source })
    .onConflictDoUpdate({ target: agentSources.did, set: source, setWhere: ne(agentSources.sha256, sha256) });
  if (kind === "mcp-server-json") await listServer(db, did, JSON.parse(Buffer.from(bytes).toString()), "import");
}

/**
 * Registers an agent from a list, through the verb that the API uses, and stores the bytes that it was read from. One that
 * stands as the list says is left alone, so an import that was cut short goes on where it stopped.
 * @param options `isFollowed`: the list is a followed source, which writes the operators' records alone
 * @throws ServiceError `reservedMethod`; `didTaken` where a followed source names the DID of another owner
 */
export async function importAgent(
  ctx: Context,
  input: RegisterAgent,
  source: ImportSource,
  { isFollowed = false } = {},
): Promise<ImportOutcome> {
  const present = await findAgent(ctx, input.did);
  const result = compareWith(present, input, isFollowed);
  if (result.outcome !== "unchanged") await registerAgent(ctx, withPresentKey(input, present), { isFollowed });
  await storeSource(ctx, input.did, source);
  return result;
}
