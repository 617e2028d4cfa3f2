import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { type Context, systemContext } from "@/lib/authority/context";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { statusMaintenances } from "@/lib/database/schema/system";
import { testDatabase } from "@/lib/database/testing/test-database";
import { operatorCaller } from "@/lib/features/access/testing/operators";
import { memberFixtures } from "@/lib/features/agents/testing/fixtures";
import { redactRecord } from "@/lib/features/council/redactions/service/redact";
import { send } from "@/lib/testing/routes";
import { getServiceStatus } from "../service/status";
import { listStatusNews } from "../service/status-news";
import { viewStatusFeed } from "../view/status-feed";
import * as contract from "./contract";
import { AnnounceForm } from "./schema";
import { announceMaintenance, cancelMaintenance } from "./service";

const database = testDatabase();
const { operatorToken, auditor } = memberFixtures(database);
const NOW = new Date();
const hours = (count: number) => new Date(NOW.getTime() + count * 3_600_000);
const ctx = (now = NOW, caller: Context["caller"] = operatorCaller()): Context => ({
  ...{ ...systemContext(database()), clock: () => now, caller },
});
const input = (from: number, to: number) => ({
  ...{ starts_at: hours(from).toISOString(), ends_at: hours(to).toISOString() },
  ...{ components: ["relay" as const, "api" as const], text: "The database moves." },
});

beforeEach(() => database().delete(statusMaintenances));

describe("planned maintenance", () => {
  it("is announced ahead by an operator, and is on the status page, in the feed and in the council’s log", async () => {
    const made = await announceMaintenance(ctx(), input(2, 3));
    expect(made).toMatchObject({ components: ["api", "relay"], text: "The database moves." });
    const status = await getServiceStatus(ctx(hours(1)));
    expect(status.maintenance).toEqual([made]);
    expect(status.notices.map(({ kind }) => kind)).toContain("planned");
    const [entry] = viewStatusFeed(await listStatusNews(ctx(hours(1)))).entries;
    expect(entry).toMatchObject({
      title: expect.stringContaining("Planned maintenance: API, Relay, "),
      path: `/status#act-${made.seq}`,
    });
    const [act] = await database().select().from(ledgerActs).where(eq(ledgerActs.seq, made.seq));
    expect(act).toMatchObject({ kind: "maintenance.announced", subject: `maintenance:${made.id}` });
    expect(act?.details).toMatchObject({ text: "The database moves.", components: ["relay", "api"] });
  });

  it("is not announced by others, after its start, or for longer than 72 hours", async () => {
    const token = await operatorToken();
    const status = async (body: object, as = token) =>
      (await send(contract.announceMaintenance, { token: as, body })).status;
    expect(await status(input(2, 3), (await auditor()).token)).toBe(403);
    expect(await status(input(-1, 3))).toBe(400);
    expect(await status(input(3, 3))).toBe(400);
    expect(await status(input(1, 73.1))).toBe(400);
    expect(await status({ ...input(2, 3), components: [] })).toBe(400);
    expect(await status({ ...input(2, 3), components: ["database"] })).toBe(400);
    expect(await database().$count(statusMaintenances)).toBe(0);
    expect(await status(input(2, 3))).toBe(201);
  });

  it("that is cancelled is mentioned no more, except with its reason where it was announced", async () => {
    const { id } = await announceMaintenance(ctx(), input(2, 3));
    const token = await operatorToken();
    const params = { id: String(id) };
    const cancel = (reason: string) => send(contract.cancelMaintenance, { token, params, body: { reason } });
    expect((await cancel("Not ready.")).status).toBe(200);
    expect((await cancel("Again.")).status).toBe(409);
    expect((await send(contract.cancelMaintenance, { token, params: { id: "0" }, body: { reason: "x" } })).status).toBe(
      404,
    );
    const { notices, maintenance } = await getServiceStatus(ctx(hours(2.5)));
    expect(notices.map(({ kind }) => kind)).not.toContain("maintenance");
    expect(maintenance).toMatchObject([{ cancelled: { reason: "Not ready." } }]);
    const [entry] = viewStatusFeed(await listStatusNews(ctx(hours(2.5)))).entries;
    expect(entry?.title).toContain("Maintenance cancelled");
  });

  it("ends early while it is under way, and not after its end", async () => {
    const { id } = await announceMaintenance(ctx(), input(1, 3));
    const notices = async (now: number) => (await getServiceStatus(ctx(hours(now)))).notices.map(({ kind }) => kind);
    expect(await notices(1.5)).toContain("maintenance");
    await expect(cancelMaintenance(ctx(hours(4)), { id: String(id), reason: "Late." })).rejects.toMatchObject({
      kind: "conflict",
    });
    await cancelMaintenance(ctx(hours(2)), { id: String(id), reason: "Done." });
    expect(await notices(2.5)).not.toContain("maintenance");
  });

  it("is cancelled once by two operators at a time", async () => {
    const { id } = await announceMaintenance(ctx(), input(1, 3));
    const both = ["One.", "Two."].map((reason) => cancelMaintenance(ctx(), { id: String(id), reason }));
    const settled = await Promise.allSettled(both);
    expect(settled.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("has texts that operators can redact, wherever they are", async () => {
    const { id, seq } = await announceMaintenance(ctx(), input(2, 3));
    const { seq: cancelSeq = 0 } =
      (await cancelMaintenance(ctx(), { id: String(id), reason: "Of Jane Doe." })).cancelled ?? {};
    const redact = (act: number, field: string) =>
      redactRecord(ctx(), { subject: "act", id: String(act), fields: [field], reason: "A name." });
    await redact(seq, "text");
    await redact(cancelSeq, "reason");
    const [{ maintenance }, news] = [await getServiceStatus(ctx()), await listStatusNews(ctx())];
    expect(JSON.stringify([maintenance, news])).not.toMatch(/Jane|database moves/);
  });
});

it("a form says its times in UTC and marks its components", () => {
  const form = {
    starts_at: "2026-12-01 14:00",
    ends_at: " 2026-12-01 15:30 ",
    text: "A move.",
    "component:relay": "on",
  };
  expect(AnnounceForm.parse(form)).toEqual({
    ...{ starts_at: "2026-12-01T14:00:00.000Z", ends_at: "2026-12-01T15:30:00.000Z" },
    ...{ text: "A move.", components: ["relay"] },
  });
  const faults = (more: object) =>
    AnnounceForm.safeParse({ ...form, ...more }).error?.issues.map(({ path }) => path[0]);
  expect(faults({ starts_at: "tomorrow" })).toEqual(["starts_at"]);
  expect(faults({ ends_at: "2026-12-01 14:00" })).toEqual(["ends_at"]);
  expect(faults({ "component:relay": undefined })).toBeDefined();
});
