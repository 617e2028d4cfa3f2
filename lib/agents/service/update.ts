import canonicalize from "canonicalize";
import { eq } from "drizzle-orm";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/open";
import { type AgentRow, agents } from "@/lib/db/schema/agents";
import { settings } from "@/lib/env";
import { conflict, invalid, notFound, preconditionFailed } from "@/lib/errors";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { actorName, permitLocked } from "@/lib/permissions";
import { lockAgents, readAssessed } from "@/lib/trust/service/events";
import { permitRecord } from "@/lib/trust/service/permit-actor";
import { mergePatch } from "../merge-patch";
import { completeRecord, matchesNothing, statedRecord } from "../rules";
import type { AgentProfile, RegisterAgent, UpdateAgent } from "../schema";
import { settleOwnership } from "./ownership";
import { profileOf } from "./read";
import { settleRecord, skillsOf } from "./settle-record";

/** How often a patch is applied anew because another write came between. Each time, that one was stored. */
const MOST_ATTEMPTS = 10;

/** What to change, and for which revision it is meant (RFC 9110, 13.1.1); undefined: for any. */
interface Update {
  did: string;
  patch: UpdateAgent;
  ifMatch: string | undefined;
}

/** The record with the patch applied. @throws ServiceError `invalid` where its manifest has become too large */
function patched(row: AgentRow, patch: UpdateAgent): ReturnType<typeof completeRecord> {
  const record = completeRecord(mergePatch(statedRecord(row), patch) as RegisterAgent);
  // Many small patches must not make what one registration could not.
  const most = settings().MAX_BODY_BYTES;
  if (Buffer.byteLength(JSON.stringify(record.capabilityManifest)) <= most) return record;
  throw invalid(`\`capability_manifest\` must have at most ${most} bytes once the patch is applied.`, {
    field: "capability_manifest",
  });
}

/** @throws ServiceError `preconditionFailed` where the row has another revision than If-Match names */
export function refuseOtherRevision(ifMatch: string | undefined, { revision }: AgentRow): void {
  const present = `"r${revision}"`;
  if (ifMatch === undefined || ifMatch.split(",").some((tag) => ["*", present].includes(tag.trim()))) return;
  throw preconditionFailed(`The record is at revision ${revision}: read it again, then send If-Match: ${present}.`);
}

/** The fields in which a record differs from the row, as the API calls them. */
function changedFields(record: ReturnType<typeof completeRecord>, row: AgentRow): string[] {
  const names = Object.keys(record) as (keyof typeof record)[];
  return (
    names
      // The database gives an object's fields in another order.
      .filter((name) => canonicalize(record[name]) !== canonicalize(row[name]))
      .map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  );
}

/**
 * Changes some fields of an agent's record, and leaves the others, its standing and the proof of its key as they are. What
 * changes the record is put on record.
 * @throws ServiceError `notFound`; `didTaken` where an organisation names the DID of another owner; `preconditionFailed`
 *   where the record has another revision; `suspended` or `withdrawn`; `invalid` where a signed card is not by its proven key
 */
export async function updateAgent(ctx: Context, { did, patch, ifMatch }: Update): Promise<AgentProfile> {
  await permitRecord(ctx, "agent.update", did);
  if (matchesNothing(did)) throw notFound();
  const reason = "Its record was changed.";
  return rewriteRecord(ctx, { did, ifMatch, reason, remake: (row) => patched(row, patch) });
}

/** How a record is made anew from the row as it stands. */
interface Rewriting {
  did: string;
  ifMatch: string | undefined;
  /** May be called again, where another write came between. */
  remake: (row: AgentRow) => ReturnType<typeof completeRecord>;
  /** Why a tier that changes with it changes. */
  reason: string;
  /** What the act says beside the revision and the fields. */
  details?: Record<string, unknown>;
  /** What else is stored with it. */
  storeWith?: (tx: Transaction, at: Date) => Promise<void>;
}

/**
 * Writes a record that is made from the present one, and puts on record what changed. The one way of doing so. The caller
 * has checked that it is permitted.
 * @throws ServiceError as `updateAgent` does
 */
export async function rewriteRecord(ctx: Context, rewriting: Rewriting): Promise<AgentProfile> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const profile = await tryRewrite(ctx, rewriting);
    if (profile) return profile;
  }
  throw conflict("Others changed the record again and again meanwhile. Send it again.");
}

/** @returns null where another write came between reading the record and locking it */
async function tryRewrite(ctx: Context, rewriting: Rewriting): Promise<AgentProfile | null> {
  const { did, ifMatch, remake, reason, details, storeWith } = rewriting;
  const [before] = await ctx.db.select().from(agents).where(eq(agents.did, did));
  if (!before) throw notFound();
  const record = remake(before);
  const skills = skillsOf(ctx, record);
  return ctx.db.transaction(async (tx) => {
    const { row: present } = await settleOwnership(ctx, tx, did, { for: "record" });
    if (!present) throw notFound();
    refuseOtherRevision(ifMatch, present);
    if (present.revision !== before.revision) return null;
    const at = ctx.clock();
    const [locked = present] = await lockAgents(tx, [did]);
    permitLocked(ctx.caller, "agent.update", locked);
    await tx
      .update(agents)
      .set({ ...record, revision: present.revision + 1, lastSeen: at })
      .where(eq(agents.did, did));
    const row = await readAssessed(tx, did);
    if (!row) throw notFound();
    const settled = await settleRecord(ctx, tx, row, skills, { reason, kind: "updated", at });
    await storeWith?.(tx, at);
    const fields = changedFields(record, before);
    if (fields.length > 0) {
      const said = { revision: settled.revision, fields, ...details };
      const act = { kind: "agent.updated", actor: actorName(ctx.caller), subject: did, details: said };
      await appendWithin(tx, COUNCIL_LOG, act, at);
    }
    return profileOf(tx, settled);
  });
}
