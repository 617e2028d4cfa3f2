import { sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { testDatabase } from "@/lib/database/testing/test-database";
import { appendEvent } from "@/lib/features/relay/service/append";
import { appendWithin, COUNCIL_LOG } from "./append";
import { assertClockForRequests, checkClock, findLogsAhead, measureSkew } from "./clock";

const database = testDatabase();
const off = (milliseconds: number) => () => new Date(Date.now() + milliseconds);
const REFUSED = { name: "ServiceError", kind: "clockSkew", retryAfterSeconds: 30 };

const act = (at = new Date()) =>
  database().transaction((tx) =>
    appendWithin(tx, COUNCIL_LOG, { kind: "test.done", actor: "system", subject: "clock", details: {} }, at),
  );
const event = (key?: string) =>
  appendEvent(database(), {
    traceId: "clock",
    srcDid: "did:test:s1:sender",
    intent: "tell the time",
    at: new Date(),
    idempotency: key === undefined ? undefined : { key, contentHash: "same" },
  });

beforeEach(() => checkClock(database()));

it("takes half the round trip off, so a slow way is no wrong clock", async () => {
  // The clock advances four seconds while the database responds.
  let asked = 0;
  const clock = () => new Date(Date.now() + (asked++ % 2 === 0 ? -2_000 : 2_000));
  expect(await measureSkew(database(), clock)).toBeLessThan(2_000);
  expect(await measureSkew(database(), off(3_600_000))).toBeGreaterThan(3_590_000);
});

it.each([3_000, -3_000, 86_400_000])(
  "an instance that is %s ms off appends nothing, until it is right again",
  async (milliseconds) => {
    await event("before");
    const stored = () =>
      Promise.all([sizes(), database().execute(sql`select count(*)::int as events from relay_events`)]);
    const before = await stored();
    await checkClock(database(), off(milliseconds));
    await expect(act()).rejects.toMatchObject(REFUSED);
    await expect(event()).rejects.toMatchObject(REFUSED);
    expect(await stored()).toEqual(before);
    // Stored entries can still be read.
    expect(await event("before")).toMatchObject({ traceId: "clock" });
    await checkClock(database());
    await act();
    await event();
  },
);

it("an instance that is a second off appends, and so does a caller whose own clock walks through the past", async () => {
  await checkClock(database(), off(1_000));
  await act();
  await act(new Date("2020-01-01T00:00:00Z"));
  await event();
});

it("an instance gets no requests after its clock was wrong for 30 seconds, until it is right again", async () => {
  const refused = { kind: "unavailable", message: expect.stringMatching(/^The clock of this instance differs/) };
  const wrongAt = (at: number) => checkClock(database(), off(3_000), at);
  await wrongAt(1_000_000);
  expect(() => assertClockForRequests(1_029_999)).not.toThrow();
  await wrongAt(1_030_000);
  expect(() => assertClockForRequests(1_030_000)).toThrow(expect.objectContaining(refused));
  await checkClock(database(), off(0), 1_060_000);
  await wrongAt(1_090_000);
  expect(() => assertClockForRequests(1_090_001)).not.toThrow();
  await checkClock(database());
});

it("a log that is dated ahead is found, with its first entry that is", async () => {
  expect(await findLogsAhead(database())).toEqual([]);
  const { seq, id } = await act(off(86_400_000)());
  await act();
  expect(await findLogsAhead(database())).toEqual([{ log: COUNCIL_LOG, seq, id }]);
});

const sizes = () => database().execute(sql`select log, size from ledger_heads order by log`);
