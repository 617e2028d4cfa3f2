import { and, asc, eq, getTableColumns, lte, not, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { agents } from "@/lib/database/schema/agents";
import { type AgentDomainRow, agentDomains } from "@/lib/database/schema/domains";
import { lockAssessed } from "@/lib/features/trust/service/events";
import { assertClock } from "@/lib/ledger/clock";
import { outgoingOwner } from "@/lib/outgoing/owner";
import { places } from "@/lib/outgoing/places";
import { MAX_FAILED_DAYS } from "../rules";
import { type CheckHost, checkHost, type HostCheck } from "./check-host";
import { recordDomainAct } from "./store";
import { termsOf } from "./terms";

/** The time from a check to the next one. */
export const CHECK_MILLISECONDS = 86_400_000;
/** The time an instance has for the checks that it has begun. After that, another may begin them. */
const LEASE_MILLISECONDS = 600_000;
const AT_ONCE = 10;

const after = (date: Date, milliseconds: number) => new Date(date.getTime() + milliseconds);

/** A due check that this instance has begun. If its row has another `dueAt`, another instance has taken it over. */
type Due = AgentDomainRow & { provenKey: string };

/**
 * Begins due checks and moves their due times, so that no other instance begins them. Demo data has no hosts to check.
 */
async function takeDue({ db, clock }: Context): Promise<Due[]> {
  const now = clock();
  const due = db
    .select({ did: agentDomains.did, host: agentDomains.host })
    .from(agentDomains)
    .innerJoin(agents, eq(agents.did, agentDomains.did))
    .where(and(lte(agentDomains.dueAt, now), not(agents.isDemo)))
    .orderBy(asc(agentDomains.dueAt))
    .limit(AT_ONCE)
    .for("update", { of: agentDomains, skipLocked: true });
  return db
    .update(agentDomains)
    .set({ dueAt: after(now, LEASE_MILLISECONDS) })
    .from(agents)
    .where(and(eq(agents.did, agentDomains.did), sql`(${agentDomains.did}, ${agentDomains.host}) in ${due}`))
    .returning({ ...getTableColumns(agentDomains), provenKey: agents.provenKey });
}

/** Returns the condition for the row of a check that this instance still holds. */
const stillTaken = ({ did, host, dueAt }: Due) =>
  and(eq(agentDomains.did, did), eq(agentDomains.host, host), eq(agentDomains.dueAt, dueAt));

async function storeFailure(ctx: Context, due: Due, problem: string): Promise<void> {
  const at = ctx.clock();
  await ctx.db.transaction(async (tx) => {
    const row = await lockAssessed(tx, due.did);
    if (!row) return;
    const isLast = sql`${agentDomains.failedDays} + 1 >= ${MAX_FAILED_DAYS}`;
    const [lost] = await tx
      .delete(agentDomains)
      .where(and(stillTaken(due), isLast))
      .returning();
    if (lost) {
      const reason = `It was not found on ${MAX_FAILED_DAYS} days in a row. ${problem}`;
      const details = { host: due.host, reason };
      await recordDomainAct(tx, row, { kind: "domain.lost", actor: "system", details, at });
      return;
    }
    const failed = { failedDays: sql`${agentDomains.failedDays} + 1`, problem, checkedAt: at };
    await tx
      .update(agentDomains)
      .set({ ...failed, dueAt: after(at, CHECK_MILLISECONDS) })
      .where(stillTaken(due));
  });
}

async function check(ctx: Context, due: Due, look: CheckHost): Promise<void> {
  const terms = await termsOf(ctx.db, due, due.host);
  const owner = await outgoingOwner(ctx.db, due.did);
  const work = { kind: "recheck", owner, subject: due.did, hosts: [due.host] } as const;
  const finding: HostCheck = await places.whenFree(work, undefined, () => look(terms));
  if (finding.method === null) {
    const { dns, did_json } = finding.problems;
    await storeFailure(ctx, due, `${dns} ${did_json}`);
    return;
  }
  const at = ctx.clock();
  await ctx.db
    .update(agentDomains)
    .set({ method: finding.method, checkedAt: at, failedDays: 0, problem: "", dueAt: after(at, CHECK_MILLISECONDS) })
    .where(stillTaken(due));
}

/**
 * Checks every host that is due, and ends the proofs that were not found for the third day in a row. Several instances
 * share the work, and each check is done once. A failure on our side is retried when its lease has ended.
 * @returns how many were checked
 */
export async function recheckDomains(ctx: Context, look: CheckHost = checkHost): Promise<number> {
  assertClock();
  for (let checked = 0; ; ) {
    const due = await takeDue(ctx);
    if (due.length === 0) return checked;
    const made = await Promise.allSettled(due.map((each) => check(ctx, each, look)));
    for (const each of made) {
      if (each.status === "rejected") ctx.log.warn({ event: "domain_check_failed", error: String(each.reason) });
    }
    checked += due.length;
  }
}
