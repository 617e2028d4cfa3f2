import { sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { isPermitted, PERMISSIONS } from "@/lib/identity/permissions";
import { type Role, roleAtLeast, roleOfToken } from "@/lib/identity/roles";
import type { Tier } from "@/lib/identity/tiers";

const ORGANISATION = "organisation:";
const OPERATOR = "operator:";
const LIVE = sql`revoked_at is null and (expires_at is null or expires_at > now())`;

/** Selects the roles of an operator and of each valid token. The name may be that of version 0.3.0. */
const operatorTokens = (owner: string) => sql`
  select o.role as operator, c.role as token from credentials as c join operators as o on o.pseudonym = c.operator
  where 'operator:' || o.pseudonym = public_actor(${owner}) and ${LIVE}`;

/**
 * Returns whether the owner of a subscription may receive now. The owner needs a valid credential. An agent must also
 * have T1, and be neither suspended nor withdrawn. Otherwise deliveries pause.
 */
export async function mayReceive({ db }: Pick<Context, "db">, owner: string): Promise<boolean> {
  if (owner === "system") return true;
  if (owner.startsWith(OPERATOR)) {
    const tokens = await db.execute<{ operator: Role; token: Role | null }>(operatorTokens(owner));
    const { role } = PERMISSIONS["webhook.manage"];
    return tokens.some(({ operator, token }) => roleAtLeast(roleOfToken(operator, token), role));
  }
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
