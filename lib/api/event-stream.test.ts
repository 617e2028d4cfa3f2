import { setTimeout as sleep } from "node:timers/promises";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { describe, expect, it, onTestFinished } from "vitest";
import { readableOf } from "@/lib/http/stream-response";
import { EventStream, type StreamPace, sourceOf } from "./event-stream";

type Streamed = AsyncIterable<{ id: number; data: unknown }>;

function eventStream(
  { events, ...rest }: { events: Streamed; ending: AbortController; mayRead: () => Promise<boolean> },
  pace: StreamPace,
) {
  return readableOf(new EventStream({ source: sourceOf(events), ...rest }, pace));
}

const PACE: StreamPace = { heartbeatMilliseconds: 20, checkMilliseconds: 60_000 };

/** Events 1, 2, 3… that are made when they are asked for, up to `last`, and then silence until the end. */
function numbers(last: number, ending: AbortController) {
  const made: number[] = [];
  let returned = false;
  async function* events() {
    try {
      for (let id = 1; id <= last; id += 1) {
        made.push(id);
        yield { id, data: { n: id, text: "two\nlines" } };
      }
      if (!ending.signal.aborted) await new Promise((resolve) => ending.signal.addEventListener("abort", resolve));
    } finally {
      returned = true;
    }
  }
  return { events: events(), made, returned: () => returned };
}

function open(last: number, pace: Partial<StreamPace> = {}, mayRead = async () => true) {
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const source = numbers(last, ending);
  const stream = eventStream({ events: source.events, ending, mayRead }, { ...PACE, ...pace });
  return { ending, ...source, reader: stream.getReader() };
}

describe("eventStream", () => {
  it("writes valid Server-Sent Events: ids, data of one line, a retry time, and comments between events", async () => {
    const { reader, ending } = open(2);
    const messages: EventSourceMessage[] = [];
    const heard = { retry: 0, comments: 0 };
    const parser = createParser({
      onEvent: (event) => messages.push(event),
      onRetry: (retry) => (heard.retry = retry),
      onComment: () => (heard.comments += 1),
    });
    while (heard.comments < 3) parser.feed(new TextDecoder().decode((await reader.read()).value));
    expect(messages).toEqual(
      [1, 2].map((n) => ({ id: `${n}`, event: undefined, data: `{"n":${n},"text":"two\\nlines"}` })),
    );
    expect(heard.retry).toBe(2_000);
    ending.abort();
    while (!(await reader.read()).done);
  });

  it("takes no more events than its reader has read, except for a few in transit", async () => {
    const { reader, made } = open(1_000);
    await reader.read();
    await sleep(100);
    expect(made.length).toBeLessThan(5);
    for (let count = 0; count < 100; count += 1) await reader.read();
    await sleep(50);
    expect(made.length).toBeGreaterThan(95);
    expect(made.length).toBeLessThan(110);
  });

  it("ends for a reader that may no longer read, and stops following its source", async () => {
    let allowed = true;
    const { reader, ending, returned } = open(1, { checkMilliseconds: 30 }, async () => allowed);
    await reader.read();
    await reader.read();
    allowed = false;
    while (!(await reader.read()).done);
    expect(ending.signal.aborted).toBe(true);
    await expect.poll(returned).toBe(true);
  });

  it("ends for a reader that has stopped reading", async () => {
    const { reader, ending, returned } = open(1_000, { checkMilliseconds: 30 });
    await reader.read();
    await reader.read();
    await expect.poll(() => ending.signal.aborted).toBe(true);
    await expect.poll(returned).toBe(true);
  });

  it("continues for a reader that is slow or has nothing to read", async () => {
    const { reader, ending } = open(1, { checkMilliseconds: 30 });
    for (let count = 0; count < 20; count += 1) await reader.read();
    expect(ending.signal.aborted).toBe(false);
  });

  it("ends when its reader disconnects, and when its source fails", async () => {
    const gone = open(5);
    await gone.reader.cancel();
    expect(gone.ending.signal.aborted).toBe(true);
    const ending = new AbortController();
    async function* failing() {
      yield { id: 1, data: 1 };
      throw new Error("lost");
    }
    const stream = eventStream({ events: failing(), ending, mayRead: async () => true }, PACE);
    const text = await new Response(stream).text();
    expect(text).toContain("id: 1");
    expect(ending.signal.aborted).toBe(true);
  });
});
