import { sql } from "drizzle-orm";
import { notify, subscribe } from "@/lib/database/bus";
import { type Database, openDatabase } from "@/lib/database/open";
import { startLoop } from "@/lib/foundation/loop";
import { NUMBERED_TOPIC, RECORDED_TOPIC } from "../topics";

/** The maximum number of changes that one statement numbers, so other statements do not wait long for the table. */
const MAX_BATCH = 1_000;
/** How long a pass after a commit waits, so it also numbers changes that are committed just after. */
const GATHER_MILLISECONDS = 20;
/** How soon to look again while another instance is numbering. */
const POLL_MILLISECONDS = 50;
/** How often to look in any case, because an instance may have ended before it numbered its changes. */
const IDLE_MILLISECONDS = 1_000;

/**
 * Gives the committed changes their numbers in the feed, in the order in which they were written.
 * @returns how many got a number; -1 if another instance is numbering
 */
export async function numberChanges(db: Database): Promise<number> {
  const [row] = await db.execute<{ numbered: number }>(sql`select number_changes(${MAX_BATCH}) as numbered`);
  return row?.numbered ?? 0;
}

/** Returns the pause after a pass. @param numbered the result of `numberChanges` */
function nextPauseMilliseconds(numbered: number): number {
  if (numbered >= MAX_BATCH) return 0;
  // Another instance is numbering, but may have begun before our change was committed.
  return numbered < 0 ? POLL_MILLISECONDS : IDLE_MILLISECONDS;
}

/**
 * Numbers changes while the process runs. Every instance does this, but the database lets only one number at a time.
 * The commit of a change in this process starts a pass.
 * @param isReady whether the database is prepared
 * @returns a function that ends it
 */
export function startNumbering(isReady: () => boolean): () => void {
  const pass = async () => {
    if (!isReady()) return undefined;
    const numbered = await numberChanges(openDatabase());
    if (numbered > 0) notify(NUMBERED_TOPIC);
    return nextPauseMilliseconds(numbered);
  };
  const loop = startLoop({ pass, idleMilliseconds: IDLE_MILLISECONDS, failed: "numbering_failed" });
  const unsubscribe = subscribe(RECORDED_TOPIC, () => loop.wake(GATHER_MILLISECONDS));
  return () => {
    unsubscribe();
    void loop.stop();
  };
}
