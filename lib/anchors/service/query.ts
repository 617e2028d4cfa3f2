import { and, desc, eq, gte, inArray, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { agents } from "@/lib/db/schema/agents";
import { ledgerEntries, ledgerPayloads } from "@/lib/db/schema/ledger";
import { tierTooLow } from "@/lib/errors";
import { ANCHOR_LOG } from "@/lib/ledger/append";
import { fromHex } from "@/lib/ledger/bytes";
import { entryOf } from "@/lib/ledger/pages";
import { permit } from "@/lib/permissions";
import { tierAtLeast } from "@/lib/tiers";
import type { QueriedAnchors, QueryAnchors } from "../schema";
import { viewReadableAnchor } from "../view";

const DEFAULT_LIMIT = 100;

/** What a caller may read of an anchor, as a condition: PRIVATE is its DID's, its organisation's, an operator's. */
function readableBy({ db, caller }: Context): SQL | undefined {
  const shared = ne(ledgerEntries.scope, "PRIVATE");
  if (caller.kind === "agent") return or(shared, eq(ledgerPayloads.did, caller.did));
  if (caller.kind !== "provider") return undefined;
  const own = db.select({ did: agents.did }).from(agents).where(eq(agents.organisation, caller.organisation));
  return or(shared, inArray(ledgerPayloads.did, own));
}

/** An organisation reads as the best of its agents would. @throws ServiceError `tierTooLow` */
async function permitReader(ctx: Context): Promise<void> {
  permit(ctx.caller, "memory.query");
  if (ctx.caller.kind !== "provider") return;
  const [best] = await ctx.db
    .select({ tier: agents.trustTier })
    .from(agents)
    .where(eq(agents.organisation, ctx.caller.organisation))
    .orderBy(desc(agents.trustTier))
    .limit(1);
  if (!tierAtLeast(best?.tier ?? "T0", "T2")) throw tierTooLow("T2", best?.tier ?? "T0");
}

/** Anchors that hold all of these words. */
function holdsWords(words: string): SQL {
  return sql`jsonb_to_tsvector('simple', ${ledgerPayloads.payload}, '["string", "numeric"]') @@ plainto_tsquery('simple', ${words})`;
}

/**
 * The newest anchors that meet every criterion and that the caller may read, with their payloads.
 * @throws ServiceError `tierTooLow`
 */
export async function queryAnchors(ctx: Context, wanted: QueryAnchors): Promise<QueriedAnchors> {
  await permitReader(ctx);
  const { query, scope, did, hash, kind, from, to, limit = DEFAULT_LIMIT } = wanted;
  const rows = await ctx.db
    .select({ entry: ledgerEntries, payload: ledgerPayloads })
    .from(ledgerEntries)
    .innerJoin(ledgerPayloads, and(eq(ledgerPayloads.log, ANCHOR_LOG), eq(ledgerPayloads.seq, ledgerEntries.seq)))
    .where(
      and(
        eq(ledgerEntries.log, ANCHOR_LOG),
        readableBy(ctx),
        query === undefined ? undefined : holdsWords(query),
        scope === undefined ? undefined : eq(ledgerEntries.scope, scope),
        did === undefined ? undefined : eq(ledgerPayloads.did, did),
        hash === undefined ? undefined : eq(ledgerEntries.hash, fromHex(hash)),
        kind === undefined ? undefined : eq(ledgerPayloads.kind, kind),
        from && gte(ledgerEntries.createdAt, from),
        to && lte(ledgerEntries.createdAt, to),
      ),
    )
    .orderBy(desc(ledgerEntries.seq))
    .limit(limit);
  const anchors = rows.map(({ entry, payload }) => viewReadableAnchor(entryOf(entry, ""), payload));
  return { anchors, count: anchors.length, generated_at: ctx.clock().toISOString() };
}
