import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { appendFile, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runInScope, systemContext } from "@/lib/authority/context";
import { ensureSigningKey } from "@/lib/authority/keys";
import { openClient } from "@/lib/database/client";
import { readJournal } from "@/lib/database/erasures/journal";
import { newServerDatabase, onServer } from "@/lib/database/testing/template";
import { rejectApplication } from "@/lib/features/access/applications/service/decide";
import { withdrawApplication } from "@/lib/features/access/applications/service/withdraw";
import { ann } from "@/lib/features/access/applications/testing/fixtures";
import { agentForm } from "@/lib/features/access/applications/testing/form";
import { anchorPayload } from "@/lib/features/anchors/service/anchor";
import { eraseAnchor } from "@/lib/features/anchors/service/erase";
import { redactRecord } from "@/lib/features/council/redactions/service/redact";
import { dismissReport } from "@/lib/features/incidents/reports/service/decide";
import { reportFixtures } from "@/lib/features/incidents/reports/testing/fixtures";
import { ANONYMOUS, doorsOn } from "@/lib/interop/a2a/testing/doors";
import { COUNCIL_LOG } from "@/lib/ledger/append";
import { verifyStoredLog } from "@/lib/ledger/verify-stored";
import { eraseAgain } from "./erase-again";

import { eraseExpired } from "./erase-expired";
import { storeTexts } from "./testing/redactable";

const journal = vi.hoisted(() => {
  process.env["ERASURES_FILE"] = `${process.env["TMPDIR"] ?? "/tmp"}/governance-erasures-${process.pid}-${Date.now()}`;
  return process.env["ERASURES_FILE"];
});
afterAll(async () => {
  delete process.env["ERASURES_FILE"];
  await rm(journal, { force: true });
});

const run = promisify(execFile);
const { database, by, reported, sent } = reportFixtures();
const doors = doorsOn(database);
beforeAll(() => ensureSigningKey(database(), undefined, new Date()));
const later = (days: number) => sql`now() + make_interval(days => ${days})`;

/** A text that occurs nowhere else. */
const marker = (what: string) => `${what}-${randomUUID()}`;

/** Stores content of every kind that can be erased, each with its markers, and what erases it. */
async function storeMarked() {
  const operator = by(ann);
  const marks: string[] = [];
  const mark = (what: string) => {
    const text = marker(what);
    marks.push(text);
    return text;
  };
  const anchored = await anchorPayload(by({ kind: "system" }), {
    did: await doors.member(),
    kind: "note",
    payload: { said: mark("anchor") },
    scope: "PUBLIC",
  } as never);
  const withdrawn = await sent(agentForm({ email: `${mark("withdrawn")}@a.example`, purpose: mark("purpose") }));
  const rejected = await sent(agentForm({ email: `${mark("rejected")}@a.example`, purpose: mark("purpose") }));
  await rejectApplication(operator, { id: rejected.id, seen: "pending", note: "No." });
  const report = await reported({ email: `${mark("sender")}@b.example` });
  await dismissReport(operator, { id: String(report.id), reason: "No." });
  const door = await doors.member({ guests: true });
  await runInScope({ requestId: "r", address: "192.0.2.1", event: {} }, () =>
    doors.ask(ANONYMOUS, door, mark("guest"), { contextId: mark("context"), messageId: mark("message") }),
  );
  const { redactions } = await storeTexts(operator, mark);
  return {
    marks,
    eraseAll: async () => {
      for (const redaction of redactions) await redactRecord(operator, redaction);
      await eraseAnchor(operator, { id: (anchored as { id: string }).id, reason: "A test." });
      await withdrawApplication(by({ kind: "anonymous" }), { secret: withdrawn.secret });
      await eraseExpired(database(), later(31));
    },
  };
}

/** Every row of every table, as text. */
async function rowsOf(db: ReturnType<typeof database>): Promise<string> {
  const tables = await db.execute<{ name: string }>(
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  );
  const texts = await Promise.all(
    tables.map(({ name }) => db.execute<{ row: string }>(sql.raw(`select t::text as row from ${name} as t`))),
  );
  return texts.flatMap((rows) => rows.map(({ row }) => row)).join("\n");
}

const foundIn = (text: string, marks: readonly string[]) =>
  marks.filter((mark) => text.includes(mark) || text.includes(Buffer.from(mark).toString("hex")));

describe("an erasure", () => {
  it("removes the content from every table, and is in the journal without any of it", async () => {
    const { marks, eraseAll } = await storeMarked();
    expect(foundIn(await rowsOf(database()), marks)).toEqual(marks);
    await eraseAll();
    expect(foundIn(await rowsOf(database()), marks)).toEqual([]);
    const { lines, unreadable } = await readJournal(journal);
    expect(new Set(lines.map(({ kind }) => kind))).toEqual(
      new Set(["anchor", "withdrawal", "application", "report", "guest", "redaction"]),
    );
    expect(unreadable).toEqual([]);
    expect(foundIn(await readFile(journal, "utf8"), marks)).toEqual([]);
    expect((await stat(journal)).mode & 0o077).toBe(0);
  });

  it("is not done while the clock is wrong", async () => {
    const { marks } = await storeMarked();
    const ahead = () => new Date(Date.now() + 200 * 86_400_000);
    await expect(eraseExpired(database(), later(200), ahead)).rejects.toMatchObject({ kind: "clockSkew" });
    expect(foundIn(await rowsOf(database()), marks)).toEqual(marks);
    await eraseExpired(database(), later(31));
    expect(foundIn(await rowsOf(database()), marks)).not.toEqual(marks);
  });

  it("changes nothing a second time, and a torn line damages no other", async () => {
    await appendFile(journal, '\n{"at":"2026-11-2');
    const before = await readJournal(journal);
    expect(before.unreadable).toHaveLength(1);
    const counts = await eraseAgain(systemContext(database()), before.lines);
    // What a guest sent is not read before it is erased.
    counts.delete("guest");
    expect([...counts.values()]).toEqual([0, 0, 0, 0, 0]);
    const { marks, eraseAll } = await storeMarked();
    await eraseAll();
    expect(foundIn(await rowsOf(database()), marks)).toEqual([]);
    const after = await readJournal(journal);
    expect(after.unreadable).toHaveLength(1);
    expect(after.lines.length).toBeGreaterThan(before.lines.length);
  });
});

describe.runIf(onServer)("after a restore", () => {
  it("the erased content is back; erased again, it is nowhere in a dump, and the log has the acts", async () => {
    const directory = await mkdtemp(path.join(tmpdir(), "governance-dumps-"));
    const dumpOf = async (url: string) => {
      const file = path.join(directory, `${randomUUID()}.sql`);
      await run("pg_dump", ["--no-owner", "--file", file, url]);
      return file;
    };
    const [row] = await database().execute<{ name: string }>(sql`select current_database() as name`);
    const url = new URL(process.env["TEST_DATABASE_URL"] ?? "");
    url.pathname = `/${row?.name}`;

    const { marks, eraseAll } = await storeMarked();
    const backup = await dumpOf(url.href);
    await eraseAll();
    const restored = await newServerDatabase({ empty: true });
    if (!restored) throw new Error("no server");
    await run("psql", ["--quiet", "--set", "ON_ERROR_STOP=1", "--file", backup, restored.url]);
    const client = openClient({ url: restored.url }, { responseMilliseconds: 30_000 });
    try {
      const ctx = systemContext(drizzle(client));
      expect(foundIn(await readFile(await dumpOf(restored.url), "utf8"), marks)).toEqual(marks);
      const { lines } = await readJournal(journal);
      const counts = await eraseAgain(ctx, lines);
      for (const [kind, count] of counts) expect([kind, count > 0]).toEqual([kind, true]);
      expect(foundIn(await readFile(await dumpOf(restored.url), "utf8"), marks)).toEqual([]);
      const acts = await ctx.db.execute<{ kind: string }>(sql`
        select distinct kind from ledger_acts where seq > (select max(seq) from ledger_acts where kind = 'relay.unfrozen')`);
      expect(acts.map(({ kind }) => kind).toSorted()).toEqual([
        "application.withdrawn",
        "memory.erased",
        "record.redacted",
      ]);
      for (const log of ["anchors", COUNCIL_LOG]) expect((await verifyStoredLog(ctx.db, log)).fault).toBeNull();
    } finally {
      await client.end();
      await restored.drop();
      await rm(directory, { recursive: true });
    }
  });
});
