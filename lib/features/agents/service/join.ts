import { authorizeRecord } from "@/lib/authority/authorize-actor";
import type { Context } from "@/lib/authority/context";
import type { Transaction } from "@/lib/database/open";
import { agentFields, recordAgentChange } from "@/lib/features/events/agent-change";
import type { AssessedAgent } from "@/lib/features/trust/rules";
import { refreshTrust } from "@/lib/features/trust/service/standing";
import { found } from "@/lib/foundation/errors";
import { completeRecord } from "../rules";
import type { AgentRecord, JoinAgent } from "../schema";
import { authorOf } from "../versions";
import { viewAgent } from "../view";
import { type Beginning, createAgent, newAgent } from "./create-agent";
import { insertAgents } from "./insert-agent";
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
  const beginning = joining(ctx, input, isDemo);
  const created = await createAgent(ctx, { did: input.did, caller: ctx.caller, beginning, kind: "agent.joined" });
  if (created) return { agent: viewAgent(created), created: true };
  return ctx.db.transaction(async (tx) => {
    const { row, owner } = await resolveOwnership(ctx, tx, input.did, { for: "record" });
    if (row) return { agent: viewAgent(row), created: false };
    return { agent: viewAgent(await insertMember(tx, beginning, owner)), created: true };
  });
}

export const joining = ({ clock, caller }: Context, input: JoinAgent, isDemo = false): Beginning => ({
  did: input.did,
  record: completeRecord(input),
  status: "unverified",
  isDemo,
  listed: null,
  changedBy: authorOf(caller),
  assessment: { at: clock(), because: { kind: "joined" } },
});

/** Inserts an agent that has not joined yet. The caller must hold the DID's lock and have decided the owner. */
export async function insertMember(
  tx: Transaction,
  beginning: Beginning,
  owner: Ownership["owner"],
): Promise<AssessedAgent> {
  const created = found((await insertAgents(tx, [newAgent(beginning, owner)])).get(beginning.did));
  await recordAgentChange(tx, "agent.joined", created.did, { ...agentFields(created), tier: created.trustTier });
  // Audits and incidents of a DID count from its joining on, whenever they were.
  return (await refreshTrust(tx, created, beginning.assessment)).row;
}
