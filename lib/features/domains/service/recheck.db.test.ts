import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { agents } from "@/lib/database/schema/agents";
import { agentDomains } from "@/lib/database/schema/domains";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { testDatabase } from "@/lib/database/testing/test-database";
import { getAgent } from "@/lib/features/agents/service/read";
import { updateAgent } from "@/lib/features/agents/service/update";
import { memberFixtures } from "@/lib/features/agents/testing/fixtures";
import { publishedHosts, withProvenKey } from "../testing/hosts";
import type { CheckHost } from "./check-host";
import { listOwnDomains } from "./own";
import { proveDomain } from "./prove";
import { recheckDomains } from "./recheck";

const database = testDatabase();
const { ctx, actsOn, standing } = memberFixtures(database);
const { records, looked, look } = publishedHosts();
const START = new Date();
const HOUR_MILLISECONDS = 3_600_000;
const on = (day: number, hours = 0) => ctx(new Date(START.getTime() + (day * 24 + hours) * HOUR_MILLISECONDS));
const found: CheckHost = async () => ({ method: "dns" });

beforeEach(async () => {
  await database().delete(agentDomains);
  looked.length = 0;
});

/** An agent whose host is proven on day 0. */
async function member(host: string) {
  const { did } = await withProvenKey(database());
  const { publish } = await proveDomain(on(0), { did, host }, look);
  const publishAgain = () => records.set(host, [publish.dns.value]);
  publishAgain();
  await proveDomain(on(0), { did, host }, look);
  looked.length = 0;
  return { did, host, publishAgain, takeDown: () => records.delete(host) };
}
const own = async (did: string) => (await listOwnDomains(on(0), { did })).domains;
const shown = async (did: string) => (await getAgent(on(0), { did })).domains;

describe("recheckDomains", () => {
  it("looks at each host once a day", async () => {
    await member("daily.example");
    expect(await recheckDomains(on(0, 23), look)).toBe(0);
    expect(await recheckDomains(on(1), look)).toBe(1);
    expect(await recheckDomains(on(1, 23), look)).toBe(0);
    expect(await recheckDomains(on(2), look)).toBe(1);
    expect(looked).toEqual(["daily.example", "daily.example"]);
  });

  it("ends a proof on the third failed day in a row, and not before", async () => {
    const { did, host, takeDown } = await member("gone.example");
    const { score = 0 } = await standing(did);
    takeDown();
    for (const day of [1, 2]) {
      await recheckDomains(on(day), look);
      expect(await shown(did)).toEqual([host]);
      expect(await own(did)).toMatchObject([{ failed_days: day, problem: "No record. No document." }]);
    }
    expect((await standing(did)).score).toBe(score);
    await recheckDomains(on(3), look);
    expect([await shown(did), await own(did)]).toEqual([[], []]);
    expect((await standing(did)).score).toBeLessThan(score);
    const [act] = await database().select().from(ledgerActs).where(eq(ledgerActs.kind, "domain.lost"));
    expect(act).toMatchObject({
      actor: "system",
      subject: did,
      details: { host, reason: expect.stringContaining("3 days") },
    });
    expect(await recheckDomains(on(4), look)).toBe(0);
  });

  it("starts to count again after a good day, and after the owner proved it again", async () => {
    const { did, host, takeDown, publishAgain } = await member("back.example");
    takeDown();
    for (const day of [1, 2]) await recheckDomains(on(day), look);
    publishAgain();
    await recheckDomains(on(3), look);
    expect(await own(did)).toMatchObject([{ failed_days: 0 }]);
    expect((await own(did))[0]).not.toHaveProperty("problem");
    takeDown();
    for (const day of [4, 5]) await recheckDomains(on(day), look);
    publishAgain();
    await proveDomain(on(5, 1), { did, host }, look);
    takeDown();
    for (const day of [6.1, 7.1]) await recheckDomains(on(day), look);
    expect(await shown(did)).toEqual([host]);
    expect(await actsOn(did)).toEqual(["key.proven", "domain.proven"]);
    await recheckDomains(on(8.2), look);
    expect(await shown(did)).toEqual([]);
  });

  it("counts one failed day, however many instances look, and each host is looked at by one", async () => {
    const members = await Promise.all(Array.from({ length: 23 }, (_, n) => member(`many-${n}.example`)));
    for (const { takeDown } of members) takeDown();
    const checked = await Promise.all([1, 2, 3].map(() => recheckDomains(on(1), look)));
    expect(checked.reduce((sum, each) => sum + each, 0)).toBe(23);
    expect(looked.toSorted()).toEqual(members.map(({ host }) => host).toSorted());
    const rows = await database().select().from(agentDomains);
    expect(rows.map(({ failedDays }) => failedDays)).toEqual(rows.map(() => 1));
  });

  it("is repeated if an instance ended before its check did, and its late result does not count", async () => {
    const { did, takeDown } = await member("late.example");
    takeDown();
    let release = () => {};
    const begun = new Promise<void>((isBegun) => {
      const waits = new Promise<void>((done) => {
        release = done;
      });
      void recheckDomains(on(1), async (terms) => {
        isBegun();
        await waits;
        return look(terms);
      }).then((checked) => lateChecked.push(checked));
    });
    const lateChecked: number[] = [];
    await begun;
    expect(await recheckDomains(on(1, 0.1), found)).toBe(0);
    expect(await recheckDomains(on(1, 0.2), found)).toBe(1);
    release();
    await expect.poll(() => lateChecked).toEqual([1]);
    expect(await own(did)).toMatchObject([{ failed_days: 0 }]);
  });

  it("looks for the present key, and ends nothing twice if the key changes in the meantime", async () => {
    const { did } = await member("changed.example");
    const checked = await recheckDomains(on(1), async (terms) => {
      await updateAgent(on(1), { did, patch: { public_key: null }, ifMatch: undefined });
      return look(terms);
    });
    expect(checked).toBe(1);
    expect((await actsOn(did)).filter((kind) => kind === "domain.lost")).toHaveLength(1);
    expect(await shown(did)).toEqual([]);
  });

  it("continues if one check fails on our side, which counts for nobody", async () => {
    const [broken, good] = [await member("broken.example"), await member("good.example")];
    const look2: CheckHost = async (terms) => {
      if (terms.host === broken.host) throw new Error("out of memory");
      return look(terms);
    };
    expect(await recheckDomains(on(1), look2)).toBe(2);
    expect(await own(broken.did)).toMatchObject([{ failed_days: 0, checked_at: START.toISOString() }]);
    expect(await own(good.did)).toMatchObject([{ checked_at: on(1).clock().toISOString() }]);
    expect(await recheckDomains(on(1, 1), look)).toBe(1);
  });

  it("leaves demo data alone, whose hosts do not exist", async () => {
    const { did } = await member("demo.example");
    await database().update(agents).set({ isDemo: true }).where(eq(agents.did, did));
    expect(await recheckDomains(on(9), look)).toBe(0);
  });
});
