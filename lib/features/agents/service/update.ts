import { eq } from "drizzle-orm";
import { authorizeRecord } from "@/lib/authority/authorize-actor";
import type { Context } from "@/lib/authority/context";
import type { Transaction } from "@/lib/database/open";
import { type AgentRow, agents } from "@/lib/database/schema/agents";
import { agentFields, recordAgentChange } from "@/lib/features/events/agent-change";
import { lockAgents, profiledAgent, readSigns } from "@/lib/features/trust/service/events";
import { conflict, found, foundRow, invalid, notFound, preconditionFailed } from "@/lib/foundation/errors";
import { sentenceOf } from "@/lib/http/wording";
import { actorName, authorizeLocked } from "@/lib/identity/permissions";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { derivedColumns } from "../derived-tags";
import { storeChoice } from "../liveness/service/choose";
import { boundFaultsOf } from "../manifest-bounds";
import { mergePatch } from "../merge-patch";
import { changedFields, completeRecord, recordWithoutDefaults } from "../rules";
import type { AgentProfile, RegisterAgent, UpdateAgent } from "../schema";
import { authorOf } from "../versions";
import { resolveOwnership } from "./ownership";
import { profileOf } from "./read";
import { prepareRecordSkills, refreshDerivedState } from "./refresh-derived-state";

/** How often a patch is retried because another write came between. Each time, the other write was stored. */
const MAX_ATTEMPTS = 10;

/** The patch, and the revision to which it applies (RFC 9110, 13.1.1). undefined means any revision. */
interface Update {
  did: string;
  patch: UpdateAgent;
  ifMatch: string | undefined;
}

/** The new values of a record. Most changes keep the settings for guests and checks. */
type NewRecord = ReturnType<typeof completeRecord> & Partial<Pick<AgentRow, "a2aGuests" | "livenessChecks">>;

/** Returns the record with the patch applied. @throws ServiceError `invalid` if its manifest then breaks a bound */
function patched(row: AgentRow, { a2a_guests: guests, liveness_checks: checks, ...patch }: UpdateAgent): NewRecord {
  const record: NewRecord = completeRecord(mergePatch(recordWithoutDefaults(row), patch) as RegisterAgent);
  if (guests !== undefined) record.a2aGuests = guests ?? false;
  if (checks !== undefined) record.livenessChecks = checks ?? false;
  // Prevents many small patches from making a record that one registration could not make.
  const [fault] = patch.capability_manifest ? boundFaultsOf(record.capabilityManifest) : [];
  if (fault === undefined) return record;
  const path = ["capability_manifest", ...fault.path];
  throw invalid(sentenceOf({ path, message: `${fault.message}, after the patch is applied` }), {
    field: "capability_manifest",
  });
}

/** Checks If-Match. @throws ServiceError `preconditionFailed` if the row has another revision */
export function assertRevision(ifMatch: string | undefined, { revision }: AgentRow): void {
  const present = `"r${revision}"`;
  if (ifMatch === undefined || ifMatch.split(",").some((tag) => ["*", present].includes(tag.trim()))) return;
  throw preconditionFailed(`The record is at revision ${revision}. Read it again, then send If-Match: ${present}.`);
}

/**
 * Changes some fields of an agent's record. The other fields, its standing and the proof of its key stay. Logs a change
 * of the record.
 * @throws ServiceError `notFound`; `didTaken` if an organisation names the DID of another owner; `preconditionFailed`
 * if the record has another revision; `suspended` or `withdrawn`; `invalid` if a signed card has no signature by the
 * proven key; `conflict` if checks are chosen for a card whose host is not proven
 */
export async function updateAgent(ctx: Context, { did, patch, ifMatch }: Update): Promise<AgentProfile> {
  await authorizeRecord(ctx, "agent.update", did);
  const reason = "Its record was changed.";
  return rewriteRecord(ctx, { did, ifMatch, reason, remake: (row) => patched(row, patch) });
}

/** How a record is made from its present row. */
interface Rewriting {
  did: string;
  ifMatch: string | undefined;
  /** May be called again if another write came between. */
  remake: (row: AgentRow) => NewRecord;
  /** The reason for a change of tier that follows. */
  reason: string;
  /** The data of the log entry, in addition to the revision and the fields. */
  details?: Record<string, unknown>;
  /** Additional writes in the same transaction. */
  storeWith?: (tx: Transaction, at: Date) => Promise<void>;
}

/**
 * Writes a record that is made from the present one, and logs the changes. All updates of a record use this function.
 * The caller must have checked the permission.
 * @throws ServiceError as `updateAgent` does
 */
export async function rewriteRecord(ctx: Context, rewriting: Rewriting): Promise<AgentProfile> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const profile = await tryRewrite(ctx, rewriting);
    if (profile) return profile;
  }
  throw conflict("Other writes changed the record repeatedly at the same time. Send the request again.");
}

/** Tries to write once. @returns null if another write came between reading the record and locking it */
async function tryRewrite(ctx: Context, rewriting: Rewriting): Promise<AgentProfile | null> {
  const { did, ifMatch, remake, reason, details, storeWith } = rewriting;
  const before = foundRow(await ctx.db.select().from(agents).where(eq(agents.did, did)));
  const record = remake(before);
  const skills = prepareRecordSkills(ctx, record);
  return ctx.db.transaction(async (tx) => {
    const { row: present } = await resolveOwnership(ctx, tx, did, { for: "record" });
    if (!present) throw notFound();
    assertRevision(ifMatch, present);
    if (present.revision !== before.revision) return null;
    const at = ctx.clock();
    const [locked = present] = await lockAgents(tx, [did]);
    authorizeLocked(ctx.caller, "agent.update", locked);
    const [updated] = await tx
      .update(agents)
      .set({
        ...record,
        ...derivedColumns(record),
        revision: present.revision + 1,
        lastSeen: at,
        changedBy: authorOf(ctx.caller),
      })
      .where(eq(agents.did, did))
      .returning(profiledAgent);
    const row = found(updated);
    const fields = changedFields(record, before);
    if (fields.length > 0) {
      await recordAgentChange(tx, "agent.changed", did, { ...agentFields(row), revision: row.revision, fields });
    }
    const settled = await refreshDerivedState(ctx, tx, row, skills, { reason, kind: "updated", at });
    if (record.livenessChecks !== undefined) {
      await storeChoice(tx, did, record.livenessChecks, at);
      settled.signs = await readSigns(tx, did);
    }
    await storeWith?.(tx, at);
    if (fields.length > 0) {
      const said = { revision: settled.revision, fields, ...details };
      const act = { kind: "agent.updated", actor: actorName(ctx.caller), subject: did, details: said };
      await appendWithin(tx, COUNCIL_LOG, act, at);
    }
    return profileOf(tx, settled, at);
  });
}
