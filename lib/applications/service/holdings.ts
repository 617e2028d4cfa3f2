import { and, eq, inArray } from "drizzle-orm";
import { listOrganisations } from "@/lib/access/service/organisations";
import { isActiveCredential } from "@/lib/db/active-credential";
import type { Database, Reader } from "@/lib/db/open";
import { credentials } from "@/lib/db/schema/access";
import { agents } from "@/lib/db/schema/agents";
import { sameOrganisation } from "@/lib/organisation";
import { looksAlike } from "@/lib/text/look-alike";

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
