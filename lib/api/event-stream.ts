import { setTimeout as sleep } from "node:timers/promises";
import { settings } from "@/lib/env";
import { log } from "@/lib/log";

/** What a reader is told to wait before it connects again. */
const RECONNECT_MILLISECONDS = 2_000;

export interface StreamPace {
  /** Silence after which a comment is sent, so that nothing between takes the connection for dead. */
  heartbeatMilliseconds: number;
  /** How often it is looked whether the reader may still read, and does. Twice without a read ends the stream. */
  checkMilliseconds: number;
}
const HEARTBEAT_MILLISECONDS = 15_000;

/** A comment is sent between two checks at least, so that an idle reader has something to read. */
function paceOfSettings(): StreamPace {
  const checkMilliseconds = settings().STREAM_CHECK_SECONDS * 1_000;
  return { heartbeatMilliseconds: Math.min(HEARTBEAT_MILLISECONDS, checkMilliseconds / 2), checkMilliseconds };
}

interface Followed {
  events: AsyncIterable<{ id: number; data: unknown }>;
  /** Ends the stream when aborted; aborted when the reader is gone. */
  ending: AbortController;
  /** Whether the reader may still read. */
  mayRead: () => Promise<boolean>;
}

/**
 * Writes events as Server-Sent Events (WHATWG HTML, 9.2): `id`, and `data` as one line of JSON. An event is taken only
 * when the reader has room for it, so a slow one costs no memory.
 */
export function eventStream(
  { events, ending, mayRead }: Followed,
  pace: StreamPace = paceOfSettings(),
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = events[Symbol.asyncIterator]();
  let next: ReturnType<typeof iterator.next> | undefined;
  let readSinceCheck = true;
  let unreadChecks = 0;

  /** The next event as text, or a comment after a silence. */
  async function take(): Promise<string> {
    next ??= iterator.next();
    const silence = new AbortController();
    const event = await Promise.race([
      next,
      sleep(pace.heartbeatMilliseconds, "silence" as const, { signal: silence.signal }),
    ]).finally(() => silence.abort());
    if (event === "silence") return ":\n\n";
    next = undefined;
    if (event.done) ending.abort();
    return event.done ? "" : `id: ${event.value.id}\ndata: ${JSON.stringify(event.value.data)}\n\n`;
  }

  async function check(): Promise<void> {
    unreadChecks = readSinceCheck ? 0 : unreadChecks + 1;
    readSinceCheck = false;
    if (unreadChecks >= 2 || !(await mayRead())) ending.abort();
  }
  const checks = setInterval(() => void check(), pace.checkMilliseconds);

  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(`retry: ${RECONNECT_MILLISECONDS}\n\n`));
      const end = () => {
        clearInterval(checks);
        void iterator.return?.();
        // The reader may have gone first.
        try {
          controller.close();
        } catch {}
      };
      if (ending.signal.aborted) end();
      else ending.signal.addEventListener("abort", end);
    },
    async pull(controller) {
      readSinceCheck = true;
      try {
        const chunk = await take();
        if (!ending.signal.aborted) controller.enqueue(encoder.encode(chunk));
      } catch (error) {
        log().error({ event: "stream", error: String(error) }, "an event stream failed");
        ending.abort();
      }
    },
    cancel() {
      ending.abort();
    },
  });
}
