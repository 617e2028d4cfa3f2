import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from "vitest";
import { OPERATIONS } from "@/lib/portal/contract";
import { connect } from "./index";
import { pageParameter } from "./pages";
import { json, type ScriptedServer, startScriptedServer } from "./testing/scripted-server";

let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.stop());
const pages = () => connect({ baseUrl: server.baseUrl }).pages;
const paths = () => server.asked.map(({ url }) => url);

const board = (offset: number, total: number) =>
  json({ agents: [], total, limit: 2, offset, generated_at: "2026-11-25T00:00:00.000Z" });

describe("a list with pages", () => {
  it("continues by its cursor until there is none", async () => {
    server.play(
      json({ acts: [], next_cursor: "after:1" }),
      json({ acts: [], next_cursor: "after:2" }),
      json({ acts: [] }),
    );
    let read = 0;
    for await (const { acts } of pages().listOwnActs({ query: { limit: 1 } })) read += 1 + acts.length;
    expect(read).toBe(3);
    expect(paths()).toEqual(
      ["start", "after%3A1", "after%3A2"].map((cursor) => expect.stringMatching(`limit=1&cursor=${cursor}$`)),
    );
  });

  it("continues by its offset until the total, also if the first page is not at 0", async () => {
    server.play(board(1, 5), board(3, 5));
    for await (const page of pages().rankAgents({ query: { offset: 1 } })) expect(page.limit).toBe(2);
    expect(paths()).toEqual(["/api/leaderboard?offset=1", "/api/leaderboard?offset=3"]);
  });

  it("ends if the service returns the same offset again", async () => {
    server.play(board(0, 9), board(0, 9), board(0, 9));
    let read = 0;
    for await (const _ of pages().rankAgents()) read += 1;
    expect(read).toBe(2);
  });

  it("continues by the number of the next entry", async () => {
    const trace = (next: number | null) => json({ trace_id: "t", count: 2, events: [], next });
    server.play(trace(1), trace(null));
    for await (const { count } of pages().replayTrace({ params: { trace_id: "t" } })) expect(count).toBe(2);
    expect(paths()).toEqual(["/api/relay/replay/t", "/api/relay/replay/t?after=1"]);
  });

  it("continues after the cursor of a page that is not the last", async () => {
    const changes = (cursor: string, has_more: boolean) => json({ events: [], cursor, has_more, limit: 100 });
    server.play(changes("e.1", true), changes("e.2", false));
    for await (const { events } of pages().listChanges()) expect(events).toEqual([]);
    expect(paths()).toEqual(["/api/events", "/api/events?after=e.1"]);
  });

  it("repeats the request for a page after a temporary error", async () => {
    server.play(json({ error: "Busy" }, 429, { "retry-after": "0" }), json({ acts: [] }));
    for await (const { acts } of pages().listOwnActs()) expect(acts).toEqual([]);
    expect(server.asked).toHaveLength(2);
  });

  it("throws instead of ending if the database failed", async () => {
    server.play(json({ anchors: [], count: 0, generated_at: "2026-11-25T00:00:00.000Z", db_error: true }));
    await expect(pages().listAnchors().next()).rejects.toMatchObject({ code: "DB_ERROR" });
  });

  it("requests no page after the reader has left", async () => {
    server.play(json({ acts: [], next_cursor: "after:1" }), json({ acts: [] }));
    for await (const _ of pages().listOwnActs()) break;
    expect(server.asked).toHaveLength(1);
  });
});

it("every list with a cursor, an offset or a next number has pages, and nothing else", () => {
  const named = Object.values(OPERATIONS).filter((each) => pageParameter(each) !== undefined);
  const names = Object.keys(connect({ baseUrl: server.baseUrl }).pages);
  expect(names.sort()).toEqual(named.map(({ operationId }) => operationId).sort());
  expect(names).toEqual(expect.arrayContaining(["listDirectory", "listIncidents", "readLog", "listMcpServers"]));
  expect(names).not.toContain("streamInbox");
  expect(names).not.toContain("proveConsistency");
  expectTypeOf<keyof ReturnType<typeof pages>>().toExtend<string>();
});
