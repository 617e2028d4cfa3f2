import { and, eq, isNull, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import type { Transaction } from "@/lib/database/open";
import { type AgentRow, agents } from "@/lib/database/schema/agents";
import { compareField, compareRecord, type FieldChange } from "../changes";
import { type ImportedFrom, importedList } from "../listing";
import { publishedServer } from "../manifests/published-server";
import { completeRecord } from "../rules";
import type { RegisterAgent } from "../schema";
import { askingOf, type Copied, resolveOwnership } from "./ownership";
import { registerAgent } from "./register";
import { type ReadSource, storeSource } from "./store-source";

export interface ImportOptions {
  /** Whether the list contains the operators' own agents. */
  members?: boolean;
  /** The followed list; absent for a file. */
  followed?: ImportedFrom;
}

function copiedFrom({ kind, bytes }: ReadSource, { members = false, followed }: ImportOptions): Copied {
  const isFollowed = followed !== undefined;
  if (members) return { listed: null, isFollowed };
  const isOfficial = kind === "mcp-server-json" && Boolean(publishedServer(JSON.parse(String(bytes)))?.official);
  return { listed: followed ?? importedList(kind, isOfficial), isFollowed };
}

/** `changes` is empty unless the agent is updated. */
export interface ImportOutcome {
  outcome: "registered" | "updated" | "unchanged";
  changes: FieldChange[];
}

/** Returns the registration with the agent's present key, because a list does not contain keys. */
function withPresentKey(input: RegisterAgent, present: AgentRow | undefined): RegisterAgent {
  return present?.publicKey && !input.public_key ? { ...input, public_key: present.publicKey } : input;
}

/** Returns what copying `input` changes in the stored agent, or undefined if there is none. */
function compareWith(present: AgentRow | undefined, input: RegisterAgent, { listed }: Copied): ImportOutcome {
  if (!present) return { outcome: "registered", changes: [] };
  const becomesMember = listed === null && present.status === "unverified";
  const changes = [
    ...compareRecord(present, completeRecord(withPresentKey(input, present))),
    ...compareField("status", present.status, becomesMember ? "active" : present.status),
    ...(listed === null ? compareField("listed_from", present.listed?.source, undefined) : []),
  ];
  return { outcome: changes.length > 0 ? "updated" : "unchanged", changes };
}

/**
 * Returns what `importAgent` would do now. Stores nothing.
 * @throws ServiceError `reservedMethod`; `didTaken` if the copy may not write the record
 */
export function planImport(
  ctx: Context,
  input: RegisterAgent,
  source: ReadSource,
  options: ImportOptions = {},
): Promise<ImportOutcome> {
  return plan(ctx, input, copiedFrom(source, options));
}

function plan(ctx: Context, input: RegisterAgent, copied: Copied): Promise<ImportOutcome> {
  return ctx.db.transaction(async (tx) => {
    const { row } = await resolveOwnership(ctx, tx, input.did, askingOf(copied));
    return compareWith(row, input, copied);
  });
}

/** Marks one of the operators' own agents. Without the mark, it would count as a copy that an earlier build made. */
async function markAsMember(tx: Transaction, did: string): Promise<void> {
  const isUnmarked = and(eq(agents.did, did), isNull(agents.listed), isNull(agents.memberSince));
  await tx.update(agents).set({ memberSince: sql`registered_at` }).where(isUnmarked);
}

/**
 * Registers an agent from a list with the same verb as the API, and stores the bytes from which it was read. Skips an
 * agent that already equals its list entry, so an interrupted import can be repeated.
 * @throws ServiceError `reservedMethod`; `didTaken` if somebody else owns the record, or a list names a member
 */
export async function importAgent(
  ctx: Context,
  input: RegisterAgent,
  source: ReadSource,
  options: ImportOptions = {},
): Promise<ImportOutcome> {
  const copied = copiedFrom(source, options);
  const result = await plan(ctx, input, copied);
  // Without a key in the list, the agent keeps the key that it has when its record is locked.
  if (result.outcome !== "unchanged") await registerAgent(ctx, input, { copied });
  await ctx.db.transaction(async (tx) => {
    await resolveOwnership(ctx, tx, input.did, askingOf(copied));
    await storeSource(tx, input.did, source, ctx.clock());
    if (copied.listed === null) await markAsMember(tx, input.did);
  });
  return result;
}
