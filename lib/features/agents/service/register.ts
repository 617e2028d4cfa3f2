import { createHash } from "node:crypto";
import { authorizeRecord } from "@/lib/authority/authorize-actor";
import type { Context } from "@/lib/authority/context";
import { withSecond } from "@/lib/authority/second-operator";
import { statusInUse } from "@/lib/database/offered";
import type { Transaction } from "@/lib/database/open";
import type { AgentRow } from "@/lib/database/schema/agents";
import { agentFields, recordAgentChange } from "@/lib/features/events/agent-change";
import type { AssessedAgent, Assessment } from "@/lib/features/trust/rules";
import { endListing } from "@/lib/features/trust/service/end-listing";
import { readAssessed } from "@/lib/features/trust/service/events";
import { actorName, actsAsOperator, authorizeLocked } from "@/lib/identity/permissions";
import { changedFields, completeRecord } from "../rules";
import type { AgentRecord, RegisterAgent } from "../schema";
import { authorOf } from "../versions";
import { viewAgent } from "../view";
import { type Beginning, createAgent, newAgent, REGISTERED } from "./create-agent";
import { grantWithin } from "./grant-tier";
import { upsertAgent } from "./insert-agent";
import { askingOf, type Copied, resolveOwnership } from "./ownership";
import { prepareRecordSkills, refreshDerivedState } from "./refresh-derived-state";

/**
 * Registers an agent. A new, unverified or listed agent becomes an active member. An existing record is replaced: the
 * agent keeps its status, granted tier, audits and incidents, and is scored again. The DID's lock and one upsert decide
 * races. The upsert also locks the row, so concurrent registrations update the skill index one after the other.
 * @param options `isDemo` marks demo data, `copied` a record from a list; no request can set them
 * @throws ServiceError `didTaken` if another party owns or has reserved the DID; `reservedMethod`; `unauthenticated` if
 * the caller's token was revoked meanwhile; `suspended` or `withdrawn`; `invalid` if a signed card has no signature by
 * the proven key
 */
export async function registerAgent(
  ctx: Context,
  input: RegisterAgent,
  { isDemo = false, copied }: { isDemo?: boolean; copied?: Copied } = {},
): Promise<AgentRecord> {
  await authorizeRecord(ctx, "agent.register", input.did);
  const { did } = input;
  const at = ctx.clock();
  const record = completeRecord(input);
  const listed = copied?.listed ? { ...copied.listed, at: at.toISOString() } : null;
  const assessment: Assessment = { at, because: { kind: listed ? "listed" : "registered" } };
  const changedBy = copied ? "source" : authorOf(ctx.caller);
  const beginning: Beginning = { did, record, status: statusInUse({ listed }), isDemo, listed, changedBy, assessment };
  const skills = prepareRecordSkills(ctx, record);
  const tier = actsAsOperator(ctx.caller, "agent.grant_tier") ? input.trust_tier : undefined;
  const hasRecord = ctx.caller.kind === "agent" && ctx.caller.tier !== null;
  if (!copied && !hasRecord && tier === undefined) {
    const created = await createAgent(ctx, { did, caller: ctx.caller, beginning, kind: "agent.registered", skills });
    if (created) return viewAgent(created);
  }
  return withSecond(ctx, () =>
    ctx.db.transaction(async (tx) => {
      const { row: before, owner } = await resolveOwnership(
        ctx,
        tx,
        did,
        copied ? askingOf(copied) : { for: "record" },
      );
      // If the request has no `public_key`, the stored key and its proof stay. null removes the key.
      const stored = await upsertAgent(tx, newAgent(beginning, owner), input.public_key !== undefined);
      authorizeLocked(ctx.caller, "agent.register", stored);
      await recordRegistration(tx, before, stored, record);
      // If the upsert waited for the row's lock, its audits and incidents are from before the wait. Read them again.
      const row = stored.isNew ? stored : ((await readAssessed(tx, stored.did)) ?? stored);
      const why = { reason: REGISTERED, kind: "registered", at } as const;
      const refreshed = await becomeMember(ctx, tx, await refreshDerivedState(ctx, tx, row, skills, why), copied);
      if (tier === undefined) return viewAgent(refreshed);
      const grant = { tier, reason: "Granted at registration." };
      return viewAgent(await grantWithin(ctx, tx, refreshed, grant, stored.isNew ? subjectOfNew(did, record) : did));
    }),
  );
}

/** Returns what two operators must register to grant T4 at once: the DID, and a digest of the whole record. */
const subjectOfNew = (did: string, record: ReturnType<typeof completeRecord>) =>
  `registration:${did} ${createHash("sha256").update(JSON.stringify(record)).digest("hex").slice(0, 32)}`;

/** Makes a listed record that was registered a member. A copy of a list leaves it listed. */
async function becomeMember(ctx: Context, tx: Transaction, row: AssessedAgent, copied: Copied | undefined) {
  if (copied?.listed) return row;
  const by = ctx.caller.kind === "agent" ? "Its owner" : "The operators";
  const because = { kind: "registered" } as const;
  const ending = { actor: actorName(ctx.caller), reason: `${by} registered it.`, because, at: ctx.clock() };
  return endListing(tx, row, ending);
}

/** Publishes a registration, unless it repeats the record. The DID's lock ensures that `before` is still current. */
async function recordRegistration(
  tx: Transaction,
  before: AgentRow | undefined,
  stored: AgentRow,
  record: ReturnType<typeof completeRecord>,
): Promise<void> {
  const { did, revision, trustTier: tier } = stored;
  if (before === undefined || (before.status === "unverified" && before.listed === null)) {
    await recordAgentChange(tx, "agent.registered", did, { ...agentFields(stored), tier });
    return;
  }
  // Compare with the stored key, because the request may not contain one.
  const fields = changedFields({ ...record, publicKey: stored.publicKey }, before);
  if (fields.length > 0)
    await recordAgentChange(tx, "agent.changed", did, { ...agentFields(stored), revision, fields });
}
