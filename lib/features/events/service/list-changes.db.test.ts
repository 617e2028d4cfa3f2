import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { GET as list } from "@/app/api/events/route";
import { testDatabase } from "@/lib/database/testing/test-database";
import { get } from "@/lib/testing/call";
import { recordChange } from "../record-change";
import { Change, ChangeKind, ChangeList } from "../schema";
import { expireChanges } from "./expire-changes";
import { numberChanges } from "./number-changes";
import { readHead } from "./read-changes";

const database = testDatabase();

const DIDS = ["did:fed:s1:one", "did:fed:s2:two", "did:fed:other:three"];

/** Writes nine changes: three kinds for each of three agents. */
async function write(): Promise<void> {
  for (const did of DIDS) {
    for (const kind of ["agent.joined", "agent.registered", "agent.suspended"] as const) {
      const change = { kind, subject: did, dids: [did], zone: null, data: {} };
      await database().transaction((tx) => recordChange(tx, change));
    }
  }
  await numberChanges(database());
}

async function read(query: string) {
  const { status, body } = await get(list, query);
  expect(status).toBe(200);
  return ChangeList.parse(body);
}
const errorOf = async (query: string) => {
  const { status, body } = await get(list, query);
  return { status, body };
};
const seqs = ({ events }: ChangeList) => events.map(({ cursor }) => Number(cursor.split(".")[1]));

describe("GET /api/events", () => {
  it("is empty at first, with a cursor for the next call", async () => {
    const first = await read("");
    const { epoch } = await readHead(database());
    expect(first).toEqual({ events: [], cursor: `${epoch}.0`, has_more: false, limit: 100 });
  });

  it("returns the changes page by page, the oldest first", async () => {
    await write();
    const first = await read("limit=4");
    expect([seqs(first), first.has_more]).toEqual([[1, 2, 3, 4], true]);
    expect(Change.parse(first.events[0])).toMatchObject({ kind: "agent.joined", subject: DIDS[0], dids: [DIDS[0]] });
    const second = await read(`limit=5&after=${first.cursor}`);
    expect([seqs(second), second.has_more]).toEqual([[5, 6, 7, 8, 9], false]);
    const third = await read(`after=${second.cursor}`);
    expect([third.events, third.cursor]).toEqual([[], second.cursor]);
  });

  it("filters by kinds, agents and zones in any case, and its cursor advances without a match", async () => {
    expect(seqs(await read("kind=agent.suspended"))).toEqual([3, 6, 9]);
    expect(seqs(await read("kind=Agent.Joined,agent.suspended&zone=s1"))).toEqual([1, 3]);
    expect(seqs(await read("zone=S1,OTHER&kind=agent.registered"))).toEqual([2, 8]);
    expect(seqs(await read(`did=${DIDS[1]},${DIDS[2]}&limit=4`))).toEqual([4, 5, 6, 7]);
    const nothing = await read("did=did:fed:s1:nobody");
    const { epoch, head } = await readHead(database());
    expect(nothing).toMatchObject({ events: [], cursor: `${epoch}.${head}`, has_more: false });
    expect(seqs(await read("kind=&did=,&zone="))).toHaveLength(9);
  });

  it("names the invalid filter or cursor", async () => {
    const kind = await errorOf("kind=agent.exploded");
    expect(kind).toMatchObject({ status: 400, body: { error: "Validation error", code: "VALIDATION_ERROR" } });
    for (const each of ChangeKind.options) expect(String(kind.body["message"])).toContain(each);
    expect(kind.body["fields"]).toEqual(["kind"]);
    const wrong = ["after=1", "after=abc.-1", "after=abc.01", "after=abc.1.2", "did=x", "zone=a%00b"];
    for (const query of wrong) expect([query, (await errorOf(query)).status]).toEqual([query, 400]);
    const many = Array.from({ length: 51 }, (_, n) => `did:fed:s1:a${n}`).join(",");
    expect((await errorOf(`did=${many}`)).status).toBe(400);
  });

  it("responds with 410 and the oldest cursor to one of another epoch, one beyond the head, and one too old", async () => {
    const { epoch } = await readHead(database());
    const expired = { status: 410, body: { error: "Cursor expired", code: "CURSOR_EXPIRED", oldest: `${epoch}.0` } };
    expect(await errorOf("after=0another.3")).toMatchObject(expired);
    expect(await errorOf(`after=${epoch}.10`)).toMatchObject(expired);
    await database().execute(sql`update changes set at = now() - interval '91 days' where seq <= 4`);
    expect(await expireChanges(database())).toBe(4);
    const oldest = `${epoch}.4`;
    expect(await errorOf(`after=${epoch}.3`)).toMatchObject({ status: 410, body: { oldest } });
    expect(seqs(await read(`after=${oldest}`))).toEqual([5, 6, 7, 8, 9]);
    expect(seqs(await read(""))).toEqual([5, 6, 7, 8, 9]);
  });

  it("keeps a change for 90 days", async () => {
    await database().execute(sql`update changes set at = now() - interval '89 days 23 hours'`);
    expect(await expireChanges(database())).toBe(0);
  });

  it("deletes no change before an older number has expired, and continues its numbers in an empty table", async () => {
    await database().execute(sql`update changes set at = now() - interval '91 days' where seq = 7`);
    expect(await expireChanges(database())).toBe(0);
    await database().execute(sql`update changes set at = now() - interval '91 days'`);
    expect(await expireChanges(database())).toBe(5);
    const { epoch } = await readHead(database());
    expect(await readHead(database())).toMatchObject({ head: 9, oldest: 10 });
    expect(await read(`after=${epoch}.9`)).toMatchObject({ events: [], cursor: `${epoch}.9` });
    expect((await errorOf(`after=${epoch}.8`)).status).toBe(410);
    await write();
    expect(seqs(await read(`after=${epoch}.9`))[0]).toBe(10);
  });

  it("begins a new numbering after an operator has set another epoch", async () => {
    const { cursor } = await read("");
    await database().execute(sql`update change_feed set epoch = 'restored'`);
    expect(await errorOf(`after=${cursor}`)).toMatchObject({ status: 410, body: { oldest: "restored.9" } });
    expect((await read("after=restored.9")).events[0]?.cursor).toBe("restored.10");
  });
});
