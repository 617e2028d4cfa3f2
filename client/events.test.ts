import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CursorExpired, connect, type EventsOptions } from "./index";
import { json, type ScriptedServer, startScriptedServer, streaming } from "./testing/scripted-server";

let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.stop());

const page = (cursor: string, has_more: boolean) => json({ events: [], cursor, has_more, limit: 1 });
const head = page("e.7", false);
const change = (seq: number, kind = "agent.joined") => {
  const event = { cursor: `e.${seq}`, kind, subject: "did:fed:s1:a", dids: [], at: "2026-11-25T00:00:00Z", data: {} };
  return `id: e.${seq}\ndata: ${JSON.stringify(event)}\n\n`;
};
const expired = json({ error: "Cursor expired", code: "CURSOR_EXPIRED", oldest: "f.3" }, 410);

async function take(count: number, options?: EventsOptions): Promise<string[]> {
  const kinds: string[] = [];
  for await (const { cursor, kind } of connect({ baseUrl: server.baseUrl, token: "t" }).events(options)) {
    if (kinds.push(`${cursor} ${kind}`) === count) break;
  }
  return kinds;
}
const from = () => server.asked.map(({ headers }) => headers["last-event-id"]);

describe("the change feed", () => {
  it("is followed from its end, and no event is missed if the first connection fails before one", async () => {
    server.play(
      head,
      streaming("", { thenEnds: true }),
      streaming(change(8), { thenEnds: true }),
      streaming(change(9)),
    );
    expect(await take(2)).toEqual(["e.8 agent.joined", "e.9 agent.joined"]);
    expect(from()).toEqual([undefined, "e.7", "e.7", "e.8"]);
  });

  it("is followed although the service is not there at first", async () => {
    const away = json({ error: "No" }, 502, { "retry-after": "0" });
    server.play(away, away, away, head, streaming(change(8)));
    expect(await take(1)).toEqual(["e.8 agent.joined"]);
    server.play(json({ error: "No" }, 401));
    await expect(take(1)).rejects.toMatchObject({ status: 401 });
  });

  it("has its end after all filtered changes, even if this takes several reads", async () => {
    server.play(page("e.3", true), page("e.7", false), streaming(change(8)));
    await take(1);
    expect(server.asked.map(({ url }) => url)).toEqual([
      "/api/events?did=did%3Aclient%3Anone%3Anone&limit=1",
      "/api/events?after=e.3&did=did%3Aclient%3Anone%3Anone&limit=1",
      "/api/events/stream",
    ]);
    expect(from().at(-1)).toBe("e.7");
  });

  it("continues after a cursor that came without an event", async () => {
    server.play(streaming(`${change(3)}:\nid: e.9\n\n`, { thenEnds: true }), streaming(change(10)));
    await take(2, { after: "e.2" });
    expect(from()).toEqual(["e.2", "e.9"]);
  });

  it("is followed from a cursor, with filters", async () => {
    server.play(streaming(change(3)));
    await take(1, {
      after: "e.2",
      kinds: ["agent.suspended", "agent.withdrawn"],
      dids: ["did:fed:s1:a"],
      zones: ["s1"],
    });
    expect(server.asked[0]?.url).toBe(
      "/api/events/stream?kind=agent.suspended%2Cagent.withdrawn&did=did%3Afed%3As1%3Aa&zone=s1",
    );
    expect(from()).toEqual(["e.2"]);
  });

  it("may have kinds and fields that are unknown to this client", async () => {
    const later = change(1, "agent.teleported").replace('"data":{}', '"data":{},"mood":"good"');
    server.play(streaming(later));
    expect(await take(1, { after: "e.0" })).toEqual(["e.1 agent.teleported"]);
  });

  it("reports the oldest cursor if the given one has expired", async () => {
    server.play(expired);
    const error = await take(1, { after: "e.2" }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CursorExpired);
    expect(error).toMatchObject({ name: "CursorExpired", status: 410, code: "CURSOR_EXPIRED", oldest: "f.3" });
  });

  it("continues from the oldest change on request, without an endless loop", async () => {
    server.play(expired, streaming(change(4)));
    expect(await take(1, { after: "e.2", onExpired: "oldest" })).toHaveLength(1);
    expect(from()).toEqual(["e.2", "f.3"]);
    server.play(expired, expired, expired);
    await expect(take(1, { after: "e.2", onExpired: "oldest" })).rejects.toBeInstanceOf(CursorExpired);
    expect(server.asked).toHaveLength(2);
  });

  it("ends when it is aborted", async () => {
    const stopping = new AbortController();
    server.play(streaming(change(1)));
    const events = connect({ baseUrl: server.baseUrl }).events({ after: "e.0" }, { signal: stopping.signal });
    const read: string[] = [];
    for await (const { cursor } of events) {
      read.push(cursor);
      stopping.abort();
    }
    expect(read).toEqual(["e.1"]);
  });
});

it("the feed's own operations accept kinds and fields that are newer than this client", async () => {
  const { listChanges } = connect({ baseUrl: server.baseUrl });
  const event = {
    cursor: "e.1",
    kind: "agent.teleported",
    subject: "s",
    dids: [],
    at: "2026-11-25T00:00:00Z",
    data: {},
  };
  server.play(json({ events: [event], cursor: "e.1", has_more: false, limit: 100 }));
  expect((await listChanges()).events).toEqual([event]);
});
