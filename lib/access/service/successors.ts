import { and, sql } from "drizzle-orm";
import type { Transaction } from "@/lib/db/open";
import { type CredentialRow, credentials } from "@/lib/db/schema/access";
import { isWorking } from "@/lib/db/working";

/** The holder of a link of the chain, as `actorName` calls it. */
const HOLDER = sql`case link.kind
  when 'agent' then link.did
  when 'provider' then 'organisation:' || link.organisation
  else 'operator:' || link.id::text end`;

/**
 * Ends what the holder of a credential has put in its place by rotating it, and what was put in the place of that. Where an
 * operator rotated it, the chain stops: that successor was made to replace a token that has leaked. The caller has
 * revoked the credential in this transaction.
 * @param besides the credential that the caller came with, which does not end by this either; null for none
 * @returns the rows that were ended, those that worked until now
 */
export async function endSuccessors(
  tx: Transaction,
  { id, besides, now }: { id: string; besides: string | null; now: Date },
): Promise<CredentialRow[]> {
  const chain = sql`(
    with recursive link as (
      select id, kind, did, organisation, replaced_by from ${credentials} where id = ${id}
      union
      select next.id, next.kind, next.did, next.organisation, next.replaced_by
      from ${credentials} as next join link on next.id = link.replaced_by
      where next.created_by = ${HOLDER} and next.id is distinct from ${besides}::uuid
    )
    select id from link)`;
  const ended: CredentialRow[] = [];
  for (;;) {
    // This waits for a rotation of the last link that is under way. What that has made, the next round sees.
    const more = await tx
      .update(credentials)
      .set({ revokedAt: now })
      .where(and(sql`${credentials.id} in ${chain}`, isWorking(now)))
      .returning();
    if (more.length === 0) return ended;
    ended.push(...more);
  }
}
