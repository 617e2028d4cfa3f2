import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { GET as listIncidentsRoute } from "@/app/api/incidents/route";
import { agents } from "@/lib/database/schema/agents";
import { changes } from "@/lib/database/schema/change-feed";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { replies } from "@/lib/database/schema/replies";
import { testDatabase } from "@/lib/database/testing/test-database";
import { transferOwnership } from "@/lib/features/agents/service/transfer-ownership";
import { redactRecord } from "@/lib/features/council/redactions/service/redact";
import { listPublicActs } from "@/lib/features/council/service/public-acts";
import { incidentRecord } from "@/lib/features/disputes/rules";
import { Dispute } from "@/lib/features/disputes/schema";
import { readInbox } from "@/lib/features/relay/service/inbox";
import { get } from "@/lib/testing/call";
import { replyFixtures } from "../testing/fixtures";
import { listNamingRecords } from "./list-naming";

const database = testDatabase();
const fixtures = replyFixtures(database);
const { ctx, registered, tokenOf, operatorToken, standing, trusted, open, reporter } = fixtures;
const { operator, agentCaller, accused, reply, incidentOf, earlierVersion } = fixtures;

describe("a reply", () => {
  it("is in full on the incident only; lists, acts and changes say disputed, and no score changes", async () => {
    const { did, token, id } = await accused();
    const text = `Clause 14, quoted: ${randomUUID()} https://kestrel.example/raw`;
    const { score } = await standing(did);
    const written = await reply(id, token, text);
    expect(written.status).toBe(201);
    const incident = await incidentOf(id);
    expect(incident["disputed"]).toBe(true);
    expect(incident["disputes"]).toEqual([written.body]);
    const {
      replies: [first],
      due_at,
    } = Dispute.parse(written.body);
    expect(first).toMatchObject({ text, author: did, version: 1, superseded: false });
    expect(Date.parse(due_at ?? "") - Date.parse(first?.at ?? "")).toBe(14 * 86_400_000);
    expect((await standing(did)).score).toBe(score);
    const { body: list } = await get(listIncidentsRoute, "");
    const [listed] = (list["incidents"] as { id: number }[]).filter((one) => one.id === id);
    expect(Object.keys(listed ?? {})).toEqual(["id", "title", "severity", "status", "incident_type", "created_at"]);
    const [change] = await database().select().from(changes).where(eq(changes.kind, "incident.disputed"));
    expect(change?.data).toEqual({ id, did, disputed: true, address: `/incidents/${id}` });
    const { acts } = await listPublicActs(ctx(), { limit: 5, kind: "reply" } as never);
    expect(acts[0]).toMatchObject({
      kind: "reply.written",
      content: "elsewhere",
      subject: incidentRecord(id),
      details: null,
    });
    expect(JSON.stringify([acts, change])).not.toContain(text);
  });

  it("needs no status: a suspended and a withdrawn agent may reply", async () => {
    for (const status of ["suspended", "withdrawn"]) {
      const { did, token, id } = await accused();
      await database()
        .update(agents)
        .set({ status, withdrawnAt: status === "withdrawn" ? new Date() : null })
        .where(eq(agents.did, did));
      expect((await reply(id, token)).status).toBe(201);
    }
  });

  it("is the owner's alone: not an operator's, not another agent's, not one the operators own", async () => {
    const { did, id, operating } = await accused();
    const other = await reporter();
    expect(await reply(id, operating, "No.", { did })).toMatchObject({ status: 403, body: { code: "DID_MISMATCH" } });
    expect((await reply(id, other.token, "No.", { did })).status).toBe(403);
    expect((await reply(id, other.token)).status).toBe(404);
    const unclaimed = await registered();
    const { id: about } = await open({ severity: "LOW", affected: [unclaimed] }, operating);
    const token = await tokenOf(unclaimed);
    await database().update(agents).set({ ownerKind: "operator" }).where(eq(agents.did, unclaimed));
    expect(await reply(about, token)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("/join") },
    });
  });

  it("names no DID that the incident does not name", async () => {
    const { did, token, id } = await accused();
    const foreign = await reply(id, token, `It was did:fed:s1:somebody-else. Not ${did}.`);
    expect(foreign).toMatchObject({ status: 400, body: { fields: ["text"] } });
    expect((await reply(id, token, `Not ${did}.`)).status).toBe(201);
    expect((await reply(id, token, "x".repeat(4_001))).status).toBe(400);
  });

  it("has one version a day, and five in all", async () => {
    const { did, token, id } = await accused();
    expect((await reply(id, token)).status).toBe(201);
    expect(await reply(id, token)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("One version a day") },
    });
    const other = await accused();
    for (const version of [1, 2, 3, 4]) await earlierVersion(other.id, other.did, { version });
    const fifth = Dispute.parse((await reply(other.id, other.token)).body);
    expect(fifth.replies.map(({ superseded }) => superseded)).toEqual([true, true, true, true, false]);
    const late = await accused();
    for (const version of [1, 2, 3, 4, 5]) await earlierVersion(late.id, late.did, { version });
    expect(await reply(late.id, late.token)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("5 versions") },
    });
    expect(await database().$count(replies, eq(replies.did, did))).toBe(1);
  });

  it("of ten at once, one is stored", async () => {
    const { did, token, id } = await accused();
    const sent = await Promise.all(Array.from({ length: 10 }, () => reply(id, token)));
    expect(sent.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    expect(await database().$count(replies, eq(replies.did, did))).toBe(1);
  });

  it("of a former owner stays as it is; a new owner adds one", async () => {
    const { did, token, id } = await accused();
    await earlierVersion(id, did, { text: "The first owner’s." });
    await database().transaction((tx) => transferOwnership(ctx(), tx, did, { by: "application" }));
    const { replies: written } = Dispute.parse((await reply(id, token, "The second owner’s.")).body);
    expect(written.map(({ text, superseded }) => [text, superseded])).toEqual([
      ["The first owner’s.", false],
      ["The second owner’s.", false],
    ]);
  });

  it("cannot be changed or deleted in the database, and is redacted like any public text", async () => {
    const { did, token, id } = await accused();
    const text = `A private name ${randomUUID()}`;
    const {
      replies: [written],
    } = Dispute.parse((await reply(id, token, text)).body);
    const isOwn = eq(replies.did, did);
    await expect(database().update(replies).set({ text: "Rewritten." }).where(isOwn)).rejects.toThrow();
    await expect(database().delete(replies).where(isOwn)).rejects.toThrow();
    const redaction = {
      subject: "reply" as const,
      id: written?.id ?? "",
      fields: ["text"],
      reason: "It named a person.",
    };
    await redactRecord(operator(), redaction);
    expect(JSON.stringify(await incidentOf(id))).toContain("because: It named a person.");
    const acts = await database()
      .select()
      .from(ledgerActs)
      .where(eq(ledgerActs.subject, incidentRecord(id)));
    expect(JSON.stringify([acts, await incidentOf(id)])).not.toContain(text);
  });
});

describe("the owner of a named agent", () => {
  it("is told in the agent's inbox, once, and finds the record", async () => {
    const did = await trusted();
    await tokenOf(did);
    const operating = await operatorToken();
    const said = { severity: "LOW", affected: [did], idempotency_key: randomUUID() };
    const { id } = await open(said, operating);
    await open(said, operating);
    const { events } = await readInbox(agentCaller(did), { limit: 10, after: undefined });
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      kind: "record.names_you",
      payload: { address: `/incidents/${id}`, may_reply: true },
    });
    const named = await listNamingRecords(agentCaller(did), { did });
    expect(named[0]).toMatchObject({ record: incidentRecord(id), dispute: null, closed: null });
    expect(named).toHaveLength(4);
  });
});
