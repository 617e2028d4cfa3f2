import { and, eq, gt, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import type { Transaction } from "@/lib/database/open";
import { type SourceRow, sourceRecords } from "@/lib/database/schema/sources";
import { LIST_LAGS_MINUTES } from "../feed-rules";

type Writer = Context["db"] | Transaction;
const listed = (dids: readonly string[]) => sql`(select jsonb_array_elements_text(${JSON.stringify(dids)}::jsonb))`;
const hasPeerDid = (sourceId: string, peerDids: readonly string[]) =>
  and(eq(sourceRecords.sourceId, sourceId), sql`peer_did in ${listed(peerDids)}`);

/**
 * Returns the condition under which a listed record counts as active, although the feed may have reported it as
 * inactive. A list of our kind leaves out suspended and withdrawn agents, but with a delay. A card is served in every
 * status of its agent.
 */
export function isListCredible(kind: SourceRow["kind"]): SQL {
  if (kind === "agent-card") return sql`inactive_there_at is null`;
  return sql`(inactive_there_at is null or inactive_there_at < now() - make_interval(mins => ${LIST_LAGS_MINUTES}))`;
}

/** Stores that agents are suspended or withdrawn in the source's federation. @returns their DIDs here */
export async function recordInactive(db: Writer, sourceId: string, peerDids: readonly string[]): Promise<string[]> {
  if (peerDids.length === 0) return [];
  const rows = await db
    .update(sourceRecords)
    .set({ inactiveThereAt: sql`coalesce(inactive_there_at, now())` })
    .where(hasPeerDid(sourceId, peerDids))
    .returning({ did: sourceRecords.did });
  return rows.map(({ did }) => did);
}

/** Stores that agents are active again in the source's federation. @returns their DIDs here, also when it is repeated */
export async function recordActiveAgain(db: Writer, sourceId: string, peerDids: readonly string[]): Promise<string[]> {
  if (peerDids.length === 0) return [];
  await db
    .update(sourceRecords)
    .set({ inactiveThereAt: null, missing: 0, missingSince: null })
    .where(and(hasPeerDid(sourceId, peerDids), isNotNull(sourceRecords.inactiveThereAt)));
  const rows = await db.select({ did: sourceRecords.did }).from(sourceRecords).where(hasPeerDid(sourceId, peerDids));
  return rows.map(({ did }) => did);
}

/** Deletes the statuses that a feed reported, because changes were missed. The complete list then decides. */
export async function forgetStatuses(db: Writer, sourceId: string): Promise<void> {
  await db
    .update(sourceRecords)
    .set({ inactiveThereAt: null })
    .where(and(eq(sourceRecords.sourceId, sourceId), isNotNull(sourceRecords.inactiveThereAt)));
}

/**
 * Counts the agents that a source made withdrawn within a day. Many small changes together need a decision, too. An
 * expired cursor deletes the statuses that the feed reported, so they do not count.
 */
export function countRecentlyGone(db: Writer, sourceId: string): Promise<number> {
  return db.$count(
    sourceRecords,
    and(eq(sourceRecords.sourceId, sourceId), gt(sourceRecords.goneAt, sql`now() - interval '1 day'`)),
  );
}
