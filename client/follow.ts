import { type CallInput, type CallOptions, send } from "@/lib/http/client";
import type { Endpoint, SuccessOf } from "@/lib/http/endpoint";
import { readEventBlocks } from "./event-blocks";
import { isTemporary, pause, retryPause } from "./waiting";

/** The pause before a new connection, unless the service sends another one. */
const PAUSE_MILLISECONDS = 2_000;
/** The service sends a heartbeat every 15 seconds. A connection without three of them counts as lost. */
const SILENCE_MILLISECONDS = 45_000;

/** Yields the text of one connection until it ends, or sends nothing for too long. */
async function* listen(
  open: (signal: AbortSignal) => Promise<Response>,
  silenceMilliseconds: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void> {
  const connection = new AbortController();
  const close = () => connection.abort();
  signal?.addEventListener("abort", close);
  async function inTime<T>(reading: Promise<T>): Promise<T> {
    const timer = setTimeout(close, silenceMilliseconds);
    return reading.finally(() => clearTimeout(timer));
  }
  try {
    const { body } = await inTime(open(connection.signal));
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    if (reader === undefined) return;
    for (let read = await inTime(reader.read()); !read.done; read = await inTime(reader.read())) yield read.value;
  } finally {
    signal?.removeEventListener("abort", close);
    close();
  }
}

export interface FollowOptions extends CallOptions {
  /** The longest time in which a connection may send nothing, not even a comment. */
  silenceMilliseconds?: number;
  /** The event after which the first connection continues, as `Last-Event-ID`. */
  after?: string | undefined;
}

/**
 * Follows a stream of Server-Sent Events until the signal, or until the reader leaves the loop. If a connection ends,
 * fails or sends nothing, a new one continues after the last event. No event is missed or repeated.
 * @throws ApiError for an error that is not temporary
 */
export async function* follow<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { silenceMilliseconds = SILENCE_MILLISECONDS, after, ...options }: FollowOptions = {},
): AsyncGenerator<SuccessOf<E>, void> {
  const { signal } = options;
  let lastEventId = after;
  let pauseMilliseconds = PAUSE_MILLISECONDS;
  let failures = 0;

  while (!signal?.aborted) {
    const read = readEventBlocks();
    let cause: unknown;
    try {
      const open = (connection: AbortSignal) => send(endpoint, input, { ...options, signal: connection, lastEventId });
      for await (const text of listen(open, silenceMilliseconds, signal)) {
        for (const { id, data, retryMilliseconds } of read(text)) {
          failures = 0;
          pauseMilliseconds = retryMilliseconds ?? pauseMilliseconds;
          lastEventId = id ?? lastEventId;
          if (data !== undefined) yield endpoint.responses[200]?.parse(JSON.parse(data)) as SuccessOf<E>;
        }
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (!isTemporary(error)) throw error;
      cause = error;
    }
    await pause(retryPause(cause, pauseMilliseconds, failures), signal);
    failures += 1;
  }
}
