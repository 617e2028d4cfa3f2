import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { systemContext } from "@/lib/authority/context";
import { ensureSigningKey } from "@/lib/authority/keys";
import { ledgerEntries } from "@/lib/database/schema/ledger";
import { testDatabase } from "@/lib/database/testing/test-database";
import { lifecycle } from "@/lib/edge/lifecycle";
import { memberFixtures } from "@/lib/features/agents/testing/fixtures";
import { ANCHOR_LOG } from "@/lib/ledger/append";
import { readHead } from "@/lib/ledger/head";
import type { Component } from "../component";
import { checkComponents } from "./components";

const database = testDatabase();
const { registered } = memberFixtures(database);
const made = async (name: Component) =>
  (await checkComponents(systemContext(database()), 10_000)).find((each) => each.name === name);

beforeAll(async () => {
  await ensureSigningKey(database(), undefined, new Date());
  lifecycle.ask = async () => 200;
  return () => {
    delete lifecycle.ask;
  };
});

describe("the check of a component", () => {
  it("passes where all works", async () => {
    await registered();
    for (const name of ["api", "portal", "relay", "ledger", "events"] as const) {
      expect(await made(name), name).toEqual({ name, ok: true });
    }
  });

  it("asks for the home page and for a read of the API, and counts a limited request as answered", async () => {
    const asked: string[] = [];
    const answered = lifecycle.ask;
    onTestFinished(() => {
      if (answered) lifecycle.ask = answered;
    });
    lifecycle.ask = async (path) => {
      asked.push(path);
      return path === "/" ? 500 : 429;
    };
    expect(await made("portal")).toEqual({ name: "portal", ok: false, message: "/ answered with the status 500." });
    expect(await made("api")).toMatchObject({ ok: true });
    expect(new Set(asked)).toEqual(new Set(["/", "/api/agents/directory?limit=1"]));
  });

  it("appends to the members’ log, proves the entry and leaves nothing of it", async () => {
    const before = await readHead(database(), ANCHOR_LOG);
    const entries = await database().$count(ledgerEntries);
    for (let time = 0; time < 3; time += 1) expect(await made("ledger")).toMatchObject({ ok: true });
    const after = await readHead(database(), ANCHOR_LOG);
    expect([after.tree.size, after.lastHash]).toEqual([before.tree.size, before.lastHash]);
    expect(await database().$count(ledgerEntries)).toBe(entries);
  });

  it("fails if the log cannot be appended to", async () => {
    await database().execute(
      sql`alter table ledger_entries add constraint broken check (scope <> 'PRIVATE') not valid`,
    );
    onTestFinished(() =>
      database()
        .execute(sql`alter table ledger_entries drop constraint broken`)
        .then(() => {}),
    );
    expect(await made("ledger")).toMatchObject({ ok: false });
  });

  it("fails if a change waits long for its place in the feed", async () => {
    const id = "a change of this test";
    const waits = (seconds: number) =>
      database().execute(sql`insert into changes (kind, subject, dids, data, at)
        values ('release.published', ${id}, '{}', '{}', clock_timestamp() - make_interval(secs => ${seconds}))`);
    onTestFinished(() =>
      database()
        .execute(sql`delete from changes where subject = ${id}`)
        .then(() => {}),
    );
    await database().execute(sql`delete from changes where seq is null`);
    await waits(5);
    expect(await made("events")).toMatchObject({ ok: true });
    await waits(3_600);
    expect(await made("events")).toMatchObject({ ok: false, message: expect.stringMatching(/waited 36\d\d s/) });
  });

  it("is not made of mail without a mail server", async () => {
    expect(await made("mail")).toBeUndefined();
  });
});
