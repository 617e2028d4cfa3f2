import { setTimeout as sleep } from "node:timers/promises";
import type postgres from "postgres";
import { isPassing } from "./errors";

const RETRY_MILLISECONDS = 250;
/** The pause after an error that only a person can correct. */
const LONG_RETRY_MILLISECONDS = 15_000;

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
}

/** The only connection that listens (LISTEN/NOTIFY). A lost connection is replaced. */
export class Notifications {
  private readonly options: Options;
  private listener: NotificationListener | undefined;
  private opened: postgres.Sql | undefined;
  private serial = 0;
  private isListening = false;
  private isEnded = false;

  constructor(options: Options) {
    this.options = options;
  }

  /** Starts listening for one receiver. @returns whether notifications arrive; false if they never can */
  async start(listener: NotificationListener): Promise<boolean> {
    this.listener = listener;
    return this.listen();
  }

  /** The connection; undefined while it does not listen. */
  get connection(): postgres.Sql | undefined {
    return this.isListening ? this.opened : undefined;
  }

  async end(): Promise<void> {
    this.isEnded = true;
    if (this.isListening) this.setListening(false);
    await this.opened?.end({ timeout: 0 });
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
    const channels = this.listener?.channels.map((channel) => `listen ${channel}`) ?? [];
    // It repeats one statement, whose plan never depends on its parameters.
    const statements = [...channels, "set plan_cache_mode = force_generic_plan"].join(";");
    while (!this.isEnded) {
      try {
        this.opened ??= await this.options.open(this.nextHooks());
        if (this.opened === undefined) return false;
        await this.opened.unsafe(statements);
        if (!this.isEnded) this.setListening(true);
        return !this.isEnded;
      } catch (error) {
        const pause = isPassing(error) ? RETRY_MILLISECONDS : LONG_RETRY_MILLISECONDS;
        await sleep(pause, undefined, { ref: false });
      }
    }
    return false;
  }

  /** Drops a connection that does not respond, and opens another. */
  giveUp(connection: postgres.Sql): void {
    if (connection !== this.connection) return;
    this.opened = undefined;
    this.setListening(false);
    void connection.end({ timeout: 0 }).catch(() => {});
    void this.listen();
  }
}
