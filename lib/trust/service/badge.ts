import { eq } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { agents } from "@/lib/db/schema/agents";
import { Did, nameOf } from "@/lib/did";
import { settings } from "@/lib/env";
import { notFound } from "@/lib/errors";
import type { Badge } from "../view/badge";

/** Reads an agent for its badge. @throws ServiceError `notFound` */
export async function readBadge({ db }: Context, { did }: { did: string }): Promise<Badge> {
  if (!Did.safeParse(did).success) throw notFound();
  const shown = {
    name: agents.name,
    tier: agents.trustTier,
    score: agents.trustScore,
    asOf: agents.trustAsOf,
    status: agents.status,
  };
  const [row] = await db.select(shown).from(agents).where(eq(agents.did, did));
  if (!row) throw notFound();
  const { status, ...standing } = row;
  const state = status === "suspended" || status === "withdrawn" ? status : null;
  return {
    did,
    ...standing,
    name: nameOf({ did, name: standing.name }),
    state,
    federation: settings().FEDERATION_NAME,
  };
}
