import { and, asc, eq, getTableColumns, inArray, lte, not, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { agents } from "@/lib/database/schema/agents";
import { type AgentLivenessRow, agentLiveness } from "@/lib/database/schema/liveness";
import { agentFields, recordAgentChange } from "@/lib/features/events/agent-change";
import { lockAssessed } from "@/lib/features/trust/service/events";
import { ServiceError } from "@/lib/foundation/errors";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { assertClock } from "@/lib/ledger/clock";
import { outgoingOwner } from "@/lib/outgoing/owner";
import { places } from "@/lib/outgoing/places";
import type { CardPlace } from "../../card-address";
import { assertOwnCard } from "../../manifests/pulled-card";
import { readCard } from "../../service/pull-card";
import { checkedPlace, isSilentTooLong, MAX_SILENT_DAYS, nextCheck, silentFrom } from "../rules";

/** The time an instance has for the checks that it has begun. After that, another may begin them. */
const LEASE_MILLISECONDS = 300_000;
const AT_ONCE = 10;
/** Shorter than for a pulled card, so that one slow host does not delay the other checks. */
const DEADLINE_MILLISECONDS = 8_000;

/** Reads the card of an agent at its address. @throws ServiceError `conflict` with one sentence about the fault */
export type AskCard = (ctx: Context, did: string, place: CardPlace) => Promise<unknown>;

const askCard: AskCard = async (ctx, did, place) => {
  const { card } = await readCard(ctx, did, place, DEADLINE_MILLISECONDS);
  assertOwnCard(card, did, place);
};

/** A check that this instance has begun. If its row has another `dueAt`, another instance has taken it over. */
type Due = AgentLivenessRow & Parameters<typeof checkedPlace>[0];

/** Begins due checks and moves their due times, so that no other instance begins them. Demo agents have no hosts. */
async function takeDue({ db, clock }: Context): Promise<Due[]> {
  const now = clock();
  const due = db.$with("due").as(
    db
      .select({ did: agentLiveness.did })
      .from(agentLiveness)
      .innerJoin(agents, eq(agents.did, agentLiveness.did))
      .where(and(lte(agentLiveness.dueAt, now), eq(agents.status, "active"), not(agents.isDemo)))
      .orderBy(asc(agentLiveness.dueAt))
      .limit(AT_ONCE)
      .for("update", { of: agentLiveness, skipLocked: true }),
  );
  const { endpoints, publicKey, provenKey, domains } = agents;
  return db
    .with(due)
    .update(agentLiveness)
    .set({ dueAt: new Date(now.getTime() + LEASE_MILLISECONDS) })
    .from(agents)
    .where(and(eq(agents.did, agentLiveness.did), inArray(agentLiveness.did, db.select({ did: due.did }).from(due))))
    .returning({ ...getTableColumns(agentLiveness), endpoints, publicKey, provenKey, domains });
}

/** Returns the condition for the row of a check that this instance still holds. */
const stillTaken = ({ did, dueAt }: Due) =>
  and(eq(agentLiveness.did, did), sql`${agentLiveness.dueAt} = ${dueAt?.toISOString()}::timestamptz`);

/** Asks for the card. @returns why it did not answer, or null */
async function faultOf(ctx: Context, due: Due, ask: AskCard): Promise<string | null> {
  const { did } = due;
  const place = checkedPlace(due);
  if ("fault" in place) return place.fault;
  const hosts = [new URL(place.address).host];
  const work = { kind: "liveness", owner: await outgoingOwner(ctx.db, did), subject: did, hosts } as const;
  try {
    await places.whenFree(work, undefined, () => ask(ctx, did, place));
    return null;
  } catch (error) {
    if (error instanceof ServiceError && error.kind === "conflict") return error.message;
    throw error;
  }
}

/** Stores a failed check. The last one of {@link MAX_SILENT_DAYS} days ends the checks, on record. */
async function storeFailure(ctx: Context, due: Due, problem: string): Promise<void> {
  const at = ctx.clock();
  const silentSince = silentFrom(due, at);
  if (!isSilentTooLong(silentSince, at)) {
    const failed = { checkedAt: at, silentSince, problem, dueAt: nextCheck(at) };
    await ctx.db.update(agentLiveness).set(failed).where(stillTaken(due));
    return;
  }
  await ctx.db.transaction(async (tx) => {
    const row = await lockAssessed(tx, due.did);
    const over = { checkedAt: null, answeredAt: null, silentSince: null, problem, dueAt: null, endedAt: at };
    const [ended] = await tx.update(agentLiveness).set(over).where(stillTaken(due)).returning();
    if (!row || !ended) return;
    await tx.update(agents).set({ livenessChecks: false }).where(eq(agents.did, due.did));
    const reason = `The checks of its card failed for ${MAX_SILENT_DAYS} days.`;
    const change = { ...agentFields(row), revision: row.revision, fields: ["liveness_checks"], reason };
    await recordAgentChange(tx, "agent.changed", due.did, change);
    const act = { kind: "agent.checks_ended", actor: "system", subject: due.did, details: { reason } };
    await appendWithin(tx, COUNCIL_LOG, act, at);
  });
}

async function check(ctx: Context, due: Due, ask: AskCard): Promise<void> {
  const fault = await faultOf(ctx, due, ask);
  if (fault !== null) return storeFailure(ctx, due, fault);
  const at = ctx.clock();
  const answered = { checkedAt: at, answeredAt: at, silentSince: null, problem: "", dueAt: nextCheck(at) };
  await ctx.db.update(agentLiveness).set(answered).where(stillTaken(due));
}

/**
 * Checks every agent that is due: whether its card answers at its proven host. Several instances share the work, and
 * each check is done once. A failure on our side is retried when its lease has ended.
 * @returns how many were checked
 */
export async function checkAgents(ctx: Context, ask: AskCard = askCard): Promise<number> {
  assertClock();
  for (let checked = 0; ; ) {
    const due = await takeDue(ctx);
    if (due.length === 0) return checked;
    const made = await Promise.allSettled(due.map((each) => check(ctx, each, ask)));
    for (const each of made) {
      if (each.status === "rejected") ctx.log.warn({ event: "liveness_check_failed", error: String(each.reason) });
    }
    checked += due.length;
  }
}
