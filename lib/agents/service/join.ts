import { eq } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { type AgentRow, agents } from "@/lib/db/schema/agents";
import { didMismatch } from "@/lib/errors";
import { permit } from "@/lib/permissions";
import { type AssessedAgent, type Assessment, NOTHING_ON_RECORD, standingOf } from "@/lib/trust/rules";
import { assessedAgent, lockAssessed } from "@/lib/trust/service/events";
import { refreshTrust } from "@/lib/trust/service/standing";
import { completeRecord } from "../rules";
import type { Agent, JoinAgent } from "../schema";
import { viewAgent } from "../view";

/**
 * Creates an agent at T0, unverified. The primary key settles races: of many at once, one creates.
 * @returns the agent, and whether this call created it
 * @throws ServiceError `didMismatch` where the DID is somebody else's
 */
export async function joinAgent(ctx: Context, input: JoinAgent): Promise<{ agent: Agent; created: boolean }> {
  permit(ctx.caller, "agent.join", input.did);
  const now = ctx.clock();
  const organisation = ctx.caller.kind === "provider" ? ctx.caller.organisation : null;
  const fresh = {
    did: input.did,
    ...completeRecord(input),
    status: "unverified",
    provenKey: "",
    keyProvenAt: null,
    grantedTier: null,
    isDemo: false,
    organisation,
    registeredAt: now,
    lastSeen: now,
  };
  const assessment: Assessment = { at: now, because: { kind: "joined" } };
  const [created] = await ctx.db
    .insert(agents)
    .values({ ...fresh, ...standingOf({ ...fresh, events: NOTHING_ON_RECORD }, assessment) })
    .onConflictDoNothing()
    .returning(assessedAgent);
  if (created) return { agent: viewAgent(await withPast(ctx, created, assessment)), created: true };
  const [existing] = await ctx.db.select().from(agents).where(eq(agents.did, input.did));
  if (!existing) throw new Error("an agent vanished between insert and select");
  refuseForeign(ctx, existing);
  return { agent: viewAgent(existing), created: false };
}

/** Audits and incidents of a DID count from its joining on, whenever they were. */
async function withPast({ db }: Context, row: AssessedAgent, assessment: Assessment): Promise<AgentRow> {
  if (row.events.audits.length + row.events.incidents.length === 0) return row;
  return db.transaction(async (tx) => {
    const present = await lockAssessed(tx, row.did);
    return (await refreshTrust(tx, present ?? row, assessment)).row;
  });
}

/** An organisation's key acts for the agents it registered, and no others. */
function refuseForeign({ caller }: Context, agent: AgentRow): void {
  if (caller.kind === "provider" && agent.organisation !== caller.organisation) {
    throw didMismatch("This key acts for the agents that its organisation registered.");
  }
}
