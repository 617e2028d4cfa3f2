import { and, desc, eq, ne, sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { agents } from "@/lib/db/schema/agents";
import { notFound } from "@/lib/errors";
import { organisationKey } from "@/lib/organisation";
import { matchesNothing } from "../rules";
import type { Provider } from "../schema";
import { listFacets } from "./facets";

const MOST_HOMEPAGES = 3;

/** The homepages that several of a provider's agents name, or its only agent does. */
async function sharedHomepages({ db }: Context, key: string, total: number): Promise<string[]> {
  const { homepage, providerKey } = agents;
  const rows = await db
    .select({ homepage })
    .from(agents)
    .where(and(eq(providerKey, key), ne(homepage, "")))
    .groupBy(homepage)
    .having(sql`count(*) >= ${Math.min(2, total)}`)
    .orderBy(desc(sql`count(*)`), homepage)
    .limit(MOST_HOMEPAGES);
  return rows.map((row) => row.homepage);
}

/**
 * Who provides agents: names that differ in case or spaces alone are one provider.
 * @throws ServiceError `notFound` where no agent names it
 */
export async function getProvider(ctx: Context, { provider: name }: { provider: string }): Promise<Provider> {
  const key = organisationKey(name);
  if (key === "" || matchesNothing(name)) throw notFound();
  const [named] = await ctx.db
    .select({ name: sql<string>`min(${agents.provider})`, total: sql<number>`count(*)`.mapWith(Number) })
    .from(agents)
    .where(eq(agents.providerKey, key));
  if (!named?.total) throw notFound();
  const [{ tier, tag }, homepages] = await Promise.all([
    listFacets(ctx, { provider: name }),
    sharedHomepages(ctx, key, named.total),
  ]);
  return { provider: named.name, agents: named.total, tiers: tier, tags: tag, homepages };
}

/** The providers with most agents. */
export async function listProviders(ctx: Context, { limit }: { limit: number }): Promise<string[]> {
  const rows = await ctx.db
    .select({ name: sql<string>`min(${agents.provider})` })
    .from(agents)
    .where(ne(agents.providerKey, ""))
    .groupBy(agents.providerKey)
    .orderBy(desc(sql`count(*)`), agents.providerKey)
    .limit(limit);
  return rows.map(({ name }) => name);
}
