import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "@/lib/authority/context";
import { isPassing } from "@/lib/database/errors";
import type { Database } from "@/lib/database/open";
import type { StreamSource } from "@/lib/http/stream-response";
import { cursorOf, type Place } from "../cursor";
import { type ChangeFilters, isWanted } from "../rules";
import type { ChangeStreamQuery } from "../schema";
import { filtersOf, findStart } from "./list-changes";
import { readChanges } from "./read-changes";
import { RecentChanges, type WriteChange } from "./recent-changes";

/** Changes in one read of the table. Small, because each slow stream keeps one such read in memory. */
const READ_AT_ONCE = 50;
/** Most changes that one such read compares with the filters. */
const MAX_LOOKED_AT = 5_000;
/** How many slow streams read the table at a time. */
const MAX_READERS = 4;
const RETRY_MILLISECONDS = 1_000;

let recent: RecentChanges | undefined;
let readers = 0;
const waiting: (() => void)[] = [];

/** Runs a read, at most `MAX_READERS` at a time. */
async function inTurn<T>(read: () => Promise<T>): Promise<T> {
  if (readers >= MAX_READERS) await new Promise<void>((resolve) => waiting.push(resolve));
  readers += 1;
  try {
    return await read();
  } finally {
    readers -= 1;
    waiting.shift()?.();
  }
}

/** Follows the feed for one stream: from memory, or from the table if the stream is too slow for that. */
export class ChangeSource implements StreamSource {
  private readonly db: Database;
  private readonly changes: RecentChanges;
  private readonly filters: ChangeFilters;
  private at: number;

  /** @param at the number after which it begins */
  constructor(db: Database, changes: RecentChanges, filters: ChangeFilters, at: number) {
    this.db = db;
    this.changes = changes;
    this.filters = filters;
    this.at = at;
  }

  follow(wake: () => void): () => void {
    return this.changes.follow(wake);
  }

  next(): Buffer | null | Promise<string> {
    while (this.at < this.changes.last) {
      const change = this.changes.get(this.at + 1);
      if (change === undefined) return this.readTable();
      this.at += 1;
      if (isWanted(change, this.filters)) return change.text;
    }
    return null;
  }

  /** Sends the present cursor, because with a filter there may be no event for a long time. */
  heartbeat(): string {
    return `:\nid: ${cursorOf(this.changes.epoch, this.at)}\n\n`;
  }

  private async readTable(): Promise<string> {
    try {
      const until = Math.min(this.changes.last, this.at + MAX_LOOKED_AT);
      const read = () => readChanges(this.db, { after: this.at, until, limit: READ_AT_ONCE, ...this.filters });
      const changes = await inTurn(read);
      const last = changes.length === READ_AT_ONCE ? changes.at(-1) : undefined;
      this.at = last?.seq ?? until;
      return changes.map((change) => this.changes.write(change)).join("");
    } catch (error) {
      if (!isPassing(error)) throw error;
      await sleep(RETRY_MILLISECONDS, undefined, { ref: false });
      return "";
    }
  }
}

/**
 * Follows the feed after a cursor, or from now on.
 * @param write returns a change as the text of an event, the same for all streams
 * @throws ServiceError `gone` if the cursor has expired
 */
export async function streamChanges(
  { db }: Context,
  { after: place, ...query }: ChangeStreamQuery & { lastEventId: Place | undefined },
  write: WriteChange,
): Promise<StreamSource> {
  recent ??= new RecentChanges(db, write);
  await recent.ready();
  const { after } = await findStart(db, query.lastEventId ?? place, "newest");
  return new ChangeSource(db, recent, filtersOf(query), after);
}
