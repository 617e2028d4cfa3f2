import { setTimeout as sleep } from "node:timers/promises";
import type postgres from "postgres";
import { withDeadline } from "@/lib/edge/deadline";

const RETRY_MILLISECONDS = 250;

/** Who is told of what arrives. */
export interface Hearer {
  channels: readonly string[];
  onNotification: (channel: string, payload: string) => void;
  /** Called when notifications begin to arrive, and when they cease: some may have been lost before. */
  onChange: (isHearing: boolean) => void;
}

/** What postgres.js tells of a connection; its types leave out the first. */
export interface NotificationHooks {
  onnotify: (channel: string, payload: string) => void;
  onclose: () => void;
}

interface Options {
  /** Opens the connection; undefined where notifications cannot arrive. */
  open: (hooks: NotificationHooks) => Promise<postgres.Sql | undefined>;
  /** Whether they arrive with the responses to the statements of this process, as from the embedded engine's one session. */
  isInStream: boolean;
  /** A connection that does not respond for so long is lost. */
  silenceMilliseconds: number;
}

/**
 * The one connection that listens (LISTEN/NOTIFY). A lost connection is made again. It knows up to which moment everything
 * that was committed has arrived: PostgreSQL signals a listener before it acknowledges a commit, and delivers what is
 * signalled before it responds to the listener's next statement.
 */
export class Notifications {
  private readonly options: Options;
  private hearer: Hearer | undefined;
  private connection: postgres.Sql | undefined;
  private serial = 0;
  private isHearing = false;
  private isEnded = false;
  private completeUntil = Number.NEGATIVE_INFINITY;
  private checking: Promise<boolean> | undefined;
  private nextCheck: Promise<boolean> | undefined;

  constructor(options: Options) {
    this.options = options;
  }

  /** Begins to listen, for one hearer. @returns whether notifications arrive; false where they never can */
  async hear(hearer: Hearer): Promise<boolean> {
    this.hearer = hearer;
    return this.listen();
  }

  /** Resolves when all that was committed before this call has arrived; to false where that is not known. */
  caughtUp(): Promise<boolean> {
    if (!this.isHearing || this.options.isInStream) return Promise.resolve(this.isHearing);
    this.nextCheck ??= Promise.resolve(this.checking).then(() => {
      this.nextCheck = undefined;
      this.checking = this.check();
      return this.checking;
    });
    return this.nextCheck;
  }

  /** How long ago the moment is up to which everything has arrived. Infinite while nothing arrives. */
  get ageMilliseconds(): number {
    if (!this.isHearing) return Number.POSITIVE_INFINITY;
    return this.options.isInStream ? 0 : performance.now() - this.completeUntil;
  }

  /** Listens no more. */
  async end(): Promise<void> {
    this.isEnded = true;
    if (this.isHearing) this.setHearing(false);
    if (!this.options.isInStream) await this.connection?.end({ timeout: 0 });
  }

  private setHearing(isHearing: boolean): void {
    this.isHearing = isHearing;
    this.hearer?.onChange(isHearing);
  }

  /** What the next connection calls. One that was left before changes nothing any more. */
  private nextHooks(): NotificationHooks {
    this.serial += 1;
    const own = this.serial;
    return {
      onnotify: (channel, payload) => {
        if (own === this.serial) this.hearer?.onNotification(channel, payload);
      },
      onclose: () => {
        if (own !== this.serial || !this.isHearing) return;
        this.setHearing(false);
        void this.listen();
      },
    };
  }

  private async listen(): Promise<boolean> {
    const statements = this.hearer?.channels.map((channel) => `listen ${channel}`).join(";") ?? "";
    while (!this.isEnded) {
      try {
        this.connection ??= await this.options.open(this.nextHooks());
        if (this.connection === undefined) return false;
        await this.connection.unsafe(statements);
        if (!this.isEnded) this.setHearing(true);
        return !this.isEnded;
      } catch {
        await sleep(RETRY_MILLISECONDS, undefined, { ref: false });
      }
    }
    return false;
  }

  private async check(): Promise<boolean> {
    const { connection } = this;
    const begunAt = performance.now();
    try {
      if (!connection || !this.isHearing) return false;
      await withDeadline(connection.unsafe("select 1"), this.options.silenceMilliseconds);
      if (connection === this.connection && this.isHearing) this.completeUntil = begunAt;
      return this.isHearing;
    } catch {
      this.giveUp(connection);
      return false;
    }
  }

  /** Leaves a connection that is silent, and makes another. */
  private giveUp(connection: postgres.Sql | undefined): void {
    if (connection !== this.connection || !this.isHearing) return;
    this.connection = undefined;
    this.setHearing(false);
    void connection?.end({ timeout: 0 }).catch(() => {});
    void this.listen();
  }
}
