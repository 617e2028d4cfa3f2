import { setTimeout as sleep } from "node:timers/promises";
import type postgres from "postgres";
import { withDeadline } from "@/lib/foundation/deadline";
import { isPassing } from "./errors";

const RETRY_MILLISECONDS = 250;
/** The pause after an error that only a person can correct. */
const LONG_RETRY_MILLISECONDS = 15_000;

/** A receiver of notifications. */
export interface NotificationListener {
  channels: readonly string[];
  onNotification: (channel: string, payload: string) => void;
  /** Called when notifications start or stop to arrive. Some may have been lost before. */
  onChange: (isListening: boolean) => void;
}

/** The events of a postgres.js connection. The first is missing in its types. */
export interface NotificationHooks {
  onnotify: (channel: string, payload: string) => void;
  onclose: () => void;
}

interface Options {
  /** Opens the connection; undefined if notifications cannot arrive. */
  open: (hooks: NotificationHooks) => Promise<postgres.Sql | undefined>;
  /** Whether they arrive with the responses to this process's statements, as in the embedded engine's only session. */
  isInStream: boolean;
  /** A connection that does not respond for this time is lost. */
  silenceMilliseconds: number;
}

/**
 * The only connection that listens (LISTEN/NOTIFY). A lost connection is replaced. It knows the time up to which all
 * committed notifications have arrived: PostgreSQL signals a listener before it acknowledges a commit, and delivers
 * signals before it responds to the listener's next statement.
 */
export class Notifications {
  private readonly options: Options;
  private listener: NotificationListener | undefined;
  private connection: postgres.Sql | undefined;
  private serial = 0;
  private isListening = false;
  private isEnded = false;
  private completeUntil = Number.NEGATIVE_INFINITY;
  private checking: Promise<boolean> | undefined;
  private nextCheck: Promise<boolean> | undefined;

  constructor(options: Options) {
    this.options = options;
  }

  /** Starts listening for one receiver. @returns whether notifications arrive; false if they never can */
  async start(listener: NotificationListener): Promise<boolean> {
    this.listener = listener;
    return this.listen();
  }

  /** Resolves when all notifications committed before this call have arrived; to false if this is unknown. */
  caughtUp(): Promise<boolean> {
    if (!this.isListening || this.options.isInStream) return Promise.resolve(this.isListening);
    this.nextCheck ??= Promise.resolve(this.checking).then(() => {
      this.nextCheck = undefined;
      this.checking = this.check();
      return this.checking;
    });
    return this.nextCheck;
  }

  /** Returns the age of the time up to which all notifications have arrived. Infinite while none arrive. */
  get ageMilliseconds(): number {
    if (!this.isListening) return Number.POSITIVE_INFINITY;
    return this.options.isInStream ? 0 : performance.now() - this.completeUntil;
  }

  /** Stops listening. */
  async end(): Promise<void> {
    this.isEnded = true;
    if (this.isListening) this.setListening(false);
    if (!this.options.isInStream) await this.connection?.end({ timeout: 0 });
  }

  private setListening(isListening: boolean): void {
    this.isListening = isListening;
    this.listener?.onChange(isListening);
  }

  /** Returns the callbacks of the next connection. Callbacks of an earlier connection have no effect. */
  private nextHooks(): NotificationHooks {
    this.serial += 1;
    const own = this.serial;
    return {
      onnotify: (channel, payload) => {
        if (own === this.serial) this.listener?.onNotification(channel, payload);
      },
      onclose: () => {
        if (own !== this.serial || !this.isListening) return;
        this.setListening(false);
        void this.listen();
      },
    };
  }

  private async listen(): Promise<boolean> {
    const statements = this.listener?.channels.map((channel) => `listen ${channel}`).join(";") ?? "";
    while (!this.isEnded) {
      try {
        this.connection ??= await this.options.open(this.nextHooks());
        if (this.connection === undefined) return false;
        await this.connection.unsafe(statements);
        if (!this.isEnded) this.setListening(true);
        return !this.isEnded;
      } catch (error) {
        const pause = isPassing(error) ? RETRY_MILLISECONDS : LONG_RETRY_MILLISECONDS;
        await sleep(pause, undefined, { ref: false });
      }
    }
    return false;
  }

  private async check(): Promise<boolean> {
    const { connection } = this;
    const begunAt = performance.now();
    try {
      if (!connection || !this.isListening) return false;
      await withDeadline(connection.unsafe("select 1"), this.options.silenceMilliseconds);
      if (connection === this.connection && this.isListening) this.completeUntil = begunAt;
      return this.isListening;
    } catch {
      this.giveUp(connection);
      return false;
    }
  }

  /** Drops a connection that does not respond, and opens another. */
  private giveUp(connection: postgres.Sql | undefined): void {
    if (connection !== this.connection || !this.isListening) return;
    this.connection = undefined;
    this.setListening(false);
    void connection?.end({ timeout: 0 }).catch(() => {});
    void this.listen();
  }
}
