import { isNotNull, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { lockText } from "@/lib/database/locks";
import type { Reader, Transaction } from "@/lib/database/open";
import { credentials } from "@/lib/database/schema/access";
import { agents } from "@/lib/database/schema/agents";
import { organisationKey, sameOrganisation } from "@/lib/identity/organisation";

/** Returns the names of all organisations that have had a key or have agents, oldest first. */
export async function listOrganisations(db: Reader): Promise<string[]> {
  const named = unionAll(
    db
      .select({ name: sql<string>`${credentials.organisation}`.as("name"), at: credentials.createdAt })
      .from(credentials)
      .where(isNotNull(credentials.organisation)),
    db
      .select({ name: sql<string>`${agents.organisation}`.as("name"), at: agents.registeredAt })
      .from(agents)
      .where(isNotNull(agents.organisation)),
  ).as("named");
  const rows = await db
    .select({ name: named.name })
    .from(named)
    .groupBy(named.name)
    .orderBy(sql`min(${named.at})`, named.name);
  return rows.map(({ name }) => name);
}

/**
 * Returns the known spelling of an organisation. All its keys have this spelling, so names can be compared exactly.
 * Holds the organisation's lock until the transaction ends.
 */
export async function resolveOrganisationName(tx: Transaction, name: string): Promise<string> {
  await lockText(tx, "organisations", organisationKey(name));
  return (await listOrganisations(tx)).find((known) => sameOrganisation(known, name)) ?? name;
}
