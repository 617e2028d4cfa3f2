import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { GET as getRoute } from "@/app/api/incident/[id]/route";
import { POST as openRoute } from "@/app/api/incident/open/route";
import { GET as listRoute } from "@/app/api/incidents/route";
import { incidents } from "@/lib/database/schema/incidents";
import { testDatabase } from "@/lib/database/testing/test-database";
import { issueCredential } from "@/lib/features/access/service/credentials";
import { joinAgent } from "@/lib/features/agents/service/join";
import { freshDid } from "@/lib/features/agents/testing/fixtures";
import { get, post } from "@/lib/testing/call";
import { Incident, IncidentList, MAX_UNSETTLED, OpenIncident } from "../schema";
import { incidentFixtures } from "../testing/fixtures";

const database = testDatabase();
const { ctx, registered, reporter, tokenOf, operatorToken, actsOn, open, move } = incidentFixtures(database);
const stored = () => database().$count(incidents);
const MISSING = { error: "Missing title/severity", code: "MISSING_TITLE_SEVERITY" };

describe("POST /api/incident/open", () => {
  it("opens an incident, with severity in any case, puts it in the council's log, and shows it by its id", async () => {
    const { did, token } = await reporter();
    const named = [await registered(), freshDid("nobody")].sort();
    const said = { title: " A gap ", incident_type: "integrity", description: "One event.", trace_id: "t-1" };
    const { status, body } = await post(openRoute, { ...said, severity: "Major", affected: named }, { token });
    expect(status).toBe(201);
    const incident = Incident.strict().parse(body);
    expect(incident).toMatchObject({ ...said, title: "A gap", severity: "MAJOR", status: "OPEN", reporter: did });
    expect(incident.affected.map((agent) => agent.did)).toEqual(named);
    expect(incident.timeline).toMatchObject([{ kind: "opened", actor: did }]);
    expect(await actsOn(`incident:${incident.id}`)).toEqual(["incident.opened"]);
    const shown = await get(getRoute, "", { id: String(incident.id) });
    expect([shown.status, shown.body]).toEqual([200, body]);
  });

  it.each<[string, Record<string, unknown>, object]>([
    ["no title", { severity: "LOW" }, MISSING],
    ["no severity", { title: "x" }, MISSING],
    ["neither", {}, MISSING],
    ["nulls", { title: null, severity: null }, MISSING],
    [
      "a severity that is none",
      { title: "x", severity: "HIGH" },
      { ...MISSING, message: expect.stringMatching(/LOW/) },
    ],
    ["a title of blanks", { title: "  ", severity: "LOW" }, MISSING],
    ["a title that nobody sees", { title: "\u200b\u202e", severity: "LOW" }, MISSING],
    [
      "a description that turns its words around",
      { title: "x", severity: "LOW", description: "sent \u202eder" },
      { error: "Validation error" },
    ],
    ["a title too long", { title: "x".repeat(201), severity: "LOW" }, MISSING],
    ["a DID that is none", { title: "x", severity: "LOW", affected: ["atlas"] }, { error: "Validation error" }],
    [
      "too many agents",
      { title: "x", severity: "LOW", affected: Array.from({ length: 21 }, (_, n) => `did:fed:s1:a${n}`) },
      { error: "Validation error" },
    ],
    ["a trace that is none", { title: "x", severity: "LOW", trace_id: "a b" }, { error: "Validation error" }],
  ])("rejects %s and stores nothing", async (_, said, error) => {
    const token = await operatorToken();
    const before = await stored();
    const { status, body } = await post(openRoute, said, { token });
    expect(status).toBe(400);
    expect(body).toMatchObject(error);
    expect(await stored()).toBe(before);
  });

  it("needs a token, tier T1, and a name of one's own", async () => {
    const said = { title: "x", severity: "LOW" };
    expect((await post(openRoute, said)).status).toBe(401);
    const did = freshDid();
    await joinAgent(ctx(), { did });
    const { token } = await issueCredential(ctx(), { kind: "agent", did, label: "" });
    expect((await post(openRoute, said, { token })).body).toMatchObject({ code: "TRUST_TOO_LOW" });
    const posing = await post(openRoute, { ...said, reporter: await registered() }, { token });
    expect(posing.body).toMatchObject({ code: "DID_MISMATCH" });
  });

  it("lets an organisation's token report for itself at T1 and through its agents, and an operator in its own name", async () => {
    const organisation = `Assay ${randomUUID()}`;
    const { token } = await issueCredential(ctx(), { kind: "provider", organisation, label: "" });
    const as = (by?: string) => post(openRoute, { title: "x", severity: "LOW", reporter: by }, { token });
    expect((await as()).body).toMatchObject({ error: "Trust too low", code: "TRUST_TOO_LOW" });
    const own = await registered(freshDid(), organisation);
    expect(await as()).toMatchObject({ status: 201, body: { reporter: `organisation:${organisation}` } });
    expect((await as(await registered())).body).toMatchObject({ code: "DID_MISMATCH" });
    expect(await as(own)).toMatchObject({ status: 201, body: { reporter: own } });
    expect((await open({}, await operatorToken())).reporter).toMatch(/^operator:/);
  });

  it("opens one incident for one idempotency key, also for ten concurrent requests, and rejects the key for another", async () => {
    const { token } = await reporter();
    const before = await stored();
    const said = { title: "x", severity: "LOW", affected: [freshDid()], idempotency_key: "k-1" };
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(openRoute, said, { token })));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body["id"]}`)).size).toBe(1);
    expect(await stored()).toBe(before + 1);
    const other = await post(openRoute, { ...said, severity: "CRITICAL" }, { token });
    expect([other.status, other.body["code"]]).toEqual([409, "CONFLICT"]);
  });

  it("finds an operator's incident for the key also under the operator's name as up to version 0.3.0", async () => {
    const { id: operator, token } = await issueCredential(ctx(), { kind: "operator", label: "" });
    const said = { title: "x", severity: "LOW" } as const;
    const { incident_type: incidentType, description } = OpenIncident.parse(said);
    const at = new Date();
    const [older] = await database()
      .insert(incidents)
      .values({
        ...{ ...said, incidentType, description, status: "OPEN", createdAt: at, updatedAt: at },
        ...{ reporter: `operator:${operator}`, idempotencyKey: "k-older" },
      })
      .returning();
    const repeat = async (more: object = {}) =>
      post(openRoute, { ...said, idempotency_key: "k-older", ...more }, { token });
    expect((await repeat()).body["id"]).toBe(older?.id);
    expect((await repeat({ severity: "MAJOR" })).status).toBe(409);
  });

  it("draws no number for an incident that is there already", async () => {
    const { token } = await reporter();
    const said = { title: "x", severity: "LOW", idempotency_key: "k-2" };
    const numbers = [];
    for (const key of ["k-2", "k-2", "k-2", "k-3"]) {
      const { body } = await post(openRoute, { ...said, idempotency_key: key }, { token });
      numbers.push(body["id"]);
    }
    const [first] = numbers as number[];
    expect(numbers).toEqual([first, first, first, (first ?? 0) + 1]);
  });

  it("lets an agent have five waiting incidents, also for ten concurrent requests, and the next after one is resolved", async () => {
    const { token } = await reporter();
    const more = () => post(openRoute, { title: "x", severity: "LOW" }, { token });
    const answers = await Promise.all(Array.from({ length: 10 }, more));
    const [opened = [], refused = []] = [201, 409].map((code) => answers.filter(({ status }) => status === code));
    expect([opened.length, refused.length]).toEqual([MAX_UNSETTLED, 10 - MAX_UNSETTLED]);
    expect(refused[0]?.body["message"]).toContain("are waiting for an operator");
    await move(opened[0]?.body["id"] as number, "RESOLVED", await operatorToken());
    expect((await more()).status).toBe(201);
  });

  it("counts the reports of an organisation's agents and of its key together", async () => {
    const organisation = `Assay ${randomUUID()}`;
    const members = [await registered(freshDid(), organisation), await registered(freshDid(), organisation)];
    const tokens = await Promise.all(members.map(tokenOf));
    const { token: key } = await issueCredential(ctx(), { kind: "provider", organisation, label: "" });
    const reports = [...tokens, key].flatMap((token) =>
      Array.from({ length: 4 }, () => post(openRoute, { title: "x", severity: "LOW" }, { token })),
    );
    const codes = (await Promise.all(reports)).map(({ status }) => status);
    expect(codes.filter((code) => code === 201)).toHaveLength(MAX_UNSETTLED);
    expect(codes.filter((code) => code === 409)).toHaveLength(12 - MAX_UNSETTLED);
  });

  it("proposes a freeze if it is critical and confirmed, until a person has decided, and freezes nothing itself", async () => {
    const token = await operatorToken();
    expect((await open({ severity: "MAJOR" }, token)).freeze_proposed).toBe(false);
    expect((await open({ severity: "CRITICAL" }, (await reporter()).token)).freeze_proposed).toBe(false);
    const { id, status, freeze_proposed } = await open({ severity: "CRITICAL" }, token);
    expect([status, freeze_proposed]).toEqual(["OPEN", true]);
    await move(id, "FROZEN", token);
    expect((await move(id, "OPEN", token)).body["freeze_proposed"]).toBe(false);
  });
});

describe("GET /api/incident/{id}", () => {
  it.each([
    "999999",
    "0",
    "-1",
    "1.5",
    "+1",
    "01",
    "x",
    "",
    "2147483648",
    "9223372036854775808",
    "9".repeat(400),
    "1e3",
    "\0",
  ])("does not know %j", async (id) => {
    const { status, body } = await get(getRoute, "", { id });
    expect({ status, ...body }).toMatchObject({ status: 404, error: "Not found", code: "NOT_FOUND" });
  });
});

describe("GET /api/incidents", () => {
  it("lists the newest first with the six public fields, and counts that add up and are exact", async () => {
    const token = await operatorToken();
    const before = IncidentList.parse((await get(listRoute)).body);
    const { id } = await open({ severity: "CRITICAL", incident_type: "drift" }, token);
    const other = await open({ severity: "LOW" }, token);
    await move(other.id, "RESOLVED", token);
    const { status, body } = await get(listRoute);
    expect(status).toBe(200);
    const list = IncidentList.strict().parse(body);
    expect(list.incidents.slice(0, 2).map((one) => one.id)).toEqual([other.id, id]);
    expect(Object.keys(list.incidents[1] ?? {}).sort()).toEqual(
      ["id", "title", "severity", "status", "incident_type", "created_at"].sort(),
    );
    expect(list.total).toBe(await stored());
    expect(list.by_severity.CRITICAL).toBe(before.by_severity.CRITICAL + 1);
    expect(list.by_status.RESOLVED).toBe(before.by_status.RESOLVED + 1);
    for (const counts of [list.by_severity, list.by_status]) {
      expect(Object.values(counts).reduce((sum, each) => sum + each, 0)).toBe(list.total);
    }
    expect(list).not.toHaveProperty("db_error");
  });

  it("lists at most a thousand, and counts them all", async () => {
    const row = { title: "x", severity: "LOW", status: "OPEN", incidentType: "load", description: "" } as const;
    const at = new Date();
    const many = Array.from({ length: 1_001 }, () => ({ ...row, reporter: "system", createdAt: at, updatedAt: at }));
    await database().insert(incidents).values(many);
    const list = IncidentList.parse((await get(listRoute)).body);
    expect(list.incidents).toHaveLength(1_000);
    expect(list.total).toBe(await stored());
  });
});
