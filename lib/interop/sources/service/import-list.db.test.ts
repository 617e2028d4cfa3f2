import { gzipSync } from "node:zlib";
import { desc, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { systemContext } from "@/lib/authority/context";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { testDatabase } from "@/lib/database/testing/test-database";
import { operatorCaller } from "@/lib/features/access/testing/operators";
import { planImport } from "@/lib/features/agents/service/import";
import { getAgent } from "@/lib/features/agents/service/read";
import { registerAgent } from "@/lib/features/agents/service/register";
import { freshDid, memberFixtures } from "@/lib/features/agents/testing/fixtures";
import { LIST_BOUNDS } from "@/lib/foundation/bounds";
import { listOf } from "../lists/lines";
import { emptyReport, sortReport } from "../lists/report";
import { runImport } from "../lists/run";
import { importList, previewList } from "./import-list";

const database = testDatabase();
const { ctx } = memberFixtures(database);
const operator = () => ({ ...ctx(), caller: operatorCaller("gull") });

const cardOf = (did: string, more: object = {}) => ({
  ...{ did, name: "Tern", description: "Counts birds.", version: "1.0", skills: [], ...more },
});
const linesOf = (...records: unknown[]) =>
  records.map((each) => `${typeof each === "string" ? each : JSON.stringify(each)}\n`).join("");
const uploaded = (text: BlobPart, name = "list.jsonl") => ({ file: new File([text], name), members: false });
const pasted = (text: string) => ({ text, members: false });

/** Counts the rows of every table. */
async function rowsOfTables(): Promise<Record<string, unknown>> {
  const tables = await database().execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  const counts: Record<string, unknown> = {};
  for (const { name } of tables) {
    const [row] = await database().execute(sql`select count(*)::int as rows from ${sql.identifier(name)}`);
    counts[name] = row?.["rows"];
  }
  return counts;
}

/** A list with a record of each outcome, in its order: new, changed, unchanged, refused twice, taken. */
async function everyOutcome() {
  const [fresh, changed, same, taken] = [freshDid("new"), freshDid("changed"), freshDid("same"), freshDid("taken")];
  const before = await previewList(operator(), pasted(linesOf(cardOf(changed), cardOf(same))));
  await importList(operator(), before);
  const agent = { kind: "agent", did: taken, tier: null, credentialId: "c" } as const;
  await registerAgent({ ...ctx(), caller: agent }, { did: taken, capability_manifest: { skills: [] } });
  const updated = cardOf(changed, { version: "2.0" });
  const text = linesOf(cardOf(fresh), updated, cardOf(same), "{", { name: "nobody" }, cardOf(taken));
  return { text, fresh, changed, taken };
}

describe("the preview of a list", () => {
  it("stores nothing, and says what the import then does", async () => {
    const { text, fresh, changed, taken } = await everyOutcome();
    const before = await rowsOfTables();
    const preview = await previewList(operator(), uploaded(text));
    expect(await rowsOfTables()).toEqual(before);
    expect(preview.report.totals).toEqual({ registered: 1, updated: 1, unchanged: 1, refused: 3 });
    expect(preview.report).toMatchObject({
      dry_run: true,
      registered: [{ line: 1, did: fresh }],
      updated: [{ line: 2, did: changed, changes: expect.arrayContaining([expect.objectContaining({ to: '"2.0"' })]) }],
      refused: [
        { line: 4, reason: "not JSON" },
        { line: 5, reason: expect.stringContaining("neither an A2A agent card") },
        { line: 6, taken: true, reason: expect.stringContaining("belongs to another owner") },
      ],
    });
    expect(await importList(operator(), preview)).toEqual({ ...preview.report, dry_run: false });
    expect(await getAgent(ctx(), { did: fresh })).toMatchObject({ name: "Tern" });
    expect(await getAgent(ctx(), { did: taken })).not.toMatchObject({ name: "Tern" });
  });

  it("is that of the command with --dry-run", async () => {
    const { text } = await everyOutcome();
    const report = emptyReport(true);
    await runImport(
      {
        lists: [listOf("list.jsonl", Buffer.from(text))],
        atOnce: 8,
        maxRecordBytes: 65_536,
        importOne: (input, source) => planImport(systemContext(database()), input, source, {}),
      },
      report,
    );
    sortReport(report, ["list.jsonl"]);
    expect((await previewList(operator(), uploaded(text))).report).toEqual(report);
  });

  it("reads UTF-16, as the command does", async () => {
    const did = freshDid();
    const bytes = Buffer.from(`\ufeff${linesOf(cardOf(did))}`, "utf16le");
    const { report } = await previewList(operator(), uploaded(bytes));
    expect(report.registered).toMatchObject([{ line: 1, did }]);
  });

  it("refuses a record of 8 MB, with its place", async () => {
    const one = linesOf(cardOf(freshDid(), { padding: "x".repeat(LIST_BOUNDS.bytes - 1_000) }));
    const { report } = await previewList(operator(), uploaded(one));
    expect(report.refused).toMatchObject([{ line: 1, reason: "larger than 65536 bytes" }]);
  });

  it.each([
    ["a compressed file", gzipSync("x".repeat(1_000_000)), "The file is compressed."],
    ["more than 8 MB", " ".repeat(LIST_BOUNDS.bytes + 1), "more than 8 MB"],
    ["too many records", "0\n".repeat(LIST_BOUNDS.records + 1), "more than 2,000 records"],
    ["records in one value", `[${"0,".repeat(LIST_BOUNDS.records)}0]`, "more than 2,000 records"],
    ["deeply nested lists", "[".repeat(4_000_000), "too many parts"],
    ["blank lines", "\r\n".repeat(4_000_000), "too many parts"],
  ])("refuses %s at the field of the file", async (_, content, reason) => {
    await expect(previewList(operator(), uploaded(content))).rejects.toMatchObject({
      field: "file",
      message: expect.stringContaining(reason),
    });
  });

  it("and the import are refused to a viewer", async () => {
    const viewer = { ...ctx(), caller: operatorCaller("gull", "viewer") };
    await expect(previewList(viewer, pasted("{}"))).rejects.toMatchObject({ kind: "operatorOnly" });
    const list = { name: "x", packed: "", members: false };
    await expect(importList(viewer, list)).rejects.toMatchObject({ kind: "operatorOnly" });
  });
});

describe("the import of a previewed list", () => {
  it("is logged with the operator and the list's hash; a second one changes and logs nothing", async () => {
    const preview = await previewList(operator(), pasted(linesOf(cardOf(freshDid()), cardOf(freshDid()))));
    await importList(operator(), preview);
    const newest = async () => (await database().select().from(ledgerActs).orderBy(desc(ledgerActs.seq)).limit(1))[0];
    const act = await newest();
    expect(act).toMatchObject({ kind: "source.imported", subject: expect.stringMatching(/^list:[0-9a-f]{64}$/) });
    expect((await importList(operator(), preview)).totals).toMatchObject({ registered: 0, updated: 0, unchanged: 2 });
    expect(await newest()).toEqual(act);
  });

  it("leaves agents as they are that an earlier list had and this one has not", async () => {
    const [earlier, later] = [freshDid(), freshDid()];
    await importList(operator(), await previewList(operator(), uploaded(linesOf(cardOf(earlier)))));
    const before = await getAgent(ctx(), { did: earlier });
    const preview = await previewList(operator(), uploaded(linesOf(cardOf(later))));
    expect((await importList(operator(), preview)).totals).toMatchObject({ registered: 1, updated: 0 });
    expect(await getAgent(ctx(), { did: earlier })).toEqual(before);
  });

  it("makes its agents members only if the operator said that they are their own", async () => {
    const [listed, member] = [freshDid(), freshDid()];
    await importList(operator(), await previewList(operator(), pasted(linesOf(cardOf(listed)))));
    await importList(operator(), await previewList(operator(), { text: linesOf(cardOf(member)), members: true }));
    expect(await getAgent(ctx(), { did: listed })).toMatchObject({ status: "unverified" });
    expect(await getAgent(ctx(), { did: member })).toMatchObject({ status: "active" });
  });

  it.each([
    ["damaged", "AAAA"],
    ["longer than 8 MB when unpacked", gzipSync(Buffer.alloc(LIST_BOUNDS.bytes + 1, " ")).toString("base64")],
  ])("is refused if the list arrived %s", async (_, packed) => {
    const list = { name: "x", packed, members: false };
    await expect(importList(operator(), list)).rejects.toThrow("The list arrived damaged");
  });
});
