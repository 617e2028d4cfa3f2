import { and, type SQL, sql } from "drizzle-orm";
import { isActiveCredential } from "@/lib/authority/active-credential";
import type { Transaction } from "@/lib/database/open";
import { type CredentialRow, credentials } from "@/lib/database/schema/access";

/** The name that the holder of a link of the chain has in `created_by`, for an operator that of version 0.3.0. */
const HOLDER = sql`case link.kind
  when 'agent' then link.did
  when 'provider' then 'organisation:' || link.organisation
  else 'operator:' || link.id::text end`;

/** Whether the holder of a link made the next one with it. Rows of version 0.3.0 have only the holder's name. */
const MADE_BY_HOLDER = sql`case when next.created_with is null then next.created_by = ${HOLDER} else next.created_with = link.id end`;

/**
 * Selects the ids of a credential and of the successors that end with it: those that its holder made by rotating it, and
 * their successors. A rotation by an operator stops the chain, because that successor was made to replace a leaked token.
 * @param besides the caller's own credential, which does not end either; null for none
 */
export const chainOf = (id: string, besides: string | null): SQL => sql`(
    with recursive link as (
      select id, kind, did, organisation, replaced_by from ${credentials} where id = ${id}
      union
      select next.id, next.kind, next.did, next.organisation, next.replaced_by
      from ${credentials} as next join link on next.id = link.replaced_by
      where ${MADE_BY_HOLDER} and next.id is distinct from ${besides}::uuid
    )
    select id from link)`;

/**
 * Ends the successors of a credential, as `chainOf` finds them. The caller must have revoked the credential in this
 * transaction.
 * @returns the rows that were ended, those that worked until now
 */
export async function endSuccessors(
  tx: Transaction,
  { id, besides, now }: { id: string; besides: string | null; now: Date },
): Promise<CredentialRow[]> {
  const ended: CredentialRow[] = [];
  for (;;) {
    // This waits for a running rotation of the last link. The next round finds its result.
    const more = await tx
      .update(credentials)
      .set({ revokedAt: now })
      .where(and(sql`${credentials.id} in ${chainOf(id, besides)}`, isActiveCredential(now)))
      .returning();
    if (more.length === 0) return ended;
    ended.push(...more);
  }
}
