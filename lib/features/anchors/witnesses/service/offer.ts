import { and, eq, lte, max, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { isFree, type Leased, leasedRow, NO_LEASE, newLease, secondsFromNow } from "@/lib/database/leases";
import {
  logCosignatures,
  type OfferedCheckpoint,
  offeredCheckpoints,
  type WitnessRow,
  witnesses,
} from "@/lib/database/schema/witness";
import { ownValue } from "@/lib/foundation/own-values";
import { ANCHOR_LOG, COUNCIL_LOG } from "@/lib/ledger/append";
import { readHead } from "@/lib/ledger/head";
import { checkpointSigners, issueCheckpoint } from "../../service/checkpoint";
import type { LogName } from "../../service/prove";
import { FRESH_SECONDS, OFFER_SECONDS, PACE_SECONDS, pauseSeconds } from "../rules";
import { type Asked, askWitness, type Failure } from "./ask-witness";
import { storeCosignature } from "./cosignatures";

/** Longer than two requests and the pause between them. */
const LEASE_SECONDS = 30;

type LeasedWitness = Leased<WitnessRow>;

/** A log, as one witness knows it. All ages in seconds. */
interface LogDue extends Record<string, unknown> {
  log: LogName;
  size: number;
  /** Of the checkpoint that is offered now; null: none was. */
  offered: number | null;
  offered_age: number | null;
  /** Whether this witness cosigned that one. */
  has_cosigned: boolean;
  /** Until it may be asked for this log again. */
  wait: number;
}

/** Returns in how many seconds another checkpoint may be offered: when the log has grown, or has been idle for long. */
function untilNextOffer({ size, offered, offered_age: age }: LogDue): number {
  if (offered === null || age === null) return 0;
  return (size > offered ? OFFER_SECONDS : FRESH_SECONDS) - age;
}

const untilDue = (log: LogDue): number => Math.max(log.wait, log.has_cosigned ? untilNextOffer(log) : 0);

async function listDue({ db }: Context, witness: string): Promise<LogDue[]> {
  return db.execute<LogDue>(sql`
    select h.log, h.size::float8 as size, o.size::float8 as offered,
      extract(epoch from now() - o.offered_at)::float8 as offered_age,
      coalesce(c.received_at >= o.offered_at, false) as has_cosigned,
      coalesce((w.troubles -> h.log ->> 'againAt')::float8 / 1000 - extract(epoch from now())::float8, 0) as wait
    from ledger_heads h left join offered_checkpoints o using (log)
      left join log_cosignatures c on c.log = h.log and c.size = o.size and c.witness = ${witness}
      left join witnesses w on w.witness = ${witness}
    where h.log in (${ANCHOR_LOG}, ${COUNCIL_LOG})`);
}

/** Takes the right to ask a witness, for one exchange. @returns null if another instance has it, or it was asked just now */
async function take({ db }: Context, witness: string): Promise<LeasedWitness | null> {
  await db.insert(witnesses).values({ witness }).onConflictDoNothing();
  const mayAsk = and(eq(witnesses.witness, witness), lte(witnesses.nextAt, sql`now()`), isFree(witnesses));
  return leasedRow(await db.update(witnesses).set(newLease(LEASE_SECONDS)).where(mayAsk).returning());
}

/** Ends a lease, with the time until the next request to the witness. */
const release = (troubles: WitnessRow["troubles"], seconds: number) => ({
  ...NO_LEASE,
  troubles,
  nextAt: secondsFromNow(Math.max(seconds, PACE_SECONDS)),
});

const stillTaken = ({ witness, lease }: LeasedWitness) =>
  and(eq(witnesses.witness, witness), eq(witnesses.lease, lease));

/**
 * Returns the checkpoint to cosign, after the log's guard has accepted it: the one that is offered now, or the present one if that is
 * due. Of several at the same time, one is offered.
 */
async function offerCheckpoint({ db }: Context, due: LogDue): Promise<OfferedCheckpoint> {
  const { log } = due;
  if (untilNextOffer(due) <= 0) {
    const head = await readHead(db, log);
    const { note } = await issueCheckpoint(db, head, await checkpointSigners(db));
    const next = { size: head.tree.size, note, offeredAt: sql`now()` };
    const { size, offeredAt } = offeredCheckpoints;
    const isOlder = sql`${size} <= ${next.size} and ${offeredAt} <= ${secondsFromNow(-OFFER_SECONDS)}`;
    await db
      .insert(offeredCheckpoints)
      .values({ log, ...next })
      .onConflictDoUpdate({ target: offeredCheckpoints.log, set: next, setWhere: isOlder });
  }
  const [offered] = await db.select().from(offeredCheckpoints).where(eq(offeredCheckpoints.log, log));
  if (!offered) throw new Error(`no checkpoint of the log ${log} is offered`);
  return offered;
}

/** Returns the largest size that a witness cosigned and that we know. */
async function knownSize({ db }: Context, witness: string, { log, size }: OfferedCheckpoint): Promise<number> {
  const { log: ofLog, witness: ofWitness, size: ofSize } = logCosignatures;
  const [row] = await db
    .select({ size: max(ofSize) })
    .from(logCosignatures)
    .where(and(eq(ofLog, log), eq(ofWitness, witness), lte(ofSize, size)));
  return row?.size ?? 0;
}

/** Returns the troubles of a witness with this one, and the pause that it asked for. */
function noteFailure({ log: logger, clock }: Context, taken: LeasedWitness, log: string, failure: Failure) {
  const failures = (ownValue(taken.troubles, log)?.failures ?? 0) + 1;
  const seconds = pauseSeconds(failures, failure.retryAfterSeconds);
  const about = { event: "witness_failed", witness: taken.witness, log };
  if (failure.isContradiction) logger.error(about, failure.says);
  else if (failures === 1) logger.warn(about, failure.says);
  const trouble = { says: failure.says, failures, againAt: clock().getTime() + seconds * 1_000 };
  return {
    troubles: { ...taken.troubles, [log]: trouble },
    seconds: failure.retryAfterSeconds === undefined ? 0 : seconds,
  };
}

/** Lets a witness cosign one log, and stores the result if the lease was not lost. */
async function exchange(ctx: Context, { witness, ...how }: Asked, due: LogDue, taken: LeasedWitness): Promise<void> {
  const key = witness.key.text;
  const offered = await offerCheckpoint(ctx, due);
  const { log } = due;
  const { size, note } = offered;
  const old = await knownSize(ctx, key, offered);
  const answer = await askWitness(ctx, { witness, offered: { log, size, note }, ...how }, old);
  if ("overtaken" in answer) {
    // The next pass offers the present checkpoint, as soon as the offer of all witnesses may be replaced.
    await ctx.db.update(witnesses).set(release(taken.troubles, 0)).where(stillTaken(taken));
    return;
  }
  if (!("line" in answer)) {
    const { troubles, seconds } = noteFailure(ctx, taken, log, answer);
    await ctx.db.update(witnesses).set(release(troubles, seconds)).where(stillTaken(taken));
    return;
  }
  const { [log]: _, ...troubles } = taken.troubles;
  await ctx.db.transaction(async (tx) => {
    const kept = await tx.update(witnesses).set(release(troubles, 0)).where(stillTaken(taken)).returning();
    if (kept.length > 0) await storeCosignature(tx, log, { witness: key, size, note, ...answer });
  });
}

/**
 * Lets a witness cosign the log that is due, if one is and no other instance asks this witness.
 * @param last the log that it was asked for before, so both get their turn
 * @returns in how many seconds the next one may be due, and the log it was asked for
 */
export async function offerDue(
  ctx: Context,
  asked: Asked,
  last?: LogName,
): Promise<{ seconds: number; log?: LogName | undefined }> {
  const logs = await listDue(ctx, asked.witness.key.text);
  const dueLogs = logs.filter((log) => untilDue(log) <= 0);
  const due = dueLogs.find(({ log }) => log !== last) ?? dueLogs[0];
  if (!due) return { seconds: Math.min(...logs.map(untilDue)), log: last };
  const taken = await take(ctx, asked.witness.key.text);
  if (!taken) return { seconds: PACE_SECONDS, log: last };
  try {
    await exchange(ctx, asked, due, taken);
  } catch (error) {
    // Our own fault, such as a guard that does not respond. Another instance may try.
    await ctx.db.update(witnesses).set(release(taken.troubles, 0)).where(stillTaken(taken));
    throw error;
  }
  return { seconds: PACE_SECONDS, log: due.log };
}
