import { and, desc, eq, gte, isNull, or } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import type { Reader } from "@/lib/database/open";
import { type StatusMaintenanceRow, statusMaintenances } from "@/lib/database/schema/system";
import { recordChange } from "@/lib/features/events/record-change";
import { conflict, found, foundRow, invalid, notFound } from "@/lib/foundation/errors";
import { actorName, authorize } from "@/lib/identity/permissions";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { Component } from "../component";
import { endOf } from "./rules";
import type { AnnounceMaintenance, CancelMaintenance, Maintenance } from "./schema";

/** Maximum of maintenances in a response. */
const MOST = 50;

const subjectOf = (id: number) => `maintenance:${id}`;

function view(row: StatusMaintenanceRow): Maintenance {
  const { id, startsAt, endsAt, text, announcedAt, seq, cancelledAt, cancelReason, cancelSeq } = row;
  return {
    id,
    starts_at: startsAt.toISOString(),
    ends_at: endsAt.toISOString(),
    components: Component.options.filter((name) => row.components.includes(name)),
    text,
    announced_at: announcedAt.toISOString(),
    seq,
    ...(cancelledAt === null || cancelSeq === null
      ? {}
      : { cancelled: { at: cancelledAt.toISOString(), reason: cancelReason, seq: cancelSeq } }),
  };
}

/** Announces maintenance. @throws ServiceError `operatorOnly`; `invalid` if it has begun already */
export async function announceMaintenance(ctx: Context, input: AnnounceMaintenance): Promise<Maintenance> {
  authorize(ctx.caller, "system.maintain");
  const { starts_at, ends_at, components, text } = input;
  const at = ctx.clock();
  if (Date.parse(starts_at) <= at.getTime()) {
    throw invalid("`starts_at` must be in the future: maintenance is announced ahead.", { field: "starts_at" });
  }
  return ctx.db.transaction(async (tx) => {
    const actor = actorName(ctx.caller);
    const span = { startsAt: new Date(starts_at), endsAt: new Date(ends_at) };
    const [made] = await tx
      .insert(statusMaintenances)
      .values({ ...span, components, text, announcedAt: at, seq: 0 })
      .returning();
    const { id } = found(made);
    const said = { starts_at, ends_at, components, text };
    await recordChange(tx, { kind: "maintenance.announced", subject: subjectOf(id), dids: [], data: said });
    const act = { kind: "maintenance.announced", actor, subject: subjectOf(id), details: said };
    const { seq } = await appendWithin(tx, COUNCIL_LOG, act, at);
    const [row] = await tx.update(statusMaintenances).set({ seq }).where(eq(statusMaintenances.id, id)).returning();
    return view(found(row));
  });
}

/**
 * Cancels maintenance, or ends it early.
 * @throws ServiceError `operatorOnly`, `notFound`; `conflict` if it was cancelled before or is over
 */
export async function cancelMaintenance(ctx: Context, { id, reason }: CancelMaintenance): Promise<Maintenance> {
  authorize(ctx.caller, "system.maintain");
  if (!/^[1-9]\d{0,8}$/.test(id)) throw notFound();
  const isThis = eq(statusMaintenances.id, Number(id));
  const at = ctx.clock();
  return ctx.db.transaction(async (tx) => {
    const present = view(foundRow(await tx.select().from(statusMaintenances).where(isThis).for("update")));
    if (present.cancelled)
      throw conflict(`This maintenance is already cancelled. The reason: ${present.cancelled.reason}`);
    if (endOf(present) <= at.getTime()) throw conflict("This maintenance has ended.");
    const subject = subjectOf(present.id);
    await recordChange(tx, { kind: "maintenance.cancelled", subject, dids: [], data: { reason } });
    const act = { kind: "maintenance.cancelled", actor: actorName(ctx.caller), subject, details: { reason } };
    const { seq } = await appendWithin(tx, COUNCIL_LOG, act, at);
    const [row] = await tx
      .update(statusMaintenances)
      .set({ cancelledAt: at, cancelReason: reason, cancelSeq: seq })
      .where(isThis)
      .returning();
    return view(found(row));
  });
}

/** Returns the maintenances that end after a time, the latest first, also cancelled ones. */
export async function listMaintenances({ db }: { db: Reader }, since: Date): Promise<Maintenance[]> {
  const rows = await db
    .select()
    .from(statusMaintenances)
    .where(gte(statusMaintenances.endsAt, since))
    .orderBy(desc(statusMaintenances.startsAt), desc(statusMaintenances.id))
    .limit(MOST);
  return rows.map(view);
}

/** Returns the maintenances that are under way or ahead, and were not cancelled before a time. */
export async function listOpenMaintenances({ db }: { db: Reader }, now: Date): Promise<Maintenance[]> {
  const { endsAt, cancelledAt } = statusMaintenances;
  const rows = await db
    .select()
    .from(statusMaintenances)
    .where(and(gte(endsAt, now), or(isNull(cancelledAt), gte(cancelledAt, now))))
    .orderBy(statusMaintenances.startsAt, statusMaintenances.id)
    .limit(MOST);
  return rows.map(view);
}
