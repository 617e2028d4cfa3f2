import { settings } from "@/lib/foundation/env";
import { log } from "@/lib/foundation/log";
import { reasonOf } from "@/lib/foundation/reason";
import type { Chunk, StreamEvent, StreamSink, StreamSource, StreamWriter } from "@/lib/http/stream-response";
import { type Ticked, tickEvery } from "./stream-clock";

/** Sent to the client as the pause before it connects again. */
const RECONNECT_MILLISECONDS = 2_000;
const COMMENT = ":\n\n";

export interface StreamPace {
  /** A comment is sent after this time without events, so proxies do not close the connection. */
  heartbeatMilliseconds: number;
  /** How often to check whether the reader may still read, and does. Two checks without a read end the stream. */
  checkMilliseconds: number;
}
const HEARTBEAT_MILLISECONDS = 15_000;

/** At least one comment is sent between two checks, so an idle reader has something to read. */
function paceOfSettings(): StreamPace {
  const checkMilliseconds = settings().STREAM_CHECK_SECONDS * 1_000;
  return { heartbeatMilliseconds: Math.min(HEARTBEAT_MILLISECONDS, checkMilliseconds / 2), checkMilliseconds };
}

interface Followed {
  source: StreamSource;
  /** Ends the stream when aborted. It is aborted when the reader disconnects. */
  ending: AbortController;
  /** Returns whether the reader may still read. */
  mayRead: () => Promise<boolean>;
}

/** Returns an event as text of Server-Sent Events (WHATWG HTML, 9.2): `id`, and `data` as one line of JSON. */
export function eventText({ id, data }: StreamEvent): string {
  return `${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** Returns events as a source of text. An event is taken only after the one before has been sent. */
export function sourceOf(events: AsyncIterable<StreamEvent>): StreamSource {
  const iterator = events[Symbol.asyncIterator]();
  return {
    next: async () => {
      const { done, value } = await iterator.next();
      return done ? undefined : eventText(value);
    },
    follow: () => () => void iterator.return?.(),
  };
}

/**
 * Writes a source as Server-Sent Events. Its next text is taken only when the connection has room for it, so a slow
 * reader costs no memory. All streams share one timer.
 */
export class EventStream implements StreamWriter, Ticked {
  private readonly followed: Followed;
  private readonly pace: StreamPace;
  private sink: StreamSink | undefined;
  private unfollow = () => {};
  private isFull = false;
  private isTaking = false;
  private wasRead = true;
  private unreadChecks = 0;
  private writtenAt = 0;
  private checkAt = 0;

  constructor(followed: Followed, pace: StreamPace = paceOfSettings()) {
    this.followed = followed;
    this.pace = pace;
  }

  begin(sink: StreamSink): void {
    const { signal } = this.followed.ending;
    this.sink = sink;
    this.checkAt = performance.now() + this.pace.checkMilliseconds;
    this.write(`retry: ${RECONNECT_MILLISECONDS}\n\n`);
    if (signal.aborted) {
      this.end();
      return;
    }
    signal.addEventListener("abort", () => this.end(), { once: true });
    this.unfollow = this.followed.source.follow(() => this.pump());
    const untick = tickEvery(Math.min(this.pace.heartbeatMilliseconds, this.pace.checkMilliseconds) / 4, this);
    const { unfollow } = this;
    this.unfollow = () => {
      untick();
      unfollow();
    };
    this.pump();
  }

  drained(): void {
    this.isFull = false;
    this.wasRead = true;
    this.pump();
  }

  left(): void {
    this.followed.ending.abort();
  }

  tick(now: number): void {
    if (now - this.writtenAt >= this.pace.heartbeatMilliseconds && !this.isFull) {
      this.write(this.followed.source.heartbeat?.() ?? COMMENT);
    }
    if (now < this.checkAt) return;
    this.checkAt = now + this.pace.checkMilliseconds;
    void this.check();
  }

  private write(chunk: Chunk): void {
    this.writtenAt = performance.now();
    this.isFull = this.sink?.write(chunk) === false;
  }

  /** Sends the available text while the connection has room. */
  private pump(): void {
    const { source, ending } = this.followed;
    while (!this.isTaking && !this.isFull && !ending.signal.aborted) {
      let taken: ReturnType<StreamSource["next"]>;
      try {
        taken = source.next();
      } catch (error) {
        this.fail(error);
        return;
      }
      if (taken instanceof Promise) {
        this.isTaking = true;
        taken.then(
          (chunk) => {
            this.isTaking = false;
            if (this.send(chunk)) this.pump();
          },
          (error) => this.fail(error),
        );
      } else if (!this.send(taken)) return;
    }
  }

  /** @returns whether there may be more */
  private send(chunk: Chunk | null | undefined): boolean {
    const { ending } = this.followed;
    if (ending.signal.aborted || chunk === null) return false;
    if (chunk === undefined) ending.abort();
    else if (chunk.length > 0) this.write(chunk);
    return chunk !== undefined;
  }

  private fail(error: unknown): void {
    log().error({ event: "stream", error: reasonOf(error) }, "an event stream failed");
    this.followed.ending.abort();
  }

  private async check(): Promise<void> {
    this.unreadChecks = this.isFull && !this.wasRead ? this.unreadChecks + 1 : 0;
    this.wasRead = false;
    const isRead = this.unreadChecks < 2;
    if (!isRead || !(await this.followed.mayRead())) this.followed.ending.abort();
  }

  private end(): void {
    this.unfollow();
    this.sink?.end();
  }
}
