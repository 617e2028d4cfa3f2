import { and, eq, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { agentSources, agents } from "@/lib/database/schema/agents";
import { audits } from "@/lib/database/schema/council";
import { mcpServers } from "@/lib/database/schema/mcp-servers";
import { sourceRecords, sources } from "@/lib/database/schema/sources";
import { pathOf } from "@/lib/http/client";
import { getAgentManifest } from "../contract";
import { type Listing, type ListingSource, listedTexts } from "../listing";

const OFFICIAL_REGISTRY = "https://registry.modelcontextprotocol.io";

/**
 * The condition of a listed record: the operators own it, its text was copied from elsewhere, and no grant, audit or
 * proof says anything about it.
 */
const isListed = (): SQL | undefined =>
  and(
    eq(agents.ownerKind, "operator"),
    isNull(agents.grantedTier),
    or(eq(agents.publicKey, ""), ne(agents.publicKey, agents.provenKey)),
    sql`cardinality(${agents.domains}) = 0`,
    sql`not exists (select 1 from ${audits} where ${audits.did} = ${agents.did} and ${audits.verdict} <> 'pending')`,
  );

interface Copied {
  did: string;
  kind: keyof typeof listedTexts.imported;
  isOfficial: boolean;
  followed: keyof typeof listedTexts.followed | null;
  address: string | null;
}

/** Names the list. Only the host of an address is public, because the rest may contain a secret. */
function sourceOf({ did, kind, isOfficial, followed, address }: Copied): ListingSource {
  if (followed !== null && address !== null) {
    const { host, origin } = new URL(address);
    const name = origin === OFFICIAL_REGISTRY ? listedTexts.official : listedTexts.followed[followed](host);
    return { name, href: origin };
  }
  if (isOfficial) return { name: listedTexts.official, href: OFFICIAL_REGISTRY };
  return { name: listedTexts.imported[kind], href: pathOf(getAgentManifest, { params: { did } }) };
}

/** Returns the listed records among these agents, by DID. An agent that is a member has no entry. */
export async function readListings(
  { db }: Pick<Context, "db">,
  dids: readonly string[],
): Promise<Map<string, Listing>> {
  if (dids.length === 0) return new Map();
  const rows = await db
    .select({
      did: agents.did,
      registeredAt: agents.registeredAt,
      kind: agentSources.kind,
      isOfficial: sql<boolean>`${mcpServers.official} is not null`,
      followed: sources.kind,
      address: sources.address,
    })
    .from(agents)
    .innerJoin(agentSources, eq(agentSources.did, agents.did))
    .leftJoin(mcpServers, eq(mcpServers.did, agents.did))
    .leftJoin(sourceRecords, eq(sourceRecords.did, agents.did))
    .leftJoin(sources, eq(sources.id, sourceRecords.sourceId))
    .where(and(sql`${agents.did} in (select jsonb_array_elements_text(${JSON.stringify(dids)}::jsonb))`, isListed()));
  return new Map(
    rows.map((row) => [
      row.did,
      { did: row.did, since: row.registeredAt.toISOString().slice(0, 10), from: sourceOf(row) },
    ]),
  );
}

/** Returns the listing of one record, or undefined if it is a member. */
export async function readListing(ctx: Pick<Context, "db">, did: string): Promise<Listing | undefined> {
  return (await readListings(ctx, [did])).get(did);
}
