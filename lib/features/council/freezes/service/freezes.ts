import { and, desc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { tellEarlier } from "@/lib/authority/earlier";
import type { Database, Transaction } from "@/lib/database/open";
import { freezes } from "@/lib/database/schema/freezes";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { recordChange } from "@/lib/features/events/record-change";
import { conflict, type ServiceError, subsystemFrozen } from "@/lib/foundation/errors";
import { actorName, authorize } from "@/lib/identity/permissions";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { type Freeze, type FreezeAct, type SetFreeze, Subsystem } from "../schema";

type FreezeRow = typeof freezes.$inferSelect;

/** A switch that was never changed has no reason. */
function view({ subsystem, frozen, reason, since }: FreezeRow): Freeze {
  if (reason === "") return { subsystem, frozen, reason: null, since: null };
  return { subsystem, frozen, reason, since: since.toISOString() };
}

/**
 * Rejects a write while its subsystem is frozen. Call it inside the write's transaction: its shared lock makes a freeze
 * wait for running writes, so none is committed after the freeze.
 * @throws ServiceError `frozen` with the operator's reason
 */
export async function assertNotFrozen(tx: Transaction, subsystem: Subsystem): Promise<void> {
  const [row] = await tx.select().from(freezes).where(eq(freezes.subsystem, subsystem)).for("share");
  if (row?.frozen) throw subsystemFrozen(row.reason);
}

/**
 * Returns the same check for one statement: a CTE with one row if the subsystem runs and none if it is frozen. The
 * statement's inserts must depend on it.
 */
export function notFrozenRows(subsystem: Subsystem): SQL {
  return sql`select subsystem from ${freezes} where subsystem = ${subsystem} and not frozen for share`;
}

/** Returns the error of a statement that found no such row. */
export async function frozenError(tx: Pick<Database, "select">, subsystem: Subsystem): Promise<ServiceError> {
  const [row] = await tx.select().from(freezes).where(eq(freezes.subsystem, subsystem));
  return subsystemFrozen(row?.reason ?? "");
}

/** Returns the state of every subsystem. */
export async function listFreezes({ db }: Context): Promise<Freeze[]> {
  return (await db.select().from(freezes).orderBy(desc(freezes.subsystem))).map(view);
}

/** Returns every act that froze or unfroze a subsystem, oldest first. */
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

/** Sets a switch and logs it. If it already has that value, changes nothing and returns `changed: false`. */
async function setSwitch(ctx: Context, { subsystem, frozen, reason }: SetFreeze) {
  authorize(ctx.caller, "system.freeze");
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
      return { row, changed: false };
    }
    await recordChange(tx, {
      kind: frozen ? "freeze.set" : "freeze.lifted",
      subject: `freeze:${subsystem}`,
      dids: [],
      data: { subsystem, frozen, reason },
    });
    const kind = frozen ? `${subsystem}.frozen` : `${subsystem}.unfrozen`;
    await appendWithin(tx, COUNCIL_LOG, { kind, actor, subject: subsystem, details: { reason } }, since);
    return { row: changed, changed: true };
  });
}

/** Sets a switch. If it already has that value, the switch and its reason stay. */
export async function setFreeze(ctx: Context, input: SetFreeze): Promise<Freeze> {
  return view((await setSwitch(ctx, input)).row);
}

/**
 * Sets a switch for a person who saw the other value.
 * @throws ServiceError `conflict` if another person set it first
 */
export async function changeFreeze(ctx: Context, input: SetFreeze): Promise<Freeze> {
  const { row, changed } = await setSwitch(ctx, input);
  if (changed) return view(row);
  const { frozen, subsystem, actor, since: at, reason } = row;
  if (reason === "") throw conflict(`The ${subsystem} is already running.`);
  const earlier = await tellEarlier(ctx, { actor, did: `${frozen ? "froze" : "unfroze"} the ${subsystem}`, at });
  throw conflict(`This is already done. ${earlier} The reason: ${reason}`);
}
