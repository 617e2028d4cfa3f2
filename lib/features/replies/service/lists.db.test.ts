import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { POST as replyToAuditRoute } from "@/app/api/council/audits/[id]/reply/route";
import { recordStatements } from "@/lib/database/testing/recorded-statements";
import { testDatabase } from "@/lib/database/testing/test-database";
import { auditRecord, incidentRecord } from "@/lib/features/disputes/rules";
import { post } from "@/lib/testing/call";
import { replyFixtures } from "../testing/fixtures";
import { listNamingRecords } from "./list-naming";
import { listPendingReplies } from "./list-pending";

const database = testDatabase();
let statements: string[] = [];
beforeAll(() => {
  statements = recordStatements();
});
const { operator, agentCaller, operatorToken, open, accused, audited, reply } = replyFixtures(database);

/** Runs work, and counts its statements. */
async function counted<T>(work: () => Promise<T>): Promise<{ value: T; count: number }> {
  const before = statements.length;
  const value = await work();
  return { value, count: statements.length - before };
}

describe("replies in lists", () => {
  it("that wait are read in as many statements for several records as for one, each by its key", async () => {
    const { did, token, id } = await accused();
    const { id: second } = await open({ severity: "LOW", affected: [did] }, await operatorToken());
    for (const one of [id, second]) await reply(one, token);
    const audit = await audited();
    await post(replyToAuditRoute, { text: "It did not." }, { token: audit.token, params: { id: audit.id } });
    const list = (limit: number) => counted(() => listPendingReplies(operator(), { limit, offset: 0 }));
    const [one, all] = [await list(1), await list(50)];
    expect(all.value.replies.map(({ record, title }) => [record, title])).toEqual([
      [incidentRecord(id), "It went wrong"],
      [incidentRecord(second), "It went wrong"],
      [auditRecord(audit.id), "It invents sources."],
    ]);
    expect(all.count).toBe(one.count);

    const scans = await database().transaction(async (tx) => {
      // Small tables are scanned even if there is a key.
      await tx.execute(sql`set local enable_seqscan = off`);
      const scanned = sql`select sum(seq_scan)::int as count from pg_stat_xact_user_tables
        where relname in ('incidents', 'audits')`;
      const [before] = await tx.execute(scanned);
      await listPendingReplies({ ...operator(), db: tx as never }, { limit: 50, offset: 0 });
      return [before, (await tx.execute(scanned))[0]];
    });
    expect(scans[1]).toEqual(scans[0]);
  });

  it("of an agent's owner are read in one statement, and its records in another", async () => {
    const { did, token, id } = await accused();
    await reply(id, token);
    const { value, count } = await counted(() => listNamingRecords(agentCaller(did), { did }));
    expect(value.map(({ dispute }) => dispute?.replies.length ?? 0)).toEqual([1, 0, 0, 0]);
    expect(count).toBe(2);
  });
});
