import { asc, gt } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { agents } from "@/lib/database/schema/agents";
import { authorize } from "@/lib/identity/permissions";
import { type BoundFault, boundFaultsOf } from "../manifest-bounds";

/** An agent whose manifest breaks a bound, because it was stored before the bound. */
export interface OverBounds {
  did: string;
  name: string;
  faults: BoundFault[];
}

/** Maximum number of manifests that one call checks, and that one statement reads. */
const MAX_CHECKED = 10_000;
const READ_TOGETHER = 200;

/**
 * Lists agents whose manifest breaks a bound. They stay readable, but texts that are too long are not used, and a changed
 * manifest must keep the bounds. Only operators may ask, because it checks many manifests.
 * @param after the DID after which to begin
 * @returns the agents, and the DID after which the next call begins; null at the end
 * @throws ServiceError `operatorOnly`
 */
export async function listOverBounds(
  { db, caller }: Context,
  { after = "", checks = MAX_CHECKED }: { after?: string | undefined; checks?: number } = {},
): Promise<{ records: OverBounds[]; next: string | null }> {
  authorize(caller, "agent.suspend");
  const records: OverBounds[] = [];
  let last = after;
  for (let checked = 0; checked < checks; ) {
    const limit = Math.min(READ_TOGETHER, checks - checked);
    const rows = await db
      .select({ did: agents.did, name: agents.name, manifest: agents.capabilityManifest })
      .from(agents)
      .where(gt(agents.did, last))
      .orderBy(asc(agents.did))
      .limit(limit);
    for (const { did, name, manifest } of rows) {
      const faults = boundFaultsOf(manifest);
      if (faults.length > 0) records.push({ did, name, faults });
    }
    if (rows.length < limit) return { records, next: null };
    last = rows.at(-1)?.did ?? last;
    checked += rows.length;
  }
  return { records, next: last };
}
