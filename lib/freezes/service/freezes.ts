import { and, desc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/open";
import { freezes } from "@/lib/db/schema/freezes";
import { ledgerActs } from "@/lib/db/schema/ledger";
import { conflict, type ServiceError, subsystemFrozen } from "@/lib/errors";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { actorName, permit } from "@/lib/permissions";
import { type Freeze, type FreezeAct, type SetFreeze, Subsystem } from "../schema";

type FreezeRow = typeof freezes.$inferSelect;

/** A switch that nobody has touched has no reason. */
function view({ subsystem, frozen, reason, since }: FreezeRow): Freeze {
  if (reason === "") return { subsystem, frozen, reason: null, since: null };
  return { subsystem, frozen, reason, since: since.toISOString() };
}

/**
 * Refuses a write while its subsystem is frozen. The shared lock makes a freeze wait for the writes under way, so that
 * none is committed after it: call it inside the write's transaction.
 * @throws ServiceError `frozen` with the operator's reason
 */
export async function refuseFrozen(tx: Transaction, subsystem: Subsystem): Promise<void> {
  const [row] = await tx.select().from(freezes).where(eq(freezes.subsystem, subsystem)).for("share");
  if (row?.frozen) throw subsystemFrozen(row.reason);
}

/**
 * The same within a statement: rows of a CTE, one where the subsystem runs and none where it is frozen. What the
 * statement inserts must depend on it.
 */
export function runningRows(subsystem: Subsystem): SQL {
  return sql`select subsystem from ${freezes} where subsystem = ${subsystem} and not frozen for share`;
}

/** What a statement is refused with that found no such row. */
export async function frozenRefusal(tx: Transaction, subsystem: Subsystem): Promise<ServiceError> {
  const [row] = await tx.select().from(freezes).where(eq(freezes.subsystem, subsystem));
  return subsystemFrozen(row?.reason ?? "");
}

/** How every subsystem stands. */
export async function listFreezes({ db }: Context): Promise<Freeze[]> {
  return (await db.select().from(freezes).orderBy(desc(freezes.subsystem))).map(view);
}

/** Every act that froze a subsystem or let it run again, oldest first. */
export async function listFreezeActs({ db }: Context): Promise<FreezeAct[]> {
  const acts = await db
    .select()
    .from(ledgerActs)
    .where(inArray(ledgerActs.subject, Subsystem.options))
    .orderBy(ledgerActs.seq);
  return acts.map(({ seq, kind, subject, details, createdAt }) => ({
    seq,
    subsystem: Subsystem.parse(subject),
    frozen: kind.endsWith(".frozen"),
    reason: String(details["reason"] ?? ""),
    at: createdAt,
  }));
}

/** Sets a switch and puts that on record. `changed` is false where it already stands so; it is then left alone. */
async function setSwitch(ctx: Context, { subsystem, frozen, reason }: SetFreeze) {
  permit(ctx.caller, "system.freeze");
  return ctx.db.transaction(async (tx) => {
    const since = ctx.clock();
    const actor = actorName(ctx.caller);
    const [changed] = await tx
      .update(freezes)
      .set({ frozen, reason, since, actor })
      .where(and(eq(freezes.subsystem, subsystem), ne(freezes.frozen, frozen)))
      .returning();
    if (!changed) {
      const [row] = await tx.select().from(freezes).where(eq(freezes.subsystem, subsystem));
      if (!row) throw new Error(`There is no switch named ${subsystem}.`);
      return { freeze: view(row), changed: false };
    }
    const kind = frozen ? `${subsystem}.frozen` : `${subsystem}.unfrozen`;
    await appendWithin(tx, COUNCIL_LOG, { kind, actor, subject: subsystem, details: { reason } }, since);
    return { freeze: view(changed), changed: true };
  });
}

/** Sets a switch; one that already stands so is left alone, with its reason. */
export async function setFreeze(ctx: Context, input: SetFreeze): Promise<Freeze> {
  return (await setSwitch(ctx, input)).freeze;
}

/**
 * Sets a switch as somebody decided who saw it stand the other way.
 * @throws ServiceError `conflict` where somebody else was first
 */
export async function changeFreeze(ctx: Context, input: SetFreeze): Promise<Freeze> {
  const { freeze, changed } = await setSwitch(ctx, input);
  if (changed) return freeze;
  const stands = freeze.frozen ? "is frozen already" : "runs already";
  throw conflict(`Somebody else was first: ${freeze.subsystem} ${stands}. Their reason: ${freeze.reason ?? "none"}`);
}
