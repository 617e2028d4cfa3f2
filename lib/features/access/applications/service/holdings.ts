import { and, eq, gt, inArray, isNull, lte, or } from "drizzle-orm";
import { isActiveCredential } from "@/lib/authority/active-credential";
import type { Database, Reader } from "@/lib/database/open";
import { credentials } from "@/lib/database/schema/access";
import { agents } from "@/lib/database/schema/agents";
import { listOrganisations } from "@/lib/features/access/service/organisations";
import { looksAlike } from "@/lib/identity/look-alike";
import { sameOrganisation } from "@/lib/identity/organisation";

/** Reads an organisation's agents and working tokens, and other organisations with similar names. */
export async function readHoldings(db: Reader & Pick<Database, "$count">, organisation: string, now: Date) {
  const names = await listOrganisations(db);
  const own = names.filter((name) => sameOrganisation(name, organisation));
  const keys = and(eq(credentials.kind, "provider"), inArray(credentials.organisation, own), isActiveCredential(now));
  return {
    agents: own.length === 0 ? 0 : await db.$count(agents, inArray(agents.organisation, own)),
    working_tokens: own.length === 0 ? 0 : await db.$count(credentials, keys),
    look_alikes: names.filter((name) => looksAlike(name, organisation)),
  };
}

/** Returns whether an organisation had agents or working tokens at a time in the past. @param name its known spelling */
export async function hadHoldings(db: Pick<Database, "$count">, name: string, at: Date): Promise<boolean> {
  const { createdAt, revokedAt, expiresAt } = credentials;
  const worked = and(or(isNull(revokedAt), gt(revokedAt, at)), or(isNull(expiresAt), gt(expiresAt, at)));
  const isToken = and(eq(credentials.kind, "provider"), eq(credentials.organisation, name), lte(createdAt, at), worked);
  const isAgent = and(eq(agents.organisation, name), lte(agents.registeredAt, at));
  return (await db.$count(agents, isAgent)) > 0 || (await db.$count(credentials, isToken)) > 0;
}
