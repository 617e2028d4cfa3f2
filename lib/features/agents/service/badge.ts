import { eq } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { agents } from "@/lib/database/schema/agents";
import type { Badge } from "@/lib/features/trust/view/badge";
import { settings } from "@/lib/foundation/env";
import { notFound } from "@/lib/foundation/errors";
import { Did, nameOf } from "@/lib/identity/did";
import { listedTexts } from "../listing";
import { readListing } from "./listings";

/** Reads an agent for its badge. A listed record has no standing to show. @throws ServiceError `notFound` */
export async function readBadge(ctx: Context, { did }: { did: string }): Promise<Badge> {
  if (!Did.safeParse(did).success) throw notFound();
  const shown = {
    name: agents.name,
    tier: agents.trustTier,
    score: agents.trustScore,
    asOf: agents.trustAsOf,
    status: agents.status,
  };
  const [[row], listing] = await Promise.all([
    ctx.db.select(shown).from(agents).where(eq(agents.did, did)),
    readListing(ctx, did),
  ]);
  if (!row) throw notFound();
  const { status, ...standing } = row;
  const inactive = status === "suspended" || status === "withdrawn" ? { word: status, meaning: status } : null;
  const listed = listing ? { word: listedTexts.mark.toLowerCase(), meaning: listedTexts.inWords(listing) } : null;
  const name = nameOf({ did, name: standing.name });
  return { did, ...standing, name, instead: inactive ?? listed, federation: settings().FEDERATION_NAME };
}
