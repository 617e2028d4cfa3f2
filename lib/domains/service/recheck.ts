import { and, asc, eq, getTableColumns, lte, not, sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { agents } from "@/lib/db/schema/agents";
import { type AgentDomainRow, agentDomains } from "@/lib/db/schema/domains";
import { refuseWrongClock } from "@/lib/ledger/clock";
import { lockAssessed } from "@/lib/trust/service/events";
import { MAX_FAILED_DAYS } from "../rules";
import { type Finding, type LookAtHost, lookAtHost } from "./look";
import { recordDomainAct } from "./store";
import { termsOf } from "./terms";

/** How long after a look the next one is due. */
export const CHECK_MILLISECONDS = 86_400_000;
/** How long an instance may take for the checks that it has begun. Then another one may begin them. */
const LEASE_MILLISECONDS = 600_000;
const AT_ONCE = 10;

const after = (date: Date, milliseconds: number) => new Date(date.getTime() + milliseconds);

/** A due check that this instance has begun. Whoever finds another `dueAt` in its row has lost it. */
type Due = AgentDomainRow & { provenKey: string };

/** Begins due checks: moves them on, so that no other instance begins the same. Demo data has no hosts to look at. */
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

/** The row of a check, while it is this instance's. */
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

async function check(ctx: Context, due: Due, look: LookAtHost): Promise<void> {
  const terms = await termsOf(ctx.db, due, due.host);
  const finding: Finding = await look(terms);
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
 * Looks at every host whose check is due, and ends those that were not found for the third day in a row. Several instances
 * share the work; each check is made by one of them. What fails on our side is tried again when its lease has ended.
 * @returns how many were checked
 */
export async function recheckDomains(ctx: Context, look: LookAtHost = lookAtHost): Promise<number> {
  refuseWrongClock();
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
