import { authorizeRecord } from "@/lib/authority/authorize-actor";
import type { Context } from "@/lib/authority/context";
import type { Transaction } from "@/lib/database/open";
import { agentFields, recordAgentChange } from "@/lib/features/events/agent-change";
import { type AssessedAgent, type Assessment, NOTHING_ON_RECORD, standingOf } from "@/lib/features/trust/rules";
import { refreshTrust } from "@/lib/features/trust/service/standing";
import { completeRecord } from "../rules";
import type { AgentRecord, JoinAgent } from "../schema";
import { viewAgent } from "../view";
import { insertAgent } from "./insert-agent";
import { type Ownership, resolveOwnership } from "./ownership";

/**
 * Creates an agent at T0, unverified. Of several concurrent joins, one creates the agent.
 * @param options `isDemo` marks demo data; no request can set it
 * @returns the agent, and whether this call created it
 * @throws ServiceError `didTaken` if an organisation names a reserved DID or the DID of another owner
 */
export async function joinAgent(
  ctx: Context,
  input: JoinAgent,
  { isDemo = false } = {},
): Promise<{ agent: AgentRecord; created: boolean }> {
  await authorizeRecord(ctx, "agent.join", input.did);
  return ctx.db.transaction(async (tx) => {
    const { row, owner } = await resolveOwnership(ctx, tx, input.did, { for: "record" });
    if (row) return { agent: viewAgent(row), created: false };
    return { agent: viewAgent(await insertMember(ctx, tx, input, { ...owner, isDemo })), created: true };
  });
}

/** Inserts an agent that has not joined yet. The caller must hold the DID's lock and have decided the owner. */
export async function insertMember(
  ctx: Context,
  tx: Transaction,
  input: JoinAgent,
  owner: Ownership["owner"] & { isDemo?: boolean },
): Promise<AssessedAgent> {
  const now = ctx.clock();
  const fresh = {
    did: input.did,
    ...completeRecord(input),
    status: "unverified",
    provenKey: "",
    domains: [],
    grantedTier: null,
    a2aGuests: false,
    isDemo: false,
    listed: null,
    listedOn: null,
    memberSince: null,
    revision: 1,
    ...owner,
    registeredAt: now,
    lastSeen: now,
  };
  const assessment: Assessment = { at: now, because: { kind: "joined" } };
  const standing = standingOf({ ...fresh, keyProvenAt: null, events: NOTHING_ON_RECORD }, assessment);
  const created = await insertAgent(tx, { ...fresh, ...standing });
  await recordAgentChange(tx, "agent.joined", created.did, { ...agentFields(created), tier: created.trustTier });
  // Audits and incidents of a DID count from its joining on, whenever they were.
  return (await refreshTrust(tx, created, assessment)).row;
}
