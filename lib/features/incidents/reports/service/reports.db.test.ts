import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { runInScope } from "@/lib/authority/context";
import { hashToken } from "@/lib/authority/tokens";
import { agents } from "@/lib/database/schema/agents";
import { incidents } from "@/lib/database/schema/incidents";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { reports } from "@/lib/database/schema/reports";
import { ann, ben, DAY_MILLISECONDS, outcomes } from "@/lib/features/access/applications/testing/fixtures";
import { agentRow } from "@/lib/features/agents/testing/agent-row";
import { listIncidents } from "@/lib/features/incidents/service/list";
import { getIncident } from "@/lib/features/incidents/service/read";
import type { Caller } from "@/lib/identity/permissions";
import { ReportQuery, SubmitReport } from "../schema";
import { incidentFrom, reportFixtures, reportForm } from "../testing/fixtures";
import { getReportBySecret, makeSecret } from "./by-secret";
import { dismissReport, markDuplicate, openReport } from "./decide";
import { eraseSenders } from "./erase-senders";
import { getReport, listReports } from "./read";
import { MAX_WAITING, submitReport } from "./submit";

const { database, by, visitor, actsOn, reported } = reportFixtures();
const list = (query: Record<string, unknown> = {}) => listReports(by(ann), ReportQuery.parse(query));
const countWaiting = () => database().$count(reports, eq(reports.status, "waiting"));
const incidentsNow = () => database().$count(incidents);
const freshDid = () => `did:fed:s1:${randomUUID()}`;

/** The DID of a new agent. */
async function newAgent(): Promise<string> {
  const did = freshDid();
  await database().insert(agents).values(agentRow({ did }));
  return did;
}

describe("reporting", () => {
  it("stores the input, and of the secret only its hash; its sender sees its status and nothing else", async () => {
    const did = await newAgent();
    const said = { dids: `${did}\n${did}`, happened: "on Monday", evidence: "demo-lease", email: "a@b.example" };
    const { id, secret } = await reported({ ...said, incident: "#7" });
    expect(await getReport(by(ann), { id: String(id) })).toMatchObject({ ...said, dids: [did], about: 7 });
    expect(await getReportBySecret(visitor(), { secret })).toEqual({
      ...{ id, status: "waiting", decided_at: null, reason: "", incident: null, has_email: true },
      created_at: expect.any(String),
    });
    const rows = JSON.stringify(await database().select().from(reports).where(eq(reports.id, id)));
    expect([rows.includes(secret), rows.includes(hashToken(secret))]).toEqual([false, true]);
    expect(JSON.stringify(await list())).not.toContain(hashToken(secret));
  });

  it("opens nothing, names nobody and writes no act", async () => {
    const before = await incidentsNow();
    const acts = await database().$count(ledgerActs);
    await reported({ dids: await newAgent() });
    expect([await incidentsNow(), await database().$count(ledgerActs)]).toEqual([before, acts]);
  });

  it("stores nothing if no agent has one of the DIDs, and reports it at the field", async () => {
    const before = await database().$count(reports);
    const unknown = freshDid();
    await expect(reported({ dids: `${await newAgent()} ${unknown}` })).rejects.toMatchObject({
      kind: "invalid",
      field: "dids",
      message: `No agent has this DID: ${unknown}. Correct it, or write it in the text.`,
    });
    expect(await database().$count(reports)).toBe(before);
  });

  it("a form sent twice, even at once or changed, is one report, as it was first sent", async () => {
    const form = reportForm();
    const send = (text = "") => submitReport(visitor(), SubmitReport.parse({ ...form, ...(text && { text }) }));
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(await send("Another.")).toMatchObject({ repeated: true });
    const secretHash = hashToken(form["secret"] ?? "");
    expect(await database().select().from(reports).where(eq(reports.secretHash, secretHash))).toMatchObject([
      { text: form["text"] },
    ]);
  });

  it("another person’s secret or an invalid one finds nothing", async () => {
    for (const secret of [makeSecret(), "", "fgs_rep_\0", "%"]) {
      await expect(getReportBySecret(visitor(), { secret })).rejects.toMatchObject({ kind: "notFound" });
    }
  });

  it("is rejected when the maximum is waiting, and accepted again after one is decided", async () => {
    const waiting = await countWaiting();
    const { id } = await reported();
    await database().execute(sql`
      insert into reports (secret_hash, status, text, created_at)
      select 'filled-' || n, 'waiting', 'x', now() from generate_series(1, ${MAX_WAITING - waiting - 1}::integer) as n`);
    await expect(reported()).rejects.toMatchObject({ kind: "conflict" });
    expect(await countWaiting()).toBe(MAX_WAITING);
    await dismissReport(by(ann), { id: String(id), reason: "No." });
    await reported();
    await database().execute(sql`delete from reports where secret_hash like 'filled-%'`);
  });

  it("pushes out the newest report of a crowded network when the maximum is waiting, and of no other", async () => {
    const from = (network: string) => runInScope({ requestId: "", address: "", network, event: {} }, () => reported());
    const crowded: number[] = [];
    for (let at = 0; at < 7; at++) crowded.push((await from("crowd")).id);
    const alone = await from("visitor");
    const waiting = await countWaiting();
    await database().execute(sql`
      insert into reports (secret_hash, status, text, created_at)
      select 'filled-' || n, 'waiting', 'x', now() from generate_series(1, ${MAX_WAITING - waiting}::integer) as n`);
    await expect(from("crowd")).rejects.toMatchObject({ kind: "conflict" });
    const ids = async () => (await database().select({ id: reports.id }).from(reports)).map(({ id }) => id);
    const next = await from("another");
    expect(await ids()).not.toContain(crowded[6]);
    const last = await from("third");
    expect(await ids()).toEqual(expect.arrayContaining([crowded[4], alone.id, next.id, last.id]));
    expect(await ids()).not.toContain(crowded[5]);
    // No network has more than five by now.
    await expect(from("fourth")).rejects.toMatchObject({ kind: "conflict" });
    expect(await countWaiting()).toBe(MAX_WAITING);
    await database().execute(sql`delete from reports where secret_hash like 'filled-%'`);
  });

  it.each([
    [{ text: "" }, "text"],
    [{ text: "x".repeat(8_001) }, "text"],
    [{ text: "turned \u202e around" }, "text"],
    [{ dids: "did:fed:s1:a, nobody" }, "dids"],
    [{ dids: Array.from({ length: 21 }, (_, at) => `did:fed:s1:a${at}`).join(" ") }, "dids"],
    [{ evidence: "x".repeat(501) }, "evidence"],
    [{ email: "nobody" }, "email"],
    [{ incident: "0" }, "incident"],
    [{ website: "https://spam.example" }, "website"],
    [{ secret: "fgs_rep_x" }, "secret"],
  ])("%j is rejected at its field", (fields, field) => {
    const { error } = SubmitReport.safeParse(reportForm(fields));
    expect(error?.issues.map(({ path }) => path[0])).toEqual([field]);
  });
});

describe("deciding", () => {
  it("is for operators only, as is reading", async () => {
    const { id } = await reported();
    const named = { id: String(id) };
    const callers: Caller[] = [
      { kind: "agent", credentialId: randomUUID(), did: freshDid(), tier: "T4" },
      { kind: "provider", credentialId: randomUUID(), organisation: "Guild" },
    ];
    for (const ctx of [...callers.map((caller) => by(caller)), visitor()]) {
      const attempts = await Promise.allSettled([
        openReport(ctx, incidentFrom(id)),
        dismissReport(ctx, { ...named, reason: "No." }),
        markDuplicate(ctx, { ...named, incident: 1 }),
        getReport(ctx, named),
        listReports(ctx, ReportQuery.parse({})),
      ]);
      const kind = ctx.caller.kind === "anonymous" ? "unauthenticated" : "operatorOnly";
      for (const one of attempts) expect(one).toMatchObject({ status: "rejected", reason: { kind } });
    }
    expect((await getReport(by(ann), named)).status).toBe("waiting");
  });

  it("opens an incident that is the operator’s, counts at once, and says that the public reported it", async () => {
    const did = await newAgent();
    const { id, secret } = await reported({ dids: did, email: "a@b.example", text: "Private words." });
    const { incident } = await openReport(by(ann), incidentFrom(id, { affected: did }));
    expect(await getReportBySecret(visitor(), { secret })).toMatchObject({ status: "opened", incident });
    const opened = await getIncident(visitor(), { id: String(incident) });
    expect(opened).toMatchObject({ title: "A lease went astray", confirmed: true, affected: [{ did }] });
    expect(opened.reporter).toMatch(/^operator:/);
    expect(opened.timeline).toMatchObject([{ kind: "opened", note: `Reported by the public, in report ${id}.` }]);
    expect(await actsOn(`report:${id}`)).toEqual([
      { kind: "report.opened", actor: opened.reporter, details: { incident } },
    ]);
    const log = JSON.stringify(await database().select().from(ledgerActs));
    for (const kept of ["Private words.", "a@b.example"]) expect(log).not.toContain(kept);
  });

  it("of many concurrent operators one opens an incident; the others learn who did", async () => {
    const { id } = await reported();
    const before = await incidentsNow();
    const attempts = [ann, ben, ann, ben].map((caller) => openReport(by(caller), incidentFrom(id)));
    const { done, errors } = await outcomes([
      ...attempts,
      dismissReport(by(ben), { id: String(id), reason: "Nothing in it." }),
    ]);
    expect(done).toBe(1);
    const { decided_by, status } = await getReport(by(ann), { id: String(id) });
    for (const error of errors) {
      expect(error).toMatchObject({ kind: "conflict", message: expect.stringContaining(`by ${decided_by}.`) });
    }
    expect((await incidentsNow()) - before).toBe(status === "opened" ? 1 : 0);
    expect(await actsOn(`report:${id}`)).toHaveLength(1);
  });

  it("that fails leaves the report waiting and no incident", async () => {
    const { id } = await reported();
    const before = await incidentsNow();
    const opening = openReport(by(ann), { ...incidentFrom(id), title: "\0" });
    await expect(opening).rejects.toThrow();
    expect([(await getReport(by(ann), { id: String(id) })).status, await incidentsNow()]).toEqual(["waiting", before]);
  });

  it("dismisses with a reason, which its sender reads; nothing else of it is public", async () => {
    const { id, secret } = await reported({ text: "Words to be dismissed.", email: "a@b.example" });
    const listed = await listIncidents(visitor(), { limit: 10, cursor: undefined });
    await dismissReport(by(ann), { id: String(id), reason: "It is not about an agent." });
    expect(await getReportBySecret(visitor(), { secret })).toMatchObject({
      ...{ status: "dismissed", reason: "It is not about an agent.", incident: null },
    });
    const { incidents: after } = await listIncidents(visitor(), { limit: 10, cursor: undefined });
    expect(after).toEqual(listed.incidents);
    const [act] = await actsOn(`report:${id}`);
    expect(act).toMatchObject({ kind: "report.dismissed", details: { reason: "It is not about an agent." } });
    expect(JSON.stringify(act)).not.toMatch(/Words|@b\.example/);
  });

  it("leads its sender to an incident that is there, and to no other", async () => {
    const { id, secret } = await reported();
    const named = { id: String(id) };
    await expect(markDuplicate(by(ann), { ...named, incident: 99_999 })).rejects.toMatchObject({ field: "incident" });
    const { incident } = await openReport(by(ann), incidentFrom((await reported()).id));
    await markDuplicate(by(ann), { ...named, incident: incident ?? 0 });
    expect(await getReportBySecret(visitor(), { secret })).toMatchObject({ status: "duplicate", incident });
    expect(await actsOn(`report:${id}`)).toMatchObject([{ kind: "report.duplicate", details: { incident } }]);
  });

  it("what cannot be a report’s number is not found", async () => {
    for (const id of ["0", "x", "99999999999", "2147483647"]) {
      await expect(getReport(by(ann), { id })).rejects.toMatchObject({ kind: "notFound" });
      await expect(dismissReport(by(ann), { id, reason: "No." })).rejects.toMatchObject({ kind: "notFound" });
    }
  });
});

it("the list has the oldest that waits first, and of the others the newest decision", async () => {
  await database().execute(sql`delete from reports`);
  const ids = [await reported(), await reported(), await reported(), await reported()].map(({ id }) => id);
  const [first = 0, second = 0, third, fourth] = ids;
  const at = (day: number) => by(ann, new Date(Date.now() + day * DAY_MILLISECONDS));
  await dismissReport(at(1), { id: String(second), reason: "No." });
  await dismissReport(at(0), { id: String(first), reason: "No." });
  const idsOf = async (query: Record<string, unknown>) => (await list(query)).reports.map(({ id }) => id);
  expect(await idsOf({})).toEqual([third, fourth]);
  expect(await idsOf({ status: "dismissed" })).toEqual([second, first]);
  expect(await list({ limit: "1" })).toMatchObject({ total: 2, by_status: { waiting: 2, opened: 0, dismissed: 2 } });
});

it("an e-mail address is erased 30 days after the decision, and not while the report waits", async () => {
  const [old, waiting, recent] = [
    await reported({ email: "old@b.example" }),
    await reported({ email: "waiting@b.example" }),
    await reported({ email: "recent@b.example" }),
  ];
  const now = new Date();
  const ago = (days: number) => by(ann, new Date(now.getTime() - days * DAY_MILLISECONDS));
  await dismissReport(ago(31), { id: String(old.id), reason: "No." });
  await dismissReport(ago(29), { id: String(recent.id), reason: "No." });
  expect(await eraseSenders(database())).toBe(1);
  const emails = await Promise.all(
    [old, waiting, recent].map(async ({ id }) => (await getReport(by(ann), { id: String(id) })).email),
  );
  expect(emails).toEqual(["", "waiting@b.example", "recent@b.example"]);
});
