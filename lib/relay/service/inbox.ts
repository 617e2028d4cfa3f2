import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { keepPrepared } from "@/lib/db/keep-prepared";
import type { Database } from "@/lib/db/open";
import { type RelayEventRow, relayEvents, relayInboxes } from "@/lib/db/schema/relay";
import { Did } from "@/lib/did";
import { invalid } from "@/lib/errors";
import { permit } from "@/lib/permissions";
import { linkSenders } from "@/lib/tracing/event-spans";
import { permitActor } from "@/lib/trust/service/permit-actor";
import type { Acknowledged, AcknowledgeEvents, Inbox, InboxQuery } from "../schema";
import { viewDelivered } from "../view";

/**
 * The DID whose inbox the caller may read: its own, or the one it names.
 * @throws ServiceError `invalid` where none is named, else what `permitActor` throws
 */
export async function recipientFor(ctx: Context, named: string | undefined): Promise<Did> {
  permit(ctx.caller, "relay.receive");
  const did = Did.safeParse(named ?? (ctx.caller.kind === "agent" ? ctx.caller.did : undefined));
  if (!did.success)
    throw invalid("`did` must name whose inbox, in the form did:<method>:<zone>:<name>.", { field: "did" });
  await permitActor(ctx, "relay.receive", did.data);
  return did.data;
}

const selectInbox = keepPrepared((db) =>
  db
    .select()
    .from(relayInboxes)
    .where(eq(relayInboxes.did, sql.placeholder("did")))
    .prepare("inbox"),
);

const selectDelivered = keepPrepared((db) =>
  db
    .select()
    .from(relayEvents)
    .where(and(eq(relayEvents.dstDid, sql.placeholder("did")), gt(relayEvents.inboxSeq, sql.placeholder("cursor"))))
    .orderBy(asc(relayEvents.inboxSeq))
    .limit(sql.placeholder("most"))
    .prepare("inbox_events"),
);

/** How an inbox stands; one to which nothing was addressed yet is empty. */
export async function inboxStanding(db: Database, did: Did): Promise<{ size: number; acknowledged: number }> {
  const [row] = await selectInbox(db).execute({ did });
  return row ?? { size: 0, acknowledged: 0 };
}

/** The events behind a cursor, in order. Their numbers are given under the inbox's lock, so none comes in between later. */
export function eventsAfter(db: Database, did: Did, cursor: number, most: number): Promise<RelayEventRow[]> {
  return selectDelivered(db).execute({ did, cursor, most });
}

/** What lies in the caller's inbox behind a cursor, or behind what it acknowledged. Reading changes nothing. */
export async function readInbox(ctx: Context, input: InboxQuery): Promise<Inbox> {
  const did = await recipientFor(ctx, input.did);
  const { size, acknowledged } = await inboxStanding(ctx.db, did);
  const after = Math.min(input.after ?? acknowledged, size);
  const rows = await eventsAfter(ctx.db, did, after, input.limit);
  linkSenders(rows);
  const events = rows.map(viewDelivered);
  const cursor = events.at(-1)?.cursor ?? after;
  return { did, events, cursor, acknowledged, pending: Math.max(size, cursor) - acknowledged };
}

/** Acknowledges everything up to a cursor. It never moves back, nor beyond what there is. */
export async function acknowledgeEvents(ctx: Context, input: AcknowledgeEvents): Promise<Acknowledged> {
  const did = await recipientFor(ctx, input.did);
  const [row] = await ctx.db
    .update(relayInboxes)
    .set({
      acknowledged: sql`greatest(${relayInboxes.acknowledged}, least(${input.cursor}::bigint, ${relayInboxes.size}))`,
    })
    .where(eq(relayInboxes.did, did))
    .returning();
  const { size, acknowledged } = row ?? { size: 0, acknowledged: 0 };
  return { did, acknowledged, pending: size - acknowledged };
}
