import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Context } from "@/lib/authority/context";

/** How exact the time of the last read is. */
const NOTED_MILLISECONDS = 300_000;

/** When this process last noted a read, by DID. */
const noted = new LRUCache<string, number>({ max: 20_000 });

/**
 * Notes that an agent's owner read its inbox, at most once in five minutes. An operator who reads it is not its owner,
 * and shows nothing of the agent.
 */
export async function noteInboxRead({ db, caller, clock }: Context, did: string): Promise<void> {
  if (caller.kind !== "agent" && caller.kind !== "provider") return;
  const now = clock();
  const before = new Date(now.getTime() - NOTED_MILLISECONDS);
  if ((noted.get(did) ?? Number.NEGATIVE_INFINITY) > before.getTime()) return;
  noted.set(did, now.getTime());
  // A DID without a record has no row.
  await db.execute(sql`
    insert into agent_liveness as l (did, inbox_read_at)
    select did, ${now.toISOString()}::timestamptz from agents where did = ${did}
    for key share skip locked
    on conflict (did) do update set inbox_read_at = excluded.inbox_read_at
    where l.inbox_read_at is null or l.inbox_read_at < ${before.toISOString()}::timestamptz`);
}
