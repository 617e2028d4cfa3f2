import { eq, sql } from "drizzle-orm";
import { authorizeActor } from "@/lib/authority/authorize-actor";
import type { Context } from "@/lib/authority/context";
import { lock } from "@/lib/database/locks";
import { isOffered } from "@/lib/database/offered";
import type { Transaction } from "@/lib/database/open";
import { type AgentRow, agents } from "@/lib/database/schema/agents";
import { agentFields, recordAgentChange } from "@/lib/features/events/agent-change";
import { lockAgents, readAssessed } from "@/lib/features/trust/service/events";
import { conflict, found, invalid } from "@/lib/foundation/errors";
import { actorName, authorizeLocked } from "@/lib/identity/permissions";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import type { DeprecateAgent } from "../owner-schema";
import type { AgentProfile } from "../schema";
import { resolveOwnership } from "./ownership";
import { profileOf } from "./read";

const wrong = (message: string) => invalid(`\`successor\` ${message}`, { field: "successor" });

/**
 * Checks that a DID can be the successor. @throws ServiceError `invalid` if it is not an active agent's DID, or its own
 * successors lead back to the agent
 */
async function assertSuccessor(tx: Transaction, did: string, successor: string): Promise<void> {
  if (successor === did) throw wrong("must be another agent.");
  const { status, listed } = agents;
  const [row] = await tx.select({ status, listed }).from(agents).where(eq(agents.did, successor));
  if (!row) throw wrong("is not an agent of this registry.");
  if (!isOffered(row)) throw wrong(`must be an active agent. This one is ${row.status}.`);
  const [chain] = await tx.execute<{ loops: boolean }>(sql`
    with recursive later as (
      select did, successor from ${agents} where did = ${successor}
      union select next.did, next.successor from ${agents} as next join later on next.did = later.successor
    )
    select exists (select from later where did = ${did}) as loops`);
  if (chain?.loops) throw wrong("leads back to this agent through its own successors.");
}

function changeOf(row: AgentRow, { deprecated, successor }: Omit<DeprecateAgent, "reason">, now: Date) {
  if (!deprecated) {
    if (row.deprecatedAt === null) throw conflict("This agent is not deprecated.");
    return { deprecatedAt: null, successor: null };
  }
  if (!isOffered(row)) throw conflict(`Only an active agent can be deprecated. This one is ${row.status}.`);
  if (row.deprecatedAt !== null && row.successor === successor) throw conflict("This agent is already deprecated.");
  return { deprecatedAt: row.deprecatedAt ?? now, successor };
}

/**
 * Deprecates an active agent, with or without a successor, or ends its deprecation, and logs the decision. A deprecated
 * agent works as before, but requests are routed to it only after all other matching agents. Deprecating it again with
 * another successor replaces the successor.
 * @throws ServiceError `notFound`; `didMismatch` if another owner has it; `suspended` or `withdrawn`; `conflict` if it
 * already has that state; `invalid` if the successor is not another active agent, or leads back to this one
 */
export async function deprecateAgent(
  ctx: Context,
  { did, reason, ...asked }: DeprecateAgent & { did: string },
): Promise<AgentProfile> {
  await authorizeActor(ctx, "agent.deprecate", did);
  return ctx.db.transaction(async (tx) => {
    const now = ctx.clock();
    await resolveOwnership(ctx, tx, did, { for: "record" });
    if (asked.successor !== null) await lock(tx, "successors");
    await lockAgents(tx, asked.successor === null ? [did] : [did, asked.successor]);
    const row = found(await readAssessed(tx, did));
    authorizeLocked(ctx.caller, "agent.deprecate", row);
    const changed = changeOf(row, asked, now);
    if (changed.successor !== null) await assertSuccessor(tx, did, changed.successor);
    const revision = row.revision + 1;
    await tx
      .update(agents)
      .set({ ...changed, revision })
      .where(eq(agents.did, did));
    const kind = asked.deprecated ? "agent.deprecated" : "agent.deprecation_lifted";
    const { successor } = changed;
    const details = { revision, ...(successor === null ? {} : { successor }), ...(reason === "" ? {} : { reason }) };
    await recordAgentChange(tx, kind, did, { ...agentFields(row), ...details });
    await appendWithin(tx, COUNCIL_LOG, { kind, actor: actorName(ctx.caller), subject: did, details }, now);
    return profileOf(tx, { ...row, ...changed, revision }, ctx.clock());
  });
}
