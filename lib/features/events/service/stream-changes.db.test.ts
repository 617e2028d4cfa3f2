import { setTimeout as sleep } from "node:timers/promises";
import { createParser } from "eventsource-parser";
import { describe, expect, it, onTestFinished } from "vitest";
import { GET as stream } from "@/app/api/events/stream/route";
import { systemContext } from "@/lib/authority/context";
import { testDatabase } from "@/lib/database/testing/test-database";
import { recordChange } from "../record-change";
import type { Change } from "../schema";
import { numberChanges, startNumbering } from "./number-changes";
import { readHead } from "./read-changes";
import { RecentChanges } from "./recent-changes";
import { ChangeSource, streamChanges } from "./stream-changes";

const database = testDatabase();

async function write(count: number, did = "did:fed:s1:a", kind: Change["kind"] = "agent.changed"): Promise<void> {
  await database().transaction(async (tx) => {
    for (let n = 0; n < count; n += 1) {
      await recordChange(tx, { kind, subject: did, dids: [did], zone: null, data: { n } });
    }
  });
}
async function writeNumbered(count: number, did?: string, kind?: Change["kind"]): Promise<void> {
  await write(count, did, kind);
  while ((await numberChanges(database())) !== 0);
}

/** Follows the feed through its route. */
async function follow(query = "", headers: Record<string, string> = {}) {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const request = new Request(`http://localhost/api/events/stream${query}`, { headers, signal: leaving.signal });
  const response = await stream(request, { params: Promise.resolve({}) });
  const events: { id: string | undefined; change: Change }[] = [];
  if (response.status !== 200) return { response, events, close: () => {} };
  const parser = createParser({ onEvent: ({ id, data }) => events.push({ id, change: JSON.parse(data) }) });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  void (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(new TextDecoder().decode(value));
    }
  })();
  const close = () => reader.cancel();
  onTestFinished(close);
  return { response, events, close };
}
const numbersOf = (events: { id: string | undefined }[]) => events.map(({ id }) => Number(id?.split(".")[1]));
const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n);

describe("GET /api/events/stream", () => {
  it("begins with new changes, and sends each with its cursor as soon as it is numbered", async () => {
    onTestFinished(startNumbering(() => true));
    await write(3);
    await expect.poll(async () => (await readHead(database())).head).toBe(3);
    const { response, events } = await follow();
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(response.headers.get("cache-control")).toContain("no-store");
    await write(2);
    await expect.poll(() => numbersOf(events)).toEqual([4, 5]);
    const [first] = events;
    expect(first?.change).toMatchObject({ cursor: first?.id, kind: "agent.changed", subject: "did:fed:s1:a" });
  });

  it("continues after Last-Event-ID, which has priority over `after`, from the table and then from memory", async () => {
    onTestFinished(startNumbering(() => true));
    const { epoch, head } = await readHead(database());
    const { events } = await follow(`?after=${epoch}.4`, { "last-event-id": `${epoch}.1` });
    await expect.poll(() => numbersOf(events)).toEqual(upTo(2, head));
    await write(1);
    await expect.poll(() => numbersOf(events)).toEqual(upTo(2, head + 1));
    const behind = await follow(`?after=${epoch}.${head - 1}`);
    await expect.poll(() => numbersOf(behind.events)).toEqual([head, head + 1]);
  });

  it("filters the changes", async () => {
    onTestFinished(startNumbering(() => true));
    const { events } = await follow("?kind=agent.suspended&zone=S2");
    await write(3, "did:fed:s2:b");
    await write(2, "did:fed:s1:b", "agent.suspended");
    await write(1, "did:fed:s2:b", "agent.suspended");
    await expect
      .poll(() => events.map(({ change }) => [change.kind, change.subject]))
      .toEqual([["agent.suspended", "did:fed:s2:b"]]);
    await sleep(50);
    expect(events).toHaveLength(1);
  });

  it("responds with 410 to an expired cursor, 400 to an invalid one, and 503 to a fifth stream of an address", async () => {
    const { epoch } = await readHead(database());
    const expired = await follow("?after=another.1");
    expect(expired.response.status).toBe(410);
    expect(await expired.response.json()).toMatchObject({ code: "CURSOR_EXPIRED", oldest: `${epoch}.0` });
    expect((await follow("", { "last-event-id": "17" })).response.status).toBe(400);
    const open = await Promise.all([follow(), follow(), follow(), follow()]);
    expect(open.map(({ response }) => response.status)).toEqual([200, 200, 200, 200]);
    const fifth = await follow();
    expect(fifth.response.status).toBe(503);
    expect(await fifth.response.json()).toMatchObject({ code: "TOO_MANY_STREAMS" });
    await open[0]?.close();
    expect((await follow()).response.status).toBe(200);
  });
});

describe("ChangeSource", () => {
  /** Reads a source until it is empty. @returns the numbers of its changes */
  async function drain(source: ChangeSource): Promise<number[]> {
    const numbers: number[] = [];
    for (;;) {
      const chunk = await source.next();
      if (chunk === null || chunk === undefined) return numbers;
      for (const [, seq] of String(chunk).matchAll(/^id: [0-9a-z]+\.(\d+)$/gm)) numbers.push(Number(seq));
    }
  }
  const text = ({ id, data }: { id: string; data: Change }) => `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`;

  it("reads the table if it is too slow for the changes in memory, and neither misses nor repeats one", async () => {
    const recent = new RecentChanges(database(), text, 20);
    await recent.ready();
    const { head } = await readHead(database());
    const source = new ChangeSource(database(), recent, {}, head);
    const filtered = new ChangeSource(database(), recent, { kinds: ["agent.suspended"] }, head);
    onTestFinished(source.follow(() => {}));
    await writeNumbered(130);
    await writeNumbered(1, "did:fed:s1:c", "agent.suspended");
    await writeNumbered(60);
    await expect.poll(() => recent.last).toBe(head + 191);
    expect(recent.get(head + 1)).toBeUndefined();
    expect(recent.get(recent.last)?.seq).toBe(recent.last);
    expect(await drain(source)).toEqual(upTo(head + 1, head + 191));
    expect(await drain(filtered)).toEqual([head + 131]);
    expect(filtered.heartbeat()).toContain(`.${head + 191}\n\n`);
  });

  it("continues after a time without followers", async () => {
    const source = await streamChanges(systemContext(database()), { lastEventId: undefined }, text);
    source.follow(() => {})();
    const { head } = await readHead(database());
    await writeNumbered(5);
    let wakes = 0;
    onTestFinished(source.follow(() => (wakes += 1)));
    await expect.poll(() => wakes).toBeGreaterThan(0);
    // It may be woken before the changes have numbers, if another numbering runs, and then once more.
    const numbers: number[] = [];
    const drained = async () => numbers.push(...(await drain(source as ChangeSource)));
    await expect.poll(drained, { timeout: 10_000 }).toBeGreaterThanOrEqual(5);
    expect(numbers).toEqual(upTo(head + 1, head + 5));
  });
});
