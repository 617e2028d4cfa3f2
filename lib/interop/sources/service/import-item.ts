import { and, eq, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { agents } from "@/lib/database/schema/agents";
import { type SourceRow, sourceRecords } from "@/lib/database/schema/sources";
import { followedList } from "@/lib/features/agents/listing";
import { importAgent } from "@/lib/features/agents/service/import";
import { type Item, reasonOf } from "./items";

type Registration = Extract<Item, { input: unknown }>;
export type ItemOutcome = "registered" | "updated" | "unchanged" | { refused: string };

/**
 * Claims a DID for a source before the agent is registered. So a registered agent always has its source.
 * @returns whether the DID belongs to this source, from now or from before
 */
async function claim({ db }: Context, sourceId: string, did: string): Promise<boolean> {
  await db.execute(sql`
    insert into ${sourceRecords} (did, source_id)
    select ${did}, ${sourceId}::uuid where not exists (select 1 from ${agents} where did = ${did})
    on conflict (did) do nothing`);
  const [claimed] = await db.select().from(sourceRecords).where(eq(sourceRecords.did, did));
  return claimed?.sourceId === sourceId;
}

/** Deletes a claim if no agent was registered. */
async function giveUp({ db }: Context, sourceId: string, did: string): Promise<void> {
  const unused = sql`not exists (select 1 from ${agents} where ${agents.did} = ${sourceRecords.did})`;
  await db.delete(sourceRecords).where(and(eq(sourceRecords.did, did), eq(sourceRecords.sourceId, sourceId), unused));
}

/** Imports one record of a source, if the agent is new, or was created by the source, which may still write it. */
export async function importItem(ctx: Context, list: SourceRow, item: Registration): Promise<ItemOutcome> {
  const { input, source, standing, peerDid } = item;
  const { id: sourceId, members } = list;
  if (!(await claim(ctx, sourceId, input.did))) {
    return { refused: "is already registered, and not by this source" };
  }
  try {
    const { outcome } = await importAgent(ctx, input, source, {
      members,
      followed: followedList(list.kind, list.address),
    });
    await ctx.db.update(sourceRecords).set({ standing, peerDid }).where(eq(sourceRecords.did, input.did));
    return outcome;
  } catch (error) {
    const refused = reasonOf(error);
    await giveUp(ctx, sourceId, input.did);
    return { refused };
  }
}
