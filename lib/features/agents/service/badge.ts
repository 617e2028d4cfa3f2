import { eq } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { agents } from "@/lib/database/schema/agents";
import type { Badge } from "@/lib/features/trust/view/badge";
import { settings } from "@/lib/foundation/env";
import { notFound } from "@/lib/foundation/errors";
import { Did, nameOf } from "@/lib/identity/did";
import { listedTexts, listingOf } from "../listing";

/** Reads an agent for its badge. A listed record has no standing to show. @throws ServiceError `notFound` */
export async function readBadge(ctx: Context, { did }: { did: string }): Promise<Badge> {
  if (!Did.safeParse(did).success) throw notFound();
  const shown = {
    name: agents.name,
    tier: agents.trustTier,
    score: agents.trustScore,
    asOf: agents.trustAsOf,
    status: agents.status,
    listed: agents.listed,
  };
  const [row] = await ctx.db.select(shown).from(agents).where(eq(agents.did, did));
  if (!row) throw notFound();
  const { status, listed: from, ...standing } = row;
  const listing = listingOf({ did, listed_from: from ?? undefined });
  const inactive = status === "suspended" || status === "withdrawn" ? { word: status, meaning: status } : null;
  const listed = listing ? { word: listedTexts.mark.toLowerCase(), meaning: listedTexts.inWords(listing) } : null;
  const name = nameOf({ did, name: standing.name });
  return { did, ...standing, name, instead: inactive ?? listed, federation: settings().FEDERATION_NAME };
}
