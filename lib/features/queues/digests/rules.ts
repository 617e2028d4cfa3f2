import type { Queue, Waiting } from "../schema";
import type { Every } from "./schema";

const HOUR_SECONDS = 3_600;
/** A digest is sent no more often than this, in seconds. */
export const INTERVAL_SECONDS: Record<Every, number> = { hour: HOUR_SECONDS, day: 24 * HOUR_SECONDS };
/** The shortest time between two messages about critical items, because members can report many. */
export const CRITICAL_PAUSE_SECONDS = 600;

export interface CriticalItem {
  queue: Queue;
  id: string;
}

/** What waits when a recipient is told. */
export interface News {
  waiting: Waiting;
  /** Items since the last digest. */
  fresh: number;
  overdue: number;
  /** Items that are overdue since the last digest. */
  freshlyOverdue: number;
  critical: readonly CriticalItem[];
}

/** A message in the form of a webhook. */
export interface WorkMessage {
  type: "work.waiting" | "work.overdue";
  data: {
    waiting: Waiting;
    new: number;
    overdue: number;
    /** Critical items that were not told before. */
    critical: readonly CriticalItem[];
    address: string | null;
  };
}

export const keyOf = ({ queue, id }: CriticalItem): string => `${queue} ${id}`;

/** Returns whether a digest is worth sending. A daily one also repeats that something is overdue. */
export const isWorthTelling = ({ fresh, overdue, freshlyOverdue, critical }: News, every: Every): boolean =>
  fresh > 0 || freshlyOverdue > 0 || critical.length > 0 || (every === "day" && overdue > 0);

/** Returns the message of a digest. @param address of the list; null if this service has no public address */
export const messageOf = (
  { waiting, fresh, overdue, freshlyOverdue, critical }: News,
  address: string | null,
): WorkMessage => ({
  type: freshlyOverdue > 0 && fresh === 0 ? "work.overdue" : "work.waiting",
  data: { waiting, new: fresh, overdue, critical, address },
});
