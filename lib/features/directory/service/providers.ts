import { and, desc, ne, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { agents } from "@/lib/database/schema/agents";
import { notFound } from "@/lib/foundation/errors";
import { matchesNothing } from "@/lib/foundation/text/filter-text";
import { organisationKey } from "@/lib/identity/organisation";
import type { Provider } from "../directory-schema";
import { listFacets } from "./facets";
import { filterCondition } from "./filters";

/** The spelling that most of its agents have. */
const NAME = sql<string>`mode() within group (order by ${agents.provider})`;

/** The homepage that most of the agents name, or "". A minority cannot decide it for the provider. */
async function commonHomepage({ db }: Context, listed: SQL | undefined, total: number): Promise<string> {
  const { homepage } = agents;
  const [row] = await db
    .select({ homepage })
    .from(agents)
    .where(and(listed, ne(homepage, "")))
    .groupBy(homepage)
    .having(sql`count(*) * 2 > ${total}`);
  return row?.homepage ?? "";
}

/**
 * Returns a provider of agents. Names that differ only in case or spaces are one provider. Withdrawn agents do not
 * count.
 * @throws ServiceError `notFound` if no listed agent names it
 */
export async function getProvider(ctx: Context, { provider: name }: { provider: string }): Promise<Provider> {
  if (organisationKey(name) === "" || matchesNothing(name)) throw notFound();
  const listed = filterCondition({ provider: name });
  const [named] = await ctx.db
    .select({ name: NAME, total: sql<number>`count(*)`.mapWith(Number) })
    .from(agents)
    .where(listed);
  if (!named?.total) throw notFound();
  const [{ tier, tag }, homepage] = await Promise.all([
    listFacets(ctx, { provider: name }),
    commonHomepage(ctx, listed, named.total),
  ]);
  return { provider: named.name, agents: named.total, tiers: tier, tags: tag, homepage };
}

export async function listProviders(ctx: Context, { limit }: { limit: number }): Promise<string[]> {
  const rows = await ctx.db
    .select({ name: NAME })
    .from(agents)
    .where(and(filterCondition({}), ne(agents.providerKey, "")))
    .groupBy(agents.providerKey)
    .orderBy(desc(sql`count(*)`), agents.providerKey)
    .limit(limit);
  return rows.map(({ name }) => name);
}
