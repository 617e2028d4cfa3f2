import { expect, it, onTestFinished, vi } from "vitest";
import { testDatabase } from "@/lib/database/testing/test-database";
import { recordChange } from "../record-change";
import { numberChanges } from "./number-changes";
import { readHead } from "./read-changes";
import { RecentChanges } from "./recent-changes";

/** The next reads of the head return only after these. */
const delays = vi.hoisted((): Promise<void>[] => []);
vi.mock("./read-changes", async (original) => {
  const actual = await original<typeof import("./read-changes")>();
  const readLater: typeof readHead = async (db) => {
    const delay = delays.shift();
    const read = await actual.readHead(db);
    await delay;
    return read;
  };
  return { ...actual, readHead: readLater };
});

const database = testDatabase();

async function writeNumbered(count: number): Promise<void> {
  const did = "did:fed:s1:a";
  await database().transaction(async (tx) => {
    for (let n = 0; n < count; n += 1) {
      await recordChange(tx, { kind: "agent.changed", subject: did, dids: [did], zone: null, data: { n } });
    }
  });
  while ((await numberChanges(database())) !== 0);
}

it.each(["succeeds", "fails"])("continues for a new follower if the start for one who left %s late", async (end) => {
  const recent = new RecentChanges(database(), () => "text");
  let endDelay = () => {};
  const delay = new Promise<void>((resolve, reject) => {
    endDelay = end === "fails" ? () => reject(new Error("the database was away")) : resolve;
  });
  delay.catch(() => {});
  delays.push(delay);
  recent.follow(() => {})();
  let wakes = 0;
  onTestFinished(recent.follow(() => (wakes += 1)));
  await expect.poll(() => wakes).toBe(1);
  await writeNumbered(3);
  const { head } = await readHead(database());
  await expect.poll(() => recent.last).toBe(head);
  endDelay();
  await new Promise(setImmediate);
  expect([recent.last, recent.get(head)?.seq]).toEqual([head, head]);
  await writeNumbered(1);
  await expect.poll(() => recent.get(head + 1)?.seq).toBe(head + 1);
});
