import { createParser, type EventSourceMessage } from "eventsource-parser";
import { ApiError, type CallInput, type CallOptions, send } from "@/lib/http/client";
import type { Endpoint, SuccessOf } from "@/lib/http/endpoint";

/** Until the service says something else. */
const PAUSE_MILLISECONDS = 2_000;
const LONGEST_PAUSE_MILLISECONDS = 30_000;
/** The service breaks its silence every 15 seconds: after three of them the connection is dead. */
const SILENCE_MILLISECONDS = 45_000;

/** Whether the same call may succeed later: nobody answered, too many asked, or the service is not well. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 429 || error.status >= 500;
  // What `fetch` throws where a connection fails, and what reading throws where one was cut or given up.
  return error instanceof TypeError || (error instanceof DOMException && error.name === "AbortError");
}

/** Waits, and no longer than the signal lets it. */
function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener("abort", done);
  });
}

/** What one connection says, until it ends or has been silent for too long. */
async function* listen(
  open: (signal: AbortSignal) => Promise<Response>,
  silenceMilliseconds: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void> {
  const connection = new AbortController();
  const close = () => connection.abort();
  signal?.addEventListener("abort", close);
  async function inTime<T>(answer: Promise<T>): Promise<T> {
    const timer = setTimeout(close, silenceMilliseconds);
    return answer.finally(() => clearTimeout(timer));
  }
  try {
    const { body } = await inTime(open(connection.signal));
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let read = await reader?.read(); read && !read.done; read = await inTime(reader?.read() ?? Promise.reject())) {
      yield read.value;
    }
  } finally {
    signal?.removeEventListener("abort", close);
    close();
  }
}

/**
 * Follows a stream of Server-Sent Events until the signal, or until the reader leaves the loop. A connection that ends,
 * fails or falls silent is made again behind the last event, so that none is lost and none comes twice.
 * @throws ApiError for a refusal that waiting does not mend
 */
export async function* follow<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { silenceMilliseconds = SILENCE_MILLISECONDS, ...options }: CallOptions & { silenceMilliseconds?: number } = {},
): AsyncGenerator<SuccessOf<E>, void> {
  const { signal } = options;
  let lastEventId: string | undefined;
  let told = PAUSE_MILLISECONDS;
  let failures = 0;
  const received: EventSourceMessage[] = [];

  while (!signal?.aborted) {
    const heard = () => {
      failures = 0;
    };
    const parser = createParser({
      onComment: heard,
      onRetry: (milliseconds) => {
        heard();
        told = milliseconds;
      },
      onEvent: (event) => {
        heard();
        received.push(event);
      },
    });
    let wait: number | undefined;
    try {
      const open = (connection: AbortSignal) => send(endpoint, input, { ...options, signal: connection, lastEventId });
      for await (const text of listen(open, silenceMilliseconds, signal)) {
        parser.feed(text);
        for (const { id, data } of received.splice(0)) {
          lastEventId = id ?? lastEventId;
          yield endpoint.responses[200]?.parse(JSON.parse(data)) as SuccessOf<E>;
        }
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (!isTemporary(error)) throw error;
      if (error instanceof ApiError && error.retryAfterSeconds !== undefined) wait = error.retryAfterSeconds * 1_000;
    }
    // Not all at the same moment, once a service is back.
    wait ??= Math.min(told * 2 ** failures, LONGEST_PAUSE_MILLISECONDS) * (0.5 + Math.random() / 2);
    failures += 1;
    await pause(wait, signal);
  }
}
