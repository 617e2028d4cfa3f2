import { asc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { systemContext } from "@/lib/authority/context";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { rfcs } from "@/lib/database/schema/rfcs";
import { testDatabase } from "@/lib/database/testing/test-database";
import { decideRfc } from "./decide";
import { readRfc } from "./read";
import { reviewRfc } from "./review";
import { syncRfcs } from "./sync-rfcs";
import { rfcTextOf } from "./texts";

const database = testDatabase();
const ctx = () => systemContext(database());
const text = (number: number, status = "DRAFT", words = "Words.", more = "") => {
  const head = `number: ${number}\ntitle: Rule ${number}\nstatus: ${status}\ncreated: 2026-11-21\nauthors: council${more}`;
  return rfcTextOf(`${number}.md`, Buffer.from(`---\n${head}\n---\n\n# RFC ${number}: Rule ${number}\n\n${words}\n`));
};
const read = (number: number) => readRfc(ctx(), { number: String(number) });
const actsOn = async (number: number) =>
  database()
    .select()
    .from(ledgerActs)
    .where(eq(ledgerActs.subject, `rfc-000${number}`))
    .orderBy(asc(ledgerActs.seq));

describe("syncRfcs", () => {
  it("stores and logs each text once, with its status, however many instances start at once", async () => {
    const texts = [text(1, "ACTIVE"), text(2), text(3, "SUPERSEDED", "Old.", "\nsuperseded_by: 1")];
    const entered = await Promise.all(Array.from({ length: 5 }, () => syncRfcs(ctx(), texts)));
    expect(entered.flat().toSorted()).toEqual([1, 2, 3]);
    expect(await read(3)).toMatchObject({ status: "SUPERSEDED", superseded_by: 1, text: texts[2]?.text });
    expect((await read(1)).supersedes).toEqual([3]);
    for (const number of [1, 2, 3]) {
      expect(await actsOn(number)).toMatchObject([{ kind: "rfc.entered", actor: "system" }]);
    }
  });

  it("never overwrites a decided status, nor the text that was decided on; a new number comes in beside it", async () => {
    await decideRfc(ctx(), { number: "2", status: "ACTIVE", reason: "Agreed." });
    const before = await read(2);
    const other = text(2, "DRAFT", "Other words.");
    expect(await syncRfcs(ctx(), [other, text(4)])).toEqual([4]);
    expect(await read(2)).toEqual({ ...before, generated_at: expect.any(String) });
    expect(await actsOn(2)).toHaveLength(2);
  });

  it("gives a DRAFT its new text, on which the verdicts on the old one no longer count", async () => {
    await reviewRfc(ctx(), { number: "4", verdict: "object", text: "Too short." });
    expect((await read(4)).tally).toEqual({ approve: 0, object: 1, comment: 0 });
    const revised = text(4, "DRAFT", "Longer words.");
    expect(await syncRfcs(ctx(), [revised])).toEqual([4]);
    expect(await syncRfcs(ctx(), [revised])).toEqual([]);
    const { sha256, tally, reviews, decisions } = await read(4);
    expect({ sha256, tally }).toEqual({ sha256: revised.sha256, tally: { approve: 0, object: 0, comment: 0 } });
    expect(reviews).toMatchObject([{ text: "Too short.", current: false }]);
    expect(decisions.map((each) => each.sha256)).toEqual([text(4).sha256, revised.sha256]);
  });

  it("stores nothing of a set if one of them is invalid", async () => {
    await expect(syncRfcs(ctx(), [text(8), text(9, "SUPERSEDED", "Old.", "\nsuperseded_by: 77")])).rejects.toThrow();
    expect(await database().$count(rfcs, eq(rfcs.number, 8))).toBe(0);
  });
});
