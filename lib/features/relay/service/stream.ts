import type { Context } from "@/lib/authority/context";
import { pollMilliseconds, subscribe } from "@/lib/database/bus";
import { isPassing } from "@/lib/database/errors";
import type { RelayEventRow } from "@/lib/database/schema/relay";
import { noteInboxRead } from "@/lib/features/agents/liveness/service/note-inbox-read";
import { reasonOf } from "@/lib/foundation/reason";
import { startDeliverySpan } from "@/lib/foundation/tracing/event-spans";
import { activeSpan } from "@/lib/foundation/tracing/spans";
import { type DeliveredEvent, LastEventId, type StreamQuery } from "../schema";
import { viewDelivered } from "../view";
import { eventsAfter, readInboxPosition, recipientFor } from "./inbox";
import { inboxTopic } from "./insert-events";

const RETRY_MILLISECONDS = 1_000;
/** Low, because each open stream may keep this many in memory. */
const EVENTS_AT_A_TIME = 10;

/** Stores a notification until the next wait. */
export class WakeSignal {
  private isNotified = false;
  private wake: () => void = () => {};

  readonly notify = (): void => {
    this.isNotified = true;
    this.wake();
  };

  /** Waits for a notification, at most for the given time. Returns at once if one came since the last wait. */
  async wait(milliseconds: number): Promise<void> {
    if (!this.isNotified) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.isNotified = false;
  }
}

/**
 * Streams the events of the caller's inbox after a cursor, by default after the acknowledged one, until the signal.
 * Every event is read from the table, in order. If the database is unreachable, events are only delayed.
 * @param rereadMilliseconds how often the table is read without a notification, which a lost connection can lose
 * @throws ServiceError like `readInbox`, before the first event
 */
export async function streamInbox(
  ctx: Context,
  input: StreamQuery & { lastEventId: string | null },
  signal: AbortSignal,
  rereadMilliseconds?: number,
): Promise<AsyncIterable<{ id: number; data: DeliveredEvent }>> {
  const did = await recipientFor(ctx, input.did);
  const { size, acknowledged } = await readInboxPosition(ctx.db, did);
  let cursor = Math.min(LastEventId.parse(input.lastEventId ?? undefined) ?? input.after ?? acknowledged, size);

  const span = activeSpan()?.spanContext();
  const pause = rereadMilliseconds ?? (await pollMilliseconds());

  async function read(): Promise<RelayEventRow[] | null> {
    try {
      await noteInboxRead(ctx, did);
      return await eventsAfter(ctx.db, did, cursor, EVENTS_AT_A_TIME);
    } catch (error) {
      if (!isPassing(error)) throw error;
      ctx.log.warn({ event: "stream", error: reasonOf(error) }, "the inbox could not be read; trying again");
      return null;
    }
  }

  async function* follow() {
    const wakeSignal = new WakeSignal();
    const unsubscribe = subscribe(inboxTopic(did), wakeSignal.notify);
    signal.addEventListener("abort", wakeSignal.notify);
    try {
      while (!signal.aborted) {
        const rows = await read();
        for (const row of rows ?? []) {
          const event = viewDelivered(row);
          const delivery = startDeliverySpan(row, span);
          yield { id: event.cursor, data: event };
          cursor = event.cursor;
          delivery?.end();
        }
        if (rows?.length === EVENTS_AT_A_TIME) continue;
        await wakeSignal.wait(rows ? pause : RETRY_MILLISECONDS);
      }
    } finally {
      unsubscribe();
      signal.removeEventListener("abort", wakeSignal.notify);
    }
  }
  return follow();
}
