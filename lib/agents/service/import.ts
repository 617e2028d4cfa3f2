import { eq } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { type AgentRow, agents } from "@/lib/db/schema/agents";
import { type Change, changesOf, changesTo } from "../changes";
import { completeRecord } from "../rules";
import type { RegisterAgent } from "../schema";
import { refuseReservedMethod } from "./ownership";
import { registerAgent } from "./register";
import { type ReadSource, storeSource } from "./store-source";

/** `changes` is empty unless the agent is updated. */
export interface ImportOutcome {
  outcome: "registered" | "updated" | "unchanged";
  changes: Change[];
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
  const changes = [
    ...changesTo(present, completeRecord(withPresentKey(input, present))),
    ...changesOf("status", present.status, present.status === "unverified" ? "active" : present.status),
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
 * Registers an agent from a list, through the verb that the API uses, and stores the bytes that it was read from. One that
 * stands as the list says is left alone, so an import that was cut short goes on where it stopped.
 * @param options `isFollowed`: the list is a followed source, which writes the operators' records alone
 * @throws ServiceError `reservedMethod`; `didTaken` where a followed source names the DID of another owner
 */
export async function importAgent(
  ctx: Context,
  input: RegisterAgent,
  source: ReadSource,
  { isFollowed = false } = {},
): Promise<ImportOutcome> {
  const present = await findAgent(ctx, input.did);
  const result = compareWith(present, input, isFollowed);
  if (result.outcome !== "unchanged") await registerAgent(ctx, withPresentKey(input, present), { isFollowed });
  await storeSource(ctx.db, input.did, source, ctx.clock());
  return result;
}
