import { and, asc, eq, gt, sql } from "drizzle-orm";
import { authorizeActor } from "@/lib/authority/authorize-actor";
import type { Context } from "@/lib/authority/context";
import { keepPrepared } from "@/lib/database/keep-prepared";
import type { Database } from "@/lib/database/open";
import { type RelayEventRow, relayEvents, relayInboxes } from "@/lib/database/schema/relay";
import { noteInboxRead } from "@/lib/features/agents/liveness/service/note-inbox-read";
import { invalid } from "@/lib/foundation/errors";
import { linkSenders } from "@/lib/foundation/tracing/event-spans";
import { Did } from "@/lib/identity/did";
import { authorize } from "@/lib/identity/permissions";
import type { Acknowledged, AcknowledgeEvents, DeliveredEvent, Inbox, InboxQuery } from "../schema";
import { viewDelivered } from "../view";
import { readPage } from "./read-page";

/**
 * Returns the DID whose inbox the caller reads: the named one, or an agent's own. Checks that the caller may read it.
 * @throws ServiceError `invalid` if there is no valid DID, and the errors of `authorizeActor`
 */
export async function recipientFor(ctx: Context, named: string | undefined): Promise<Did> {
  authorize(ctx.caller, "relay.receive");
  const did = Did.safeParse(named ?? (ctx.caller.kind === "agent" ? ctx.caller.did : undefined));
  if (!did.success)
    throw invalid("`did` must be the DID of the inbox, in the form did:<method>:<zone>:<name>.", { field: "did" });
  await authorizeActor(ctx, "relay.receive", did.data);
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

/** Reads the size of an inbox and its acknowledged cursor. An inbox without events has no row. */
export async function readInboxPosition(db: Database, did: Did): Promise<{ size: number; acknowledged: number }> {
  const [row] = await selectInbox(db).execute({ did });
  return row ?? { size: 0, acknowledged: 0 };
}

/**
 * Reads the events after a cursor, in order. Their numbers are assigned under the inbox's lock, so no event gets a
 * lower number later.
 */
export function eventsAfter(db: Database, did: Did, cursor: number, most: number): Promise<RelayEventRow[]> {
  return selectDelivered(db).execute({ did, cursor, most });
}

/** Returns the caller's events after a cursor, by default after the acknowledged one. It notes only that the inbox was read. */
export async function readInbox(ctx: Context, input: InboxQuery): Promise<Inbox> {
  const did = await recipientFor(ctx, input.did);
  await noteInboxRead(ctx, did);
  const { size, acknowledged } = await readInboxPosition(ctx.db, did);
  const after = Math.min(input.after ?? acknowledged, size);
  const events = await readPage(input.limit, async (previous: DeliveredEvent | undefined, most) => {
    const rows = await eventsAfter(ctx.db, did, previous?.cursor ?? after, most);
    linkSenders(rows);
    return rows.map(viewDelivered);
  });
  const cursor = events.at(-1)?.cursor ?? after;
  return { did, events, cursor, acknowledged, pending: Math.max(size, cursor) - acknowledged };
}

/** Acknowledges all events up to a cursor. The acknowledged cursor never moves back, nor past the last event. */
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
