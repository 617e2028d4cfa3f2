import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { Database } from "@/lib/database/open";
import { log } from "@/lib/foundation/log";
import { reasonOf } from "@/lib/foundation/reason";
import type { Change } from "../schema";
import { type StoredChange, viewChange } from "../view";
import { onNumbered } from "./follow-changes";
import { readChanges, readHead } from "./read-changes";

const MAX_KEPT = 10_000;
const MAX_KEPT_BYTES = 8 * 1_024 * 1_024;
/** How many old changes are dropped at a time. */
const DROP_AT_ONCE = 1_000;
const READ_AT_ONCE = 500;
/** How many followers are called before other work of the process gets a turn. */
const WOKEN_AT_ONCE = 100;
const RETRY_MILLISECONDS = 500;

/** A change with the text of its event, which all streams share. */
export interface RecentChange extends StoredChange {
  text: Buffer;
}

export type WriteChange = (event: { id: string; data: Change }) => string;

/**
 * The newest changes of the feed. All streams of the process share them, so each is read and serialized once. They are
 * read only while there are followers. Numbers have no gaps, so an index is computed from a change's number.
 */
export class RecentChanges {
  private readonly db: Database;
  private readonly writeChange: WriteChange;
  private readonly most: number;
  private readonly followers = new Set<() => void>();
  private kept: RecentChange[] = [];
  private bytes = 0;
  private stop: (() => void) | undefined;
  private starting: Promise<void> | undefined;
  private run = 0;
  /** The run whose read is in progress; 0 for none. */
  private reading = 0;
  private hasNew = false;
  epoch = "";
  /** The number of the newest change that was read. */
  last = 0;

  constructor(db: Database, write: WriteChange, most = MAX_KEPT) {
    this.db = db;
    this.writeChange = write;
    this.most = most;
  }

  get(seq: number): RecentChange | undefined {
    return this.kept[seq - (this.last - this.kept.length) - 1];
  }

  write(change: StoredChange): string {
    const data = viewChange(this.epoch, change);
    return this.writeChange({ id: data.cursor, data });
  }

  /** Calls `wake` whenever there are new changes. @returns a function that ends this */
  follow(wake: () => void): () => void {
    this.followers.add(wake);
    void this.begin(wake);
    return () => {
      this.followers.delete(wake);
      if (this.followers.size === 0) this.end();
    };
  }

  /** Resolves when new changes are being read. @throws errors of the database */
  async ready(): Promise<void> {
    this.starting ??= this.start();
    const { starting } = this;
    try {
      await starting;
    } catch (error) {
      if (starting === this.starting) this.end();
      throw error;
    }
    // The last follower left in the meantime, and perhaps another one came.
    if (starting !== this.starting) await this.ready();
  }

  /** Starts reading for a follower, and tries again until it succeeds or the follower leaves. */
  private async begin(wake: () => void): Promise<void> {
    while (this.followers.has(wake)) {
      try {
        await this.ready();
        wake();
        return;
      } catch {
        await sleep(RETRY_MILLISECONDS, undefined, { ref: false });
      }
    }
  }

  private async start(): Promise<void> {
    this.run += 1;
    const { run } = this;
    // Before the head is read, so no change is missed in between.
    this.stop = onNumbered(() => void this.read(run));
    const { epoch, head } = await readHead(this.db);
    if (run !== this.run) return;
    this.epoch = epoch;
    this.last = head;
  }

  private end(): void {
    this.run += 1;
    this.stop?.();
    this.stop = undefined;
    this.starting = undefined;
    this.kept = [];
    this.bytes = 0;
  }

  /** @param run the start that it belongs to; a read that continues after `end` must change nothing */
  private async read(run: number): Promise<void> {
    this.hasNew = true;
    if (this.reading === run || run !== this.run) return;
    this.reading = run;
    try {
      await this.starting;
      while (this.hasNew && run === this.run) {
        // `ready` also starts the reading, and its caller may never follow.
        if (this.followers.size === 0) {
          this.end();
          return;
        }
        this.hasNew = false;
        const changes = await readChanges(this.db, { after: this.last, limit: READ_AT_ONCE });
        if (run !== this.run) return;
        if (changes.length === READ_AT_ONCE) this.hasNew = true;
        for (const change of changes) this.keep(change);
        if (changes.length > 0) await this.wakeAll();
      }
    } catch (error) {
      log().warn({ event: "feed_unread", error: reasonOf(error) }, "The feed could not be read. Trying again.");
      setTimeout(() => void this.read(run), RETRY_MILLISECONDS).unref();
    } finally {
      if (this.reading === run) this.reading = 0;
    }
  }

  private keep(change: StoredChange): void {
    // Another numbering makes the kept changes useless. A redaction has replaced texts of earlier ones.
    if (change.seq !== this.last + 1 || change.kind === "record.redacted") {
      this.kept = [];
      this.bytes = 0;
    }
    const text = Buffer.from(this.write(change));
    this.kept.push({ ...change, text });
    this.last = change.seq;
    this.bytes += text.length;
    while (this.kept.length > this.most || this.bytes > MAX_KEPT_BYTES) {
      for (const dropped of this.kept.splice(0, Math.min(DROP_AT_ONCE, this.most))) this.bytes -= dropped.text.length;
    }
  }

  private async wakeAll(): Promise<void> {
    let woken = 0;
    for (const wake of [...this.followers]) {
      wake();
      woken += 1;
      if (woken % WOKEN_AT_ONCE === 0) await nextTurn();
    }
  }
}
