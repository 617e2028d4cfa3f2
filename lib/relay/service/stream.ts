import type { Context } from "@/lib/context";
import { pollMilliseconds, subscribe } from "@/lib/db/bus";
import { isDatabaseError } from "@/lib/db/errors";
import type { RelayEventRow } from "@/lib/db/schema/relay";
import { startDeliverySpan } from "@/lib/tracing/event-spans";
import { activeSpan } from "@/lib/tracing/spans";
import { type DeliveredEvent, LastEventId, type StreamQuery } from "../schema";
import { viewDelivered } from "../view";
import { inboxTopic } from "./append";
import { eventsAfter, inboxStanding, recipientFor } from "./inbox";

const RETRY_MILLISECONDS = 1_000;
/** Few, since each open stream may hold as many. */
const EVENTS_AT_A_TIME = 10;

/** Remembers a ring until somebody waits for it. */
class Bell {
  private rung = false;
  private wake: () => void = () => {};

  readonly ring = (): void => {
    this.rung = true;
    this.wake();
  };

  /** Waits for a ring since the last wait, and no longer than the time. */
  async wait(milliseconds: number): Promise<void> {
    if (!this.rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.rung = false;
  }
}

/**
 * The caller's inbox as it fills, from behind a cursor or behind what is acknowledged, until the signal. Every event is
 * read from the table, in order; a database that is away for a while only delays it.
 * @param rereadMilliseconds how often the table is read although nothing rang: a ring may get lost with a connection
 * @throws ServiceError as `readInbox` does, before the first event
 */
export async function streamInbox(
  ctx: Context,
  input: StreamQuery & { lastEventId: string | null },
  signal: AbortSignal,
  rereadMilliseconds?: number,
): Promise<AsyncIterable<{ id: number; data: DeliveredEvent }>> {
  const did = await recipientFor(ctx, input.did);
  const { size, acknowledged } = await inboxStanding(ctx.db, did);
  let cursor = Math.min(LastEventId.parse(input.lastEventId ?? undefined) ?? input.after ?? acknowledged, size);

  const span = activeSpan()?.spanContext();
  const pause = rereadMilliseconds ?? (await pollMilliseconds());

  async function read(): Promise<RelayEventRow[] | null> {
    try {
      return await eventsAfter(ctx.db, did, cursor, EVENTS_AT_A_TIME);
    } catch (error) {
      if (!isDatabaseError(error)) throw error;
      ctx.log.warn({ event: "stream", error: String(error) }, "the inbox could not be read; trying again");
      return null;
    }
  }

  async function* follow() {
    const bell = new Bell();
    const unsubscribe = subscribe(inboxTopic(did), bell.ring);
    signal.addEventListener("abort", bell.ring);
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
        await bell.wait(rows ? pause : RETRY_MILLISECONDS);
      }
    } finally {
      unsubscribe();
      signal.removeEventListener("abort", bell.ring);
    }
  }
  return follow();
}
