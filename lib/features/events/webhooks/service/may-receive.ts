import { sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { isPermitted } from "@/lib/identity/permissions";
import type { Tier } from "@/lib/identity/tiers";

const ORGANISATION = "organisation:";
const OPERATOR = "operator:";
const LIVE = sql`revoked_at is null and (expires_at is null or expires_at > now())`;

/** Selects a valid credential of an operator: the given one, or a successor of it by rotations. */
const successors = (credentialId: string) => sql`
  with recursive chain as (
    select * from credentials where id::text = ${credentialId}
    union select c.* from credentials as c join chain on c.id = chain.replaced_by)
  select 1 from chain where ${LIVE} limit 1`;

/**
 * Returns whether the owner of a subscription may receive now. The owner needs a valid credential. An agent must also
 * have T1, and be neither suspended nor withdrawn. Otherwise deliveries pause.
 */
export async function mayReceive({ db }: Pick<Context, "db">, owner: string): Promise<boolean> {
  if (owner === "system") return true;
  if (owner.startsWith(OPERATOR)) return (await db.execute(successors(owner.slice(OPERATOR.length)))).length > 0;
  if (owner.startsWith(ORGANISATION)) {
    const name = owner.slice(ORGANISATION.length);
    return (
      (await db.execute(sql`select 1 from credentials where organisation = ${name} and ${LIVE} limit 1`)).length > 0
    );
  }
  const [agent] = await db.execute<{ status: string; tier: Tier }>(sql`
    select status, trust_tier as tier from agents where did = ${owner} and exists (
      select from credentials as c where (c.did = agents.did or c.organisation = agents.organisation) and ${LIVE})`);
  return agent !== undefined && isPermitted("webhook.manage", agent);
}
