import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { type Context, systemContext } from "@/lib/authority/context";
import { ensureSigningKey } from "@/lib/authority/keys";
import { changes } from "@/lib/database/schema/change-feed";
import { relayEvents } from "@/lib/database/schema/relay";
import { onServer } from "@/lib/database/testing/template";
import { testDatabase } from "@/lib/database/testing/test-database";
import { operatorCaller } from "@/lib/features/access/testing/operators";
import { registerAgent } from "@/lib/features/agents/service/register";
import { setStatus } from "@/lib/features/agents/service/set-status";
import { updateAgent } from "@/lib/features/agents/service/update";
import { listVersions } from "@/lib/features/agents/service/versions";
import { freshDid } from "@/lib/features/agents/testing/fixtures";
import { previewRedaction } from "@/lib/features/council/redactions/service/preview";
import { redactAgain, redactRecord } from "@/lib/features/council/redactions/service/redact";
import { Audit, RecordAudit } from "@/lib/features/council/schema";
import { listActs } from "@/lib/features/council/service/acts";
import { recordAudit } from "@/lib/features/council/service/audit";
import { findAudit } from "@/lib/features/council/service/read";
import { recordChange } from "@/lib/features/events/record-change";
import { numberChanges } from "@/lib/features/events/service/number-changes";
import { readChanges, readHead } from "@/lib/features/events/service/read-changes";
import { RecentChanges } from "@/lib/features/events/service/recent-changes";
import { OpenIncident } from "@/lib/features/incidents/schema";
import { openIncident } from "@/lib/features/incidents/service/open";
import { exportIncident, getIncident } from "@/lib/features/incidents/service/read";
import { RoutePreview } from "@/lib/features/relay/route-schema";
import { SendEvent } from "@/lib/features/relay/schema";
import { routeIntent } from "@/lib/features/relay/service/route";
import { sendEvent } from "@/lib/features/relay/service/send";
import { decideRfc } from "@/lib/features/rfcs/service/decide";
import { readRfc } from "@/lib/features/rfcs/service/read";
import { ANCHOR_LOG, COUNCIL_LOG } from "@/lib/ledger/append";
import { verifyStoredLog } from "@/lib/ledger/verify-stored";
import { findTexts } from "@/lib/portal/search/service/find-texts";
import { RFC_NUMBER, storeTexts } from "./testing/redactable";

const database = testDatabase();
const operator = (): Context => ({
  ...systemContext(database()),
  caller: operatorCaller(),
});
const ALL = { limit: 200, offset: 0 };
const READS = /^Redacted on \d{4}-\d\d-\d\d because: It named a person\.$/;

let stored: Awaited<ReturnType<typeof storeTexts>>;
const marks: string[] = [];
beforeAll(async () => {
  await ensureSigningKey(database(), undefined, new Date());
  const mark = (what: string) => {
    const text = `${what}-${randomUUID()}`;
    marks.push(text);
    return text;
  };
  stored = await storeTexts(operator(), mark);
});

const foundIn = (value: unknown) => marks.filter((mark) => JSON.stringify(value).includes(mark));
const hashes = () =>
  database().execute(sql`select encode(hash, 'hex') as hash, encode(payload_commitment, 'hex') as commitment
  from ledger_entries where log = 'council' and seq <= 30 order by seq`);

describe("a redaction", () => {
  it("is an operator's, and of texts that the record has", async () => {
    const [first] = stored.redactions;
    if (!first) throw new Error("nothing to redact");
    const agent = { kind: "agent", credentialId: "x", did: stored.did, tier: "T4" } as const;
    await expect(redactRecord({ ...operator(), caller: agent }, first)).rejects.toMatchObject({ kind: "operatorOnly" });
    await expect(redactRecord(operator(), { ...first, fields: ["severity"] })).rejects.toMatchObject({
      kind: "invalid",
    });
    for (const id of ["0", "x", "99999999999999", randomUUID()]) {
      for (const subject of ["act", "audit", "event", "incident", "review", "version"] as const) {
        await expect(redactRecord(operator(), { ...first, subject, id })).rejects.toMatchObject({ kind: "notFound" });
      }
    }
  });

  it("removes the texts from every table, export, search, feed and stream; hashes, proofs and the logs stay valid", async () => {
    await numberChanges(database());
    const recent = new RecentChanges(database(), ({ data }) => JSON.stringify(data));
    const before = await hashes();
    expect(await findTexts(operator(), marks[0], { most: 5, docs: [] })).not.toEqual([]);
    const kept = await readChanges(database(), { after: 0, limit: 500 });
    expect(foundIn(kept)).not.toEqual([]);
    recent.follow(() => {});
    await recent.ready();
    await openIncident(operator(), OpenIncident.parse({ title: "In a stream", severity: "LOW" }));
    await numberChanges(database());
    const streamed = (await readHead(database())).head;
    await expect.poll(() => recent.get(streamed)).toBeDefined();

    const done = [];
    for (const redaction of stored.redactions) done.push(await redactRecord(operator(), redaction));

    const tables = await database().execute<{ name: string }>(
      sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
    );
    for (const { name } of tables) {
      const rows = await database().execute(sql.raw(`select t::text as row from ${name} as t`));
      expect([name, foundIn(rows)]).toEqual([name, []]);
    }
    const incident = await getIncident(operator(), { id: String(stored.incident) });
    expect(incident.title).toMatch(READS);
    expect(incident.affected[0]?.struck?.note).toMatch(READS);
    expect(incident.seal?.redacted_at).not.toBeNull();
    const record = JSON.parse(await exportIncident(operator(), { id: String(stored.incident) }));
    expect([record.title, record.exported.note, record.affected[0].struck.note]).toEqual(Array(3).fill(incident.title));
    const audit = Audit.parse(await findAudit({ db: database() }, stored.audit.id));
    expect(audit).toMatchObject({ summary: incident.title, findings: [incident.title], salt: null });
    expect(await findTexts(operator(), marks[0], { most: 5, docs: [] })).toEqual([]);
    await numberChanges(database());
    const { head } = await readHead(database());
    await expect.poll(() => recent.last).toBe(head);
    expect(recent.get(streamed)).toBeUndefined();

    expect((await hashes()).slice(0, before.length)).toEqual(before);
    for (const log of [COUNCIL_LOG, ANCHOR_LOG]) expect((await verifyStoredLog(database(), log)).fault).toBeNull();
    const { acts } = await listActs(operator(), ALL);
    expect(acts.filter(({ kind }) => kind === "record.redacted")).toHaveLength(done.length);
    expect(acts.find(({ kind }) => kind === "agent.suspended")).toMatchObject({
      subject: stored.did,
      details: { reason: incident.title },
    });
  });

  it("is made once, also of a reason of a redaction, which is then nowhere either", async () => {
    const [first] = stored.redactions;
    if (!first) throw new Error("nothing to redact");
    await expect(redactRecord(operator(), first)).rejects.toMatchObject({ kind: "conflict" });
    const slip = `slip-${randomUUID()}`;
    const named = { subject: "audit", id: stored.audit.id } as const;
    const made = await redactRecord(operator(), { ...named, fields: ["evidence"], reason: slip });
    expect(JSON.stringify(await findAudit({ db: database() }, named.id))).toContain(slip);
    await redactRecord(operator(), { subject: "act", id: String(made.seq), fields: ["reason"], reason: "A slip." });
    expect(JSON.stringify(await findAudit({ db: database() }, named.id))).not.toContain(slip);
    expect(JSON.stringify(await listActs(operator(), ALL))).not.toContain(slip);
    expect(JSON.stringify(await readChanges(database(), { after: 0, limit: 500 }))).not.toContain(slip);
    expect((await verifyStoredLog(database(), COUNCIL_LOG)).fault).toBeNull();
  });

  it.each([
    ["a payload that is changed", sql`update ledger_payloads set kind = 'other' where log = 'council' and seq = 1`],
    [
      "what remains of an act that is whole",
      sql`update ledger_payloads set remaining = '{}' where log = 'council' and seq = 1`,
    ],
    [
      "an act that becomes another one",
      sql`update ledger_payloads set salt = null, did = null, kind = null, payload = null,
        remaining = '{"kind": "a", "actor": "b", "subject": "c", "details": {}}' where log = 'council' and seq = 1`,
    ],
    [
      "a subject of what remains",
      sql`update ledger_payloads set remaining = remaining || '{"subject": "x"}' where remaining is not null`,
    ],
    ["another title", sql`update incidents set title = 'other'`],
    ["another status of a sealed incident", sql`update incidents set status = 'OPEN', resolved_at = null`],
    ["another note", sql`update incident_events set note = 'other'`],
    ["another actor", sql`update incident_events set actor = 'other'`],
    ["another hash of a record", sql`update incident_exports set sha256 = repeat('0', 64)`],
    ["a record without a sign of the change", sql`update incident_exports set redacted_at = null, record = '{}'`],
  ])("is the only change that the database allows: not %s", async (_what, statement) => {
    await expect(database().execute(statement)).rejects.toThrow();
  });

  it("of a text whose act is whole is rejected by the database", async () => {
    await openIncident(operator(), OpenIncident.parse({ title: "Another", severity: "LOW" }));
    await expect(
      database().execute(sql`update incidents set title = 'Redacted on a day' where redacted_at is null`),
    ).rejects.toThrow();
  });

  it.runIf(onServer)("waits for another one of the same act, and keeps what it replaced", async () => {
    const said = { did: stored.did, verdict: "pass", summary: "first-secret", findings: ["second-secret"] };
    const { id } = await recordAudit(operator(), RecordAudit.parse(said));
    const redact = (field: string) =>
      redactRecord(operator(), { subject: "audit", id, fields: [field], reason: "It named a person." });
    let both: Promise<unknown> | undefined;
    await database().transaction(async (tx) => {
      await tx.execute(sql`select from audits where id = ${id} for update`);
      both = Promise.all([redact("summary"), redact("findings")]);
      const waiting = sql`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await database().execute(waiting))[0]).toEqual({ count: 2 });
    });
    await both;
    const left = [await findAudit({ db: database() }, id), await listActs(operator(), ALL)];
    expect(JSON.stringify(left)).not.toMatch(/first-secret|second-secret/);
  });

  it("is made of a text that begins like one, and of a text that repeats one", async () => {
    const text = "Redacted on 2026-01-01 because: Jane Doe lives here.";
    const opened = { title: text, description: "Redacted on Elm St: Jane Doe", severity: "LOW" };
    const id = String((await openIncident(operator(), OpenIncident.parse(opened))).id);
    const findings = ["Redacted on x", "Jane Doe"];
    const audit = await recordAudit(operator(), RecordAudit.parse({ did: stored.did, verdict: "pass", findings }));
    const payload = { redacted: text, b: "Jane Doe" };
    const event = await sendEvent(
      systemContext(database()),
      SendEvent.parse({ src_did: stored.did, intent: text, payload }),
      null,
    );
    const reason = "It named a person.";
    for (const named of [
      { subject: "incident", id, fields: ["description", "title"] },
      { subject: "audit", id: audit.id, fields: ["findings"] },
      { subject: "event", id: event.id, fields: ["intent", "payload"] },
    ] as const) {
      const { texts } = await previewRedaction(operator(), named);
      expect(texts.map(({ field }) => field)).toEqual(expect.arrayContaining([...named.fields]));
      for (const field of named.fields) await redactRecord(operator(), { ...named, fields: [field], reason });
      const again = redactRecord(operator(), { ...named, fields: [...named.fields], reason: "Again." });
      await expect(again).rejects.toMatchObject({ kind: "conflict" });
    }
    const left = [await listActs(operator(), ALL), await database().select().from(relayEvents)];
    expect(JSON.stringify(left)).not.toContain("Jane Doe");
  });

  it("keeps the fields that programs read, so a decision on an RFC can still be read", async () => {
    const number = String(RFC_NUMBER);
    await decideRfc(operator(), { number, status: "ACTIVE", reason: "decided-secret", superseded_by: undefined });
    const { acts } = await listActs(operator(), ALL);
    const id = String(acts.find(({ kind }) => kind === "rfc.activated")?.seq);
    const named = { subject: "act", id } as const;
    for (const field of ["from", "status", "superseded_by", "tally", "sha256"]) {
      const redaction = redactRecord(operator(), { ...named, fields: [field], reason: "A test." });
      await expect([field, await redaction.catch(({ kind }) => kind)]).toEqual([field, "invalid"]);
    }
    await redactRecord(operator(), { ...named, fields: ["reason"], reason: "It named a person." });
    const { decisions } = await readRfc(operator(), { number });
    expect(decisions.map(({ reason }) => reason)).toContainEqual(expect.stringMatching(READS));
  });

  it("changes no change of another record whose number is the same", async () => {
    const reason = "No longer in use.";
    const did = `did:fed:s1:x-${RFC_NUMBER}`;
    await registerAgent(systemContext(database()), { did });
    const told = { kind: "rfc.decided", subject: `rfc:${RFC_NUMBER}`, dids: [], data: { reason } } as const;
    await database().transaction((tx) => recordChange(tx, told));
    await setStatus(operator(), { did, status: "suspended", reason });
    const { acts } = await listActs(operator(), ALL);
    const id = String(acts.find((act) => act.subject === did && act.kind === "agent.suspended")?.seq);
    await redactRecord(operator(), { subject: "act", id, fields: ["reason"], reason: "It named a person." });
    const rows = await database().select().from(changes);
    expect(rows.filter(({ data }) => data["reason"] === reason).map(({ subject }) => subject)).toEqual([told.subject]);
  });

  it("of an intent includes the routing of the same intent in its trace, with the reasons of its decision", async () => {
    const system = systemContext(database());
    const skill = { name: "Repair quokka", examples: ["repair the quokka"] };
    await registerAgent(system, { did: freshDid("quokka"), capability_manifest: { skills: [skill] } });
    const asked = { src_did: stored.did, intent: "repair the quokka", limit: undefined };
    const routed = await routeIntent(system, { ...asked, trace_id: undefined }, null);
    expect(routed.reason).toContain("quokka");
    const sent = { src_did: stored.did, intent: asked.intent, trace_id: routed.trace_id };
    const event = await sendEvent(system, SendEvent.parse(sent), null);
    const fields = ["intent"];
    await redactRecord(operator(), { subject: "event", id: event.id, fields, reason: "It named a person." });
    const inTrace = eq(relayEvents.traceId, routed.trace_id);
    const rows = await database().select().from(relayEvents).where(inTrace).orderBy(relayEvents.seq);
    expect(rows.map(({ intent }) => intent)).toEqual([expect.stringMatching(READS), expect.stringMatching(READS)]);
    const { reason, candidates } = RoutePreview.pick({ reason: true, candidates: true }).parse(rows[0]?.decision);
    expect([reason, ...candidates.map((candidate) => candidate.reason)]).toEqual(
      Array(1 + routed.candidates.length).fill(rows[0]?.intent),
    );
  });

  it("of versions removes the values of one field, also the present one from the next version", async () => {
    const did = freshDid("versions");
    const system = systemContext(database());
    await registerAgent(system, { did });
    const write = (description: string, role: string) =>
      updateAgent(system, { did, patch: { description, role }, ifMatch: undefined });
    const read = async () => (await listVersions(system, { did, limit: 20 })).versions.map((one) => one.changes);
    await write("Call 555.", "one");
    await write("Call 556.", "two");
    const named = { subject: "version", id: did } as const;
    const { texts } = await previewRedaction(operator(), named);
    expect(texts).toContainEqual({
      field: "description",
      text: JSON.stringify(["", "Call 555.", "Call 556."], null, 2),
    });
    await redactRecord(operator(), { ...named, fields: ["description"], reason: "A number." });
    await write("Calls.", "three");
    expect(await read()).toEqual([
      [{ field: "description", to: "Calls." }, expect.objectContaining({ field: "role", from: "two" })],
      [{ field: "description" }, expect.objectContaining({ field: "role", from: "one" })],
      [{ field: "description" }, expect.objectContaining({ field: "role", to: "one" })],
    ]);
    const again = redactAgain(operator(), `version:${did}`, ["description"], 3);
    expect(await again).toBe(false);
    const { acts } = await listActs(operator(), ALL);
    expect(acts.find(({ subject }) => subject === `version:${did}`)).toMatchObject({
      kind: "record.redacted",
      details: { fields: ["description"], reason: "A number." },
    });
  });

  it("without its act is a fault of the log", async () => {
    const [row] = await database().execute<{ seq: number }>(sql`
      update ledger_payloads set salt = null, did = null, kind = null, payload = null
      where log = 'council' and seq = (select max(seq) from ledger_payloads where log = 'council') returning seq::int`);
    expect((await verifyStoredLog(database(), COUNCIL_LOG)).fault).toMatchObject({
      seq: row?.seq,
      reason: expect.stringContaining("no log entry records its erasure"),
    });
  });
});
