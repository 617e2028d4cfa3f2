import { and, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import type { Transaction } from "@/lib/database/open";
import {
  statusDays,
  statusLastCheck,
  statusLatencies,
  statusMaintenances,
  statusNow,
  statusOutages,
} from "@/lib/database/schema/system";
import { utcDay } from "@/lib/features/trust/rules";
import { assertClock } from "@/lib/ledger/clock";
import type { Component } from "../component";
import { maintainedAt } from "../maintenance/rules";
import { listOpenMaintenances } from "../maintenance/service";
import { countPastDays, isStale, MINUTE_MILLISECONDS, minuteOf, retentionStart, type Span } from "../rules/status";
import { type ComponentCheck, isSetUp } from "./components";

/** Takes the turn for a minute. The conditional update gives it to only one of all instances. */
async function takeTurn({ db }: Context, minute: Date): Promise<boolean> {
  const taken = await db
    .insert(statusLastCheck)
    .values({ minute })
    .onConflictDoUpdate({ target: statusLastCheck.only, set: { minute }, setWhere: lt(statusLastCheck.minute, minute) })
    .returning();
  return taken.length > 0;
}

/**
 * Ends the outages of components that work, counts those that continue, and begins those of components that fail now.
 * After a time without checks, the outage of a working component ended with the last check before, because its real end
 * is unknown.
 * @param last the time of the check before; null if there was none
 */
async function storeOutages(
  tx: Transaction,
  { minute, last }: { minute: Date; last: Date | null },
  checks: readonly ComponentCheck[],
): Promise<void> {
  const working = checks.filter(({ ok }) => ok).map(({ name }) => name);
  const failed = checks.filter(({ ok }) => !ok);
  if (working.length > 0) {
    const isGap = last !== null && isStale(last, minute);
    await tx
      .update(statusOutages)
      .set({ endedAt: isGap ? new Date(last.getTime() + MINUTE_MILLISECONDS) : minute })
      .where(and(isNull(statusOutages.endedAt), inArray(statusOutages.component, working)));
  }
  if (failed.length === 0) return;
  await tx
    .insert(statusOutages)
    .values(failed.map(({ name, message = "" }) => ({ component: name, startedAt: minute, failed: 1, message })))
    .onConflictDoUpdate({
      target: statusOutages.component,
      targetWhere: isNull(statusOutages.endedAt),
      set: { failed: sql`${statusOutages.failed} + 1` },
    });
}

/** Stores the results of a minute's checks, those of planned maintenance apart, and deletes the days that are no longer shown. */
export async function storeChecks({ db }: Context, minute: Date, checks: readonly ComponentCheck[]): Promise<void> {
  const maintained = maintainedAt(await listOpenMaintenances({ db }, minute), minute);
  const isPlanned = ({ name, ok }: ComponentCheck) => !ok && maintained.has(name);
  const failing = checks.filter(({ ok }) => !ok).map(({ name, message = "" }) => ({ component: name, message }));
  const day = utcDay(minute);
  await db.transaction(async (tx) => {
    const [before] = await tx.select().from(statusNow).for("update");
    await tx
      .insert(statusNow)
      .values({ since: minute, checkedAt: minute, failing })
      .onConflictDoUpdate({ target: statusNow.only, set: { checkedAt: minute, failing } });
    await tx
      .insert(statusDays)
      .values(
        checks.map((check) => {
          const planned = isPlanned(check) ? 1 : 0;
          return { component: check.name, day, checks: 1, failed: check.ok ? 0 : 1 - planned, planned };
        }),
      )
      .onConflictDoUpdate({
        target: [statusDays.component, statusDays.day],
        set: {
          checks: sql`${statusDays.checks} + 1`,
          failed: sql`${statusDays.failed} + excluded.failed`,
          planned: sql`${statusDays.planned} + excluded.planned`,
        },
      });
    const unplanned = checks.filter((check) => !isPlanned(check));
    await storeOutages(tx, { minute, last: before?.checkedAt ?? null }, unplanned);
    const kept = retentionStart(minute);
    await tx.delete(statusDays).where(lt(statusDays.day, utcDay(kept)));
    await tx.delete(statusOutages).where(lt(statusOutages.endedAt, kept));
    await tx.delete(statusMaintenances).where(lt(statusMaintenances.endsAt, kept));
    await tx.delete(statusLatencies).where(lt(statusLatencies.day, utcDay(kept)));
  });
}

/**
 * Makes and stores the check of the present minute, if no instance has taken its turn. An instance whose clock is wrong
 * takes no turn, because a check dated ahead would block all others until then. A check that cannot be stored is shown
 * as no data.
 * @param check checks every component
 * @returns whether this call made it
 */
export async function checkMinute(ctx: Context, check: () => Promise<readonly ComponentCheck[]>): Promise<boolean> {
  assertClock();
  const minute = minuteOf(ctx.clock());
  if (!(await takeTurn(ctx, minute))) return false;
  await storeChecks(ctx, minute, await check());
  return true;
}

/**
 * Past checks by their exceptions: each minute of `from` to `to` had a check except in `gaps`, and it passed except in
 * `outages`.
 */
export interface PastChecks extends Span {
  gaps: readonly Span[];
  outages: readonly (Span & { component: Component; message: string })[];
}

/** Stores past checks in three statements, if no check is stored yet. @returns whether it did */
export async function storePastChecks({ db }: Context, { from, to, gaps, outages }: PastChecks): Promise<boolean> {
  return db.transaction(async (tx) => {
    const last = minuteOf(to);
    const [first] = await tx
      .insert(statusNow)
      .values({ since: from, checkedAt: last, failing: [] })
      .onConflictDoNothing()
      .returning();
    if (!first) return false;
    const kept = retentionStart(last);
    const days = countPastDays({ from, to: last }, gaps, outages).filter(
      ({ component, day }) => isSetUp(component) && day >= utcDay(kept),
    );
    if (days.length > 0) await tx.insert(statusDays).values(days);
    const rows = outages
      .filter((outage) => outage.to > kept)
      .map(({ component, message, ...span }) => ({
        component,
        message,
        startedAt: span.from,
        endedAt: span.to,
        failed: Math.max(1, Math.round((span.to.getTime() - span.from.getTime()) / MINUTE_MILLISECONDS)),
      }));
    if (rows.length > 0) await tx.insert(statusOutages).values(rows);
    return true;
  });
}
