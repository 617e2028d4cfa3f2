import { withDeadline } from "@/lib/foundation/deadline";
import { log } from "@/lib/foundation/log";
import { reasonOf } from "@/lib/foundation/reason";
import type { StreamSink, StreamWriter } from "@/lib/http/stream-response";

/** How long all waits for a reader of one download may take together. Others wait for its end, strangers for a stranger's. */
export const READER_MILLISECONDS = { anyone: 20_000, member: 120_000 } as const;

/**
 * Sends chunks while they are made. The next one is made only when the connection has room for it. If the reader leaves, no
 * more are made. If one cannot be made, or the reader is too slow, the connection is broken.
 */
export class Download implements StreamWriter {
  private readonly chunks: AsyncIterable<Uint8Array>;
  private readonly ending: AbortController;
  private readonly within: (run: () => Promise<void>) => Promise<void>;
  private readerMilliseconds: number;
  private resume = () => {};

  /** @param ending aborted when it is over; @param within runs it in the scope of its request */
  constructor(
    chunks: AsyncIterable<Uint8Array>,
    ending: AbortController,
    within: (run: () => Promise<void>) => Promise<void> = (run) => run(),
    readerMilliseconds: number = READER_MILLISECONDS.member,
  ) {
    this.chunks = chunks;
    this.ending = ending;
    this.within = within;
    this.readerMilliseconds = readerMilliseconds;
  }

  begin(sink: StreamSink): void {
    void this.within(() => this.send(sink));
  }

  drained(): void {
    this.resume();
  }

  left(): void {
    this.ending.abort();
    this.resume();
  }

  private async send(sink: StreamSink): Promise<void> {
    const { signal } = this.ending;
    try {
      for await (const chunk of this.chunks) {
        if (signal.aborted) return;
        if (!sink.write(chunk)) await this.room();
        if (signal.aborted) return;
      }
      sink.end();
    } catch (error) {
      log().error({ event: "download", error: reasonOf(error) }, "a download was broken off");
      sink.break();
    } finally {
      this.ending.abort();
    }
  }

  /** Waits until the reader has read, or has left. @throws NoAnswer */
  private async room(): Promise<void> {
    const read = new Promise<void>((resolve) => {
      this.resume = resolve;
    });
    const since = performance.now();
    await withDeadline(read, this.readerMilliseconds);
    this.readerMilliseconds -= performance.now() - since;
  }
}
