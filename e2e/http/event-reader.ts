import { createParser } from "eventsource-parser";

/** An event stream followed by a test. */
export interface EventReader {
  status: number;
  headers: Headers;
  /** The data of each event so far, with its id. */
  events: { id: string | undefined; data: unknown }[];
  /** Whether the stream has ended, by the server or because it was killed. */
  ended: () => boolean;
  close: () => void;
}

/** Follows a stream of Server-Sent Events until either side closes it. */
export async function readEvents(url: string, headers: Record<string, string>): Promise<EventReader> {
  const closing = new AbortController();
  const response = await fetch(url, { headers, signal: closing.signal });
  const events: EventReader["events"] = [];
  let ended = false;
  const parser = createParser({ onEvent: ({ id, data }) => events.push({ id, data: JSON.parse(data) }) });
  void (async () => {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body ?? []) parser.feed(decoder.decode(chunk, { stream: true }));
    } catch {}
    ended = true;
  })();
  return {
    status: response.status,
    headers: response.headers,
    events,
    ended: () => ended,
    close: () => closing.abort(),
  };
}
