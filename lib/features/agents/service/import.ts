import { eq } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { type AgentRow, agents } from "@/lib/database/schema/agents";
import { compareField, compareRecord, type FieldChange } from "../changes";
import { completeRecord } from "../rules";
import type { RegisterAgent } from "../schema";
import { assertMethodNotReserved, resolveOwnership } from "./ownership";
import { registerAgent } from "./register";
import { type ReadSource, storeSource } from "./store-source";

/** `changes` is empty unless the agent is updated. */
export interface ImportOutcome {
  outcome: "registered" | "updated" | "unchanged";
  changes: FieldChange[];
}

/** Returns the registration with the agent's present key, because a list does not contain keys. */
function withPresentKey(input: RegisterAgent, present: AgentRow | undefined): RegisterAgent {
  return present?.publicKey && !input.public_key ? { ...input, public_key: present.publicKey } : input;
}

/**
 * Returns what registering `input` would change in the stored agent, or undefined if there is none.
 * @throws ServiceError `reservedMethod`
 */
export function compareWith(present: AgentRow | undefined, input: RegisterAgent, isFollowed = false): ImportOutcome {
  assertMethodNotReserved(input.did, present, isFollowed);
  if (!present) return { outcome: "registered", changes: [] };
  const changes = [
    ...compareRecord(present, completeRecord(withPresentKey(input, present))),
    ...compareField("status", present.status, present.status === "unverified" ? "active" : present.status),
  ];
  return { outcome: changes.length > 0 ? "updated" : "unchanged", changes };
}

async function findAgent(ctx: Context, did: string): Promise<AgentRow | undefined> {
  const [present] = await ctx.db.select().from(agents).where(eq(agents.did, did));
  return present;
}

/** Returns what `importAgent` would do now. Stores nothing. */
export async function planImport(ctx: Context, input: RegisterAgent): Promise<ImportOutcome> {
  return compareWith(await findAgent(ctx, input.did), input);
}

/**
 * Registers an agent from a list with the same verb as the API, and stores the bytes from which it was read. Skips an
 * agent that already equals its list entry, so an interrupted import can be repeated.
 * @param options `isFollowed`: the list is a followed source, which may write only the operators' records
 * @throws ServiceError `reservedMethod`; `didTaken` if a followed source names a DID of another owner
 */
export async function importAgent(
  ctx: Context,
  input: RegisterAgent,
  source: ReadSource,
  { isFollowed = false } = {},
): Promise<ImportOutcome> {
  const present = await findAgent(ctx, input.did);
  const result = compareWith(present, input, isFollowed);
  // Without a key in the list, the agent keeps the key that it has when its record is locked.
  if (result.outcome !== "unchanged") await registerAgent(ctx, input, { isFollowed });
  await ctx.db.transaction(async (tx) => {
    if (isFollowed) await resolveOwnership(ctx, tx, input.did, { for: "source" });
    await storeSource(tx, input.did, source, ctx.clock());
  });
  return result;
}
