import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { POST as decideAuditRoute } from "@/app/api/council/audits/[id]/decide/route";
import { POST as replyToAuditRoute } from "@/app/api/council/audits/[id]/reply/route";
import { GET as getAuditRoute } from "@/app/api/council/audits/[id]/route";
import { POST as decideRoute } from "@/app/api/incident/[id]/decide/route";
import { changes } from "@/lib/database/schema/change-feed";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { replyDecisions } from "@/lib/database/schema/replies";
import { testDatabase } from "@/lib/database/testing/test-database";
import { operatorCaller } from "@/lib/features/access/testing/operators";
import { grantTier } from "@/lib/features/agents/service/grant-tier";
import { freshDid } from "@/lib/features/agents/testing/fixtures";
import { previewRedaction } from "@/lib/features/council/redactions/service/preview";
import { redactRecord } from "@/lib/features/council/redactions/service/redact";
import { RecordAudit } from "@/lib/features/council/schema";
import { auditRecord, incidentRecord } from "@/lib/features/disputes/rules";
import { exportIncident } from "@/lib/features/incidents/service/read";
import { readAssessed } from "@/lib/features/trust/service/events";
import { get, post } from "@/lib/testing/call";
import { replyFixtures } from "../testing/fixtures";
import { decideAudit } from "./decide-audit";
import { listNamingRecords } from "./list-naming";
import { listPendingReplies } from "./list-pending";
import { recordAuditAndTell } from "./record-audit";

const database = testDatabase();
const fixtures = replyFixtures(database);
const { ctx, operatorToken, tokenOf, standing, trusted, open, move, strike, reporter } = fixtures;
const { operator, agentCaller, accused, audited, reply, decide, incidentOf } = fixtures;

describe("an operator's decision about an incident", () => {
  it("upheld: the incident stays, and the reply is closed", async () => {
    const { did, token, id, operating } = await accused();
    expect((await decide(id, did, "upheld", operating)).status).toBe(409);
    await reply(id, token);
    const { score } = await standing(did);
    const decided = await decide(id, did, "upheld", operating);
    expect(decided).toMatchObject({ status: 200, body: { disputed: false, status: "OPEN" } });
    expect((await standing(did)).score).toBe(score);
    expect(await reply(id, token)).toMatchObject({ status: 409, body: { message: expect.stringContaining("upheld") } });
    const [act] = await database()
      .select()
      .from(ledgerActs)
      .where(and(eq(ledgerActs.subject, incidentRecord(id)), eq(ledgerActs.kind, "incident.decided")));
    expect(act?.details).toEqual({ did, decision: "upheld", reason: "The raw response shows it." });
  });

  it.each(["amended", "withdrawn"])("%s: the score is as before the incident", async (decision) => {
    const { did, token, id, operating, before } = await accused("CRITICAL");
    await reply(id, token);
    const { body } = await decide(id, did, decision, operating);
    expect(body).toMatchObject({ disputed: false, unfounded: decision === "withdrawn" });
    expect(await standing(did)).toEqual(before);
  });

  it.each(["amended", "withdrawn"])(
    "%s after the export: beside the seal, and the score recovers",
    async (decision) => {
      const { did, token, id, operating, before } = await accused();
      await move(id, "RESOLVED", operating);
      await move(id, "EXPORTED", operating);
      const sealed = await exportIncident(ctx(), { id: String(id) });
      await reply(id, token);
      expect((await decide(id, did, decision, operating)).status).toBe(200);
      expect(await standing(did)).toEqual(before);
      expect(await exportIncident(ctx(), { id: String(id) })).toBe(sealed);
      expect(sealed).not.toContain("dispute");
      expect(await incidentOf(id)).toMatchObject({ unfounded: false, disputes: [{ decision: { decision } }] });
    },
  );

  it("withdrawn frees every named agent, also those without a reply", async () => {
    const { did, token, id, operating } = await accused();
    const second = await trusted();
    const before = await standing(second);
    const { id: shared } = await open({ severity: "MAJOR", affected: [did, second] }, operating);
    await move(shared, "RESOLVED", operating);
    await move(shared, "EXPORTED", operating);
    await reply(shared, token);
    await decide(shared, did, "withdrawn", operating);
    expect(await standing(second)).toEqual(before);
    expect((await incidentOf(id))["disputed"]).toBe(false);
  });

  it.each(["RESOLVED", "EXPORTED"])(
    "withdrawn when %s frees an agent whose reply was upheld, and restores its grant",
    async (status) => {
      const [first, second] = [await trusted(), await trusted()];
      await grantTier(ctx(), { did: first, tier: "T4", reason: "Trusted." });
      const before = [await standing(first), await standing(second)];
      const operating = await operatorToken();
      const { id } = await open({ severity: "CRITICAL", affected: [first, second] }, operating);
      await move(id, "RESOLVED", operating);
      if (status === "EXPORTED") await move(id, "EXPORTED", operating);
      await reply(id, await tokenOf(first));
      await decide(id, first, "upheld", operating);
      await reply(id, await tokenOf(second));
      expect(await decide(id, second, "withdrawn", operating)).toMatchObject({ status: 200 });
      expect([await standing(first), await standing(second)]).toEqual(before);
      expect((await readAssessed(database(), first))?.events.incidents).toEqual([]);
    },
  );

  it("a strike by the usual verb decides, too; then there is nothing to reply to", async () => {
    const { did, token, id, operating } = await accused();
    await reply(id, token);
    await strike(id, did, operating);
    expect(await incidentOf(id)).toMatchObject({
      disputes: [{ decision: { decision: "amended", reason: "It was elsewhere." } }],
    });
    expect(await decide(id, did, "upheld", operating)).toMatchObject({ status: 409 });
    const cleared = await accused();
    await strike(cleared.id, cleared.did, operating);
    expect((await reply(cleared.id, cleared.token)).status).toBe(409);
  });

  it("of two operators at once, one decides, and the other reads who", async () => {
    const { did, token, id, operating } = await accused();
    await reply(id, token);
    const both = await Promise.all([
      decide(id, did, "upheld", operating),
      decide(id, did, "amended", await operatorToken()),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const late = both.find(({ status }) => status === 409);
    expect(late?.body["message"]).toMatch(/^operator:[a-z]{8} decided “/);
    expect(await database().$count(replyDecisions, eq(replyDecisions.did, did))).toBe(1);
  });

  it.each([
    ["amended", "incident.decided", "reason"],
    ["amended", "incident.agent_struck", "note"],
    ["withdrawn", "incident.decided", "reason"],
    ["withdrawn", "incident.resolved", "note"],
  ])("%s: a redaction of %s removes its text from every table", async (decision, kind, field) => {
    const { did, token, id, operating } = await accused();
    await reply(id, token);
    const reason = `A private name ${randomUUID()}`;
    await post(decideRoute, { did, decision, reason }, { token: operating, params: { id: String(id) } });
    const about = and(eq(ledgerActs.subject, incidentRecord(id)), eq(ledgerActs.kind, kind));
    const [act] = await database().select().from(ledgerActs).where(about);
    const named = { subject: "act", id: String(act?.seq) } as const;
    expect((await previewRedaction(operator(), named)).acts).toHaveLength(2);
    await redactRecord(operator(), { ...named, fields: [field], reason: "It named a person." });
    expect(await incidentOf(id)).toMatchObject({
      disputes: [{ decision: { reason: expect.stringContaining("because: It named a person.") } }],
    });
    const tables = await database().execute<{ name: string }>(
      sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
    );
    for (const { name } of tables) {
      const rows = await database().execute(sql`select from ${sql.raw(name)} as t where t::text like ${`%${reason}%`}`);
      expect([name, rows.length]).toEqual([name, 0]);
    }
  });

  it("is an operator's alone", async () => {
    const { did, token, id } = await accused();
    await reply(id, token);
    expect((await decide(id, did, "withdrawn", token)).status).toBe(403);
  });

  it("waits in a list, the first due first, and is counted when it is overdue", async () => {
    const { did, id, token } = await accused();
    await reply(id, token);
    const later = { ...operator(), clock: () => new Date(Date.now() + 15 * 86_400_000) };
    const { replies: pending, overdue, total } = await listPendingReplies(later, { limit: 50, offset: 0 });
    expect(pending.map(({ due_at }) => due_at)).toEqual(pending.map(({ due_at }) => due_at).sort());
    expect(pending.find((one) => one.did === did)).toMatchObject({
      record: incidentRecord(id),
      title: "It went wrong",
    });
    expect(overdue).toBe(total);
  });
});

describe("an audit", () => {
  const sendDecision = async (id: string, decision: string) =>
    post(
      decideAuditRoute,
      { decision, reason: "It tested another agent." },
      { token: await operatorToken(), params: { id } },
    );

  it("is disputed by its agent's owner, and upheld", async () => {
    const { did, token, id } = await audited();
    const after = await standing(did);
    expect((await sendDecision(id, "upheld")).status).toBe(409);
    const sent = await post(replyToAuditRoute, { text: "It did not." }, { token, params: { id } });
    expect(sent.status).toBe(201);
    expect((await get(getAuditRoute, "", { id })).body).toMatchObject({ disputed: true, disputes: [{ did }] });
    expect((await sendDecision(id, "upheld")).body).toMatchObject({ disputed: false, decision: "upheld" });
    expect(await standing(did)).toEqual(after);
  });

  it("set aside no longer counts: the standing is as before, an ended grant is restored, and an event says so", async () => {
    const { did, id, before } = await audited();
    expect((await standing(did)).tier).not.toBe(before.tier);
    expect((await sendDecision(id, "set_aside")).body).toMatchObject({ decision: "set_aside", disputed: false });
    expect(await standing(did)).toEqual(before);
    const [change] = await database()
      .select()
      .from(changes)
      .where(and(eq(changes.kind, "audit.decided"), eq(changes.subject, auditRecord(id))));
    expect(change?.data).toEqual({ id, did, disputed: false, decision: "set_aside", address: `/audits/${id}` });
    expect((await sendDecision(id, "set_aside")).status).toBe(409);
  });

  it("without a reply, or one that did not fail, is set aside with the role of recording audits", async () => {
    const { did, token, id } = await audited();
    const reviewer = { ...operator(), caller: operatorCaller("reviewers", "reviewer") };
    const setAside = { decision: "set_aside", reason: "It tested another agent." } as const;
    await expect(decideAudit(reviewer, { id, ...setAside })).rejects.toMatchObject({
      message: expect.stringContaining("role operator"),
    });
    await post(replyToAuditRoute, { text: "It did not." }, { token, params: { id } });
    expect(await decideAudit(reviewer, { id, ...setAside })).toMatchObject({ decision: "set_aside" });
    const passed = await recordAuditAndTell(
      ctx(),
      RecordAudit.parse({ did, auditor: freshDid("four"), verdict: "pass" }),
    );
    await post(replyToAuditRoute, { text: "It did." }, { token, params: { id: passed.id } });
    const late = decideAudit(reviewer, { id: passed.id, ...setAside });
    await expect(late).rejects.toMatchObject({ message: expect.stringContaining("role operator") });
    expect((await sendDecision(passed.id, "set_aside")).status).toBe(200);
  });

  it("is found by its id in upper case, too", async () => {
    const { did, token, id } = await audited();
    const upper = id.toUpperCase();
    const written = await post(replyToAuditRoute, { text: "It did not." }, { token, params: { id: upper } });
    expect(written.status).toBe(201);
    expect((await sendDecision(upper, "set_aside")).body).toMatchObject({ id, decision: "set_aside" });
    const named = await listNamingRecords(agentCaller(did), { did });
    expect(named.find(({ record }) => record === auditRecord(id))?.dispute?.replies).toHaveLength(1);
  });

  it("set aside without a reply is closed on its owner's page", async () => {
    const { did, id } = await audited();
    await sendDecision(id, "set_aside");
    const named = await listNamingRecords(agentCaller(did), { did });
    const closed = named.find(({ record }) => record === auditRecord(id));
    expect(closed).toMatchObject({ dispute: { replies: [], disputed: false }, closed: "An operator has decided." });
  });

  it("has no reply of an agent that it does not audit", async () => {
    const { id } = await audited();
    const { token } = await reporter();
    expect((await post(replyToAuditRoute, { text: "No." }, { token, params: { id } })).status).toBe(403);
    expect((await post(replyToAuditRoute, { text: "No." }, { token, params: { id: freshDid() } })).status).toBe(404);
  });
});
