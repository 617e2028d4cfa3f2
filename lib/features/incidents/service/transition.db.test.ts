import canonicalize from "canonicalize";
import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { GET as exportRoute } from "@/app/api/incident/[id]/export/route";
import { GET as getRoute } from "@/app/api/incident/[id]/route";
import { incidentAgents, incidentEvents, incidentExports, incidents } from "@/lib/database/schema/incidents";
import { ledgerActs, ledgerEntries } from "@/lib/database/schema/ledger";
import { testDatabase } from "@/lib/database/testing/test-database";
import { freshDid } from "@/lib/features/agents/testing/fixtures";
import { setFreeze } from "@/lib/features/council/freezes/service/freezes";
import { fromHex, toHex } from "@/lib/ledger/bytes";
import { payloadCommitment } from "@/lib/ledger/entry";
import { sha256 } from "@/lib/ledger/sha256";
import { verifyStoredLog } from "@/lib/ledger/verify-stored";
import { get } from "@/lib/testing/call";
import { Incident, SealedIncident } from "../schema";
import { incidentFixtures } from "../testing/fixtures";

const database = testDatabase();
const { ctx, reporter, operatorToken, actsOn, open, move, strike } = incidentFixtures(database);
const read = async (id: number) => Incident.parse((await get(getRoute, "", { id: String(id) })).body);
const sealedText = (id: number) =>
  exportRoute(new Request("http://localhost/"), { params: Promise.resolve({ id: String(id) }) });

describe("POST /api/incident/{id}/transition", () => {
  it("goes OPEN, FROZEN, OPEN, FROZEN, RESOLVED, EXPORTED, each step with its actor, time and note, in the log too", async () => {
    const token = await operatorToken();
    const { id } = await open({}, token);
    for (const status of ["frozen", "OPEN", "FROZEN", "RESOLVED", "EXPORTED"]) {
      const { status: code, body } = await move(id, status, token);
      expect([code, body["status"]]).toEqual([200, status.toUpperCase()]);
    }
    const { timeline, resolved_at, transitions } = await read(id);
    const kinds = ["opened", "frozen", "reopened", "frozen", "resolved", "exported"];
    expect(timeline.map(({ kind }) => kind)).toEqual(kinds);
    expect(timeline.at(-1)).toMatchObject({ note: "to EXPORTED", actor: expect.stringMatching(/^operator:/) });
    expect(resolved_at).toBe(timeline[4]?.at);
    expect(transitions).toEqual([]);
    expect(await actsOn(`incident:${id}`)).toEqual(kinds.map((kind) => `incident.${kind}`));
    for (const { seq, kind } of timeline) {
      const [act] = await database().select().from(ledgerActs).where(eq(ledgerActs.seq, seq));
      expect(act?.kind).toBe(`incident.${kind}`);
    }
  });

  it.each([
    ["OPEN", [], ["FROZEN", "RESOLVED"]],
    ["FROZEN", ["FROZEN"], ["OPEN", "RESOLVED"]],
    ["RESOLVED", ["RESOLVED"], ["EXPORTED"]],
    ["EXPORTED", ["RESOLVED", "EXPORTED"], []],
  ])("rejects every other move from %s with 409 and the possible moves", async (_, before, allowed) => {
    const token = await operatorToken();
    const { id } = await open({}, token);
    for (const status of before) await move(id, status, token);
    for (const to of ["OPEN", "FROZEN", "RESOLVED", "EXPORTED"].filter((each) => !allowed.includes(each))) {
      const { status, body } = await move(id, to, token);
      expect([status, body["code"]]).toEqual([409, "CONFLICT"]);
      expect(body["message"]).toContain(allowed.length === 0 ? "sealed" : `Possible next: ${allowed.join(" or ")}`);
    }
  });

  it("is for operators, with a status that is one and a note; `unfounded` is a way to resolve", async () => {
    const token = await operatorToken();
    const { id } = await open({}, token);
    const agent = await reporter();
    expect((await move(id, "FROZEN", agent.token)).body).toMatchObject({ code: "OPERATOR_ONLY" });
    expect((await move(id, "CLOSED", token)).status).toBe(400);
    expect((await move(id, "FROZEN", token, { note: " " })).status).toBe(400);
    expect((await move(id, "FROZEN", token, { unfounded: true })).status).toBe(400);
    expect((await move(2_000_000_000, "FROZEN", token)).status).toBe(404);
    expect((await read(id)).status).toBe("OPEN");
  });

  it("of eight concurrent operators one moves it, and the others get the new status", async () => {
    const token = await operatorToken();
    const { id } = await open({}, token);
    const answers = await Promise.all(Array.from({ length: 8 }, () => move(id, "RESOLVED", token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(7);
    expect(refused[0]?.body["message"]).toMatch(
      /^The incident is already RESOLVED\. Possible next: EXPORTED\. You resolved it at .* UTC\.$/,
    );
    expect((await read(id)).timeline).toHaveLength(2);
  });
});

describe("an exported incident", () => {
  it("can be checked by anyone: the bytes, their hash, the anchor's commitment, and both logs", async () => {
    const token = await operatorToken();
    const { id } = await open({ severity: "CRITICAL", description: "ą <b>", affected: [freshDid()] }, token);
    expect((await sealedText(id)).status).toBe(404);
    await move(id, "RESOLVED", token);
    expect((await sealedText(id)).status).toBe(404);
    await move(id, "EXPORTED", token);
    const { seal, timeline } = await read(id);
    const answer = await sealedText(id);
    expect(answer.headers.get("content-type")).toBe("application/json");
    const text = await answer.text();
    const record = SealedIncident.strict().parse(JSON.parse(text));
    expect(canonicalize(record)).toBe(text);
    expect(record).toMatchObject({ id, status: "EXPORTED", description: "ą <b>", exported: { note: "to EXPORTED" } });
    expect(record.timeline).toEqual(timeline.slice(0, -1));
    expect(seal?.sha256).toBe(toHex(sha256(new TextEncoder().encode(text))));
    expect(seal?.anchored.payload).toEqual({ type: "fgs.incident.v1", incident: id, record_sha256: seal?.sha256 });
    const [entry] = await database()
      .select()
      .from(ledgerEntries)
      .where(eq(ledgerEntries.id, seal?.anchor_id ?? ""));
    expect(entry).toMatchObject({ log: "anchors", seq: seal?.anchor_seq, scope: "PUBLIC" });
    if (!seal || !entry) throw new Error("not sealed");
    expect(toHex(payloadCommitment(sha256, fromHex(seal.salt), seal.anchored))).toBe(toHex(entry.payloadCommitment));
    for (const log of ["anchors", "council"]) expect((await verifyStoredLog(database(), log)).fault).toBeNull();
  });

  it("is not sealed while memory is frozen: 503, and it stays as it was", async () => {
    const token = await operatorToken();
    const { id } = await open({}, token);
    await move(id, "RESOLVED", token);
    await setFreeze(ctx(), { subsystem: "memory", frozen: true, reason: "Clock skew." });
    const refused = await move(id, "EXPORTED", token);
    await setFreeze(ctx(), { subsystem: "memory", frozen: false, reason: "Mended." });
    expect([refused.status, refused.body]).toEqual([
      503,
      { error: "Memory frozen", code: "MEMORY_FROZEN", message: "Clock skew." },
    ]);
    expect(await read(id)).toMatchObject({ status: "RESOLVED", seal: null });
    expect((await move(id, "EXPORTED", token)).status).toBe(200);
  });

  it("takes no change, neither by the verbs nor in the database", async () => {
    const token = await operatorToken();
    const did = freshDid();
    const { id } = await open({ affected: [did] }, token);
    await move(id, "RESOLVED", token);
    await move(id, "EXPORTED", token);
    const { status, body } = await strike(id, did, token);
    expect([status, body["message"]]).toEqual([409, "This incident is EXPORTED and sealed."]);
    const changes = [
      () => database().update(incidents).set({ title: "Nothing" }).where(eq(incidents.id, id)),
      () => database().delete(incidents).where(eq(incidents.id, id)),
      () => database().insert(incidentAgents).values({ incidentId: id, did: freshDid() }),
      () => database().delete(incidentAgents).where(eq(incidentAgents.incidentId, id)),
      () => database().update(incidentEvents).set({ note: "" }).where(eq(incidentEvents.incidentId, id)),
      () => database().update(incidentExports).set({ record: "{}" }).where(eq(incidentExports.incidentId, id)),
      () => database().execute(sql`truncate incident_exports`),
    ];
    for (const change of changes) await expect(change()).rejects.toThrow();
  });

  it("before that, protects the reported data and the defined transitions, in the database too", async () => {
    const { id } = await open({}, await operatorToken());
    const set = (values: Partial<typeof incidents.$inferInsert>) =>
      database().update(incidents).set(values).where(eq(incidents.id, id));
    await expect(set({ severity: "CRITICAL" })).rejects.toThrow();
    await expect(set({ status: "EXPORTED", resolvedAt: new Date() })).rejects.toThrow();
    await expect(set({ status: "FROZEN" })).resolves.toBeDefined();
  });
});
