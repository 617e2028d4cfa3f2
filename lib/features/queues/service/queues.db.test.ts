import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { erase } from "@/lib/database/erasures/erase";
import { workItems } from "@/lib/database/schema/work";
import { rejectApplication } from "@/lib/features/access/applications/service/decide";
import { agentForm } from "@/lib/features/access/applications/testing/form";
import { endOperator } from "@/lib/features/access/service/operators";
import { listReadings } from "@/lib/features/access/service/readings";
import { operatorCaller, storeOperator } from "@/lib/features/access/testing/operators";
import { registerAgent } from "@/lib/features/agents/service/register";
import { redactRecord } from "@/lib/features/council/redactions/service/redact";
import { reportFixtures } from "@/lib/features/incidents/reports/testing/fixtures";
import { OpenIncident } from "@/lib/features/incidents/schema";
import { confirmIncident } from "@/lib/features/incidents/service/confirm";
import { openIncident } from "@/lib/features/incidents/service/open";
import { transitionIncident } from "@/lib/features/incidents/service/transition";
import type { Caller } from "@/lib/identity/permissions";
import { markOf } from "../rules";
import { AssignWork, RefuseWork, type WorkKey, WorkQuery } from "../schema";
import { assignWork, forgetWork, listColleagues } from "./assign";
import { findNext, findWork, listWork, readAssignment } from "./list";
import { refuseWork } from "./refuse";
import { countWaiting } from "./waiting";

const { database, by, sent, reported, visitor, actsOn } = reportFixtures();
const DAY_MILLISECONDS = 86_400_000;
const DID = "did:fed:s1:reporter";
const REPORTER: Caller = { kind: "agent", credentialId: "c", did: DID, tier: "T2" };
const [vera, rui, ada] = [
  operatorCaller("veraveri", "viewer"),
  operatorCaller("ruiruiru", "reviewer"),
  operatorCaller("adaadaad", "owner"),
];
const critical = OpenIncident.parse({
  ...{ title: "It leaks.", severity: "CRITICAL", incident_type: "security", description: "Secrets." },
});
const query = (filters: Record<string, unknown> = {}) => WorkQuery.parse(filters);
const list = (filters: Record<string, unknown> = {}, caller: Caller = vera) => listWork(by(caller), query(filters));
const assign = (caller: Caller, key: WorkKey, change: Record<string, string>) =>
  assignWork(by(caller), AssignWork.parse({ ...key, ...change }));

beforeAll(async () => {
  await storeOperator(database(), vera, "Vera");
  await storeOperator(database(), rui, "Rui");
  await storeOperator(database(), ada, "Ada");
  await registerAgent(by({ kind: "system" }), { did: DID });
});

describe("what waits", () => {
  it("is counted and listed by queue until it is decided, the oldest first, and then the decision is shown", async () => {
    const before = await countWaiting(by(vera));
    const { id: application, did } = await sent(agentForm());
    const { id: report } = await reported({ text: "It read my letters aloud.", dids: DID });
    const { id } = await openIncident(by(REPORTER), critical);
    const { items, total, waiting } = await list();
    expect(waiting).toEqual({
      ...before,
      application: before.application + 1,
      report: before.report + 1,
      incident: before.incident + 1,
    });
    expect(total).toBe(items.length);
    expect(items.map(({ since }) => since)).toEqual(items.map(({ since }) => since).toSorted());
    const one = { assignee: null, note: "", overdue: false };
    expect(items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...one, queue: "application", id: application, title: did }),
        expect.objectContaining({ ...one, queue: "report", id: String(report), title: "It read my letters aloud." }),
        expect.objectContaining({ ...one, queue: "incident", id: String(id), title: "It leaks.", detail: DID }),
      ]),
    );
    // The first words of a report are personal data. An application's organisation is not.
    expect(await listReadings(by(ada), `report:${report}`)).toMatchObject([{ name: "Vera" }]);
    expect(await listReadings(by(ada), `application:${application}`)).toEqual([]);

    await rejectApplication(by(ada), { id: application, seen: "pending", note: "No." });
    await confirmIncident(by(rui), { id: String(id), note: "" });
    const after = await list({ queue: "freeze" });
    expect(after.waiting).toEqual({ ...before, report: before.report + 1, freeze: before.freeze + 1 });
    expect(after.items).toMatchObject([{ queue: "freeze", id: String(id), severity: "CRITICAL" }]);
    expect(after.decided.slice(0, 2)).toMatchObject([
      { kind: "incident.confirmed", by: "Rui" },
      { kind: "application.rejected", subject: did, by: "Ada" },
    ]);
    await expect(confirmIncident(by(ada), { id: String(id), note: "" })).rejects.toThrow(
      /already confirmed\. Rui confirmed it at [\d-]+ [\d:]+ UTC\./,
    );

    for (const status of ["FROZEN", "OPEN"] as const) {
      await transitionIncident(by(ada), { id: String(id), status, note: "", unfounded: false });
    }
    expect((await countWaiting(by(vera))).freeze).toBe(before.freeze);
    const again = transitionIncident(by(rui), { id: String(id), status: "OPEN", note: "", unfounded: false });
    await expect(again).rejects.toThrow(/already OPEN\..* Ada reopened it at/);
    await expect(countWaiting(visitor())).rejects.toMatchObject({ kind: "unauthenticated" });
    await expect(listWork(by(REPORTER), query())).rejects.toMatchObject({ kind: "operatorOnly" });
  });

  it("is filtered by queue, age, who does it and words, and has a next item", async () => {
    const [first, second] = [await sent(agentForm()), await sent(agentForm())];
    const key = { queue: "application" as const, id: first.id };
    await assign(rui, key, { assignee: "adaadaad", note: "Ask Łódź_100% first." });
    const found = async (filters: Record<string, unknown>, caller?: Caller) =>
      (await list({ queue: "application", ...filters }, caller)).items.map(({ id }) => id);
    expect(await found({ assigned: "me" }, ada)).toEqual([first.id]);
    expect(await found({ assigned: "me" }, rui)).toEqual([]);
    expect(await found({ assigned: "somebody" })).toEqual([first.id]);
    expect(await found({ assigned: "nobody" })).toContain(second.id);
    expect(await found({ q: second.did.slice(-9) })).toEqual([second.id]);
    expect(await found({ q: "łódź_100%" })).toEqual([first.id]);
    expect(await found({ q: "a\0b" })).toEqual([]);
    expect(await found({ days: 1 })).toEqual([]);
    const later = { ...by(vera), clock: () => new Date(Date.now() + 4 * DAY_MILLISECONDS) };
    const old = await listWork(later, query({ days: 4, q: second.did }));
    expect(old).toMatchObject({ total: 1, overdue: 1, items: [{ id: second.id, overdue: true }] });

    const item = await findWork(by(vera), key);
    const next = (filters: Record<string, unknown>, after = item?.since) =>
      findNext(by(vera), query(filters), { ...key, since: after });
    expect(await next({ queue: "application" })).toMatchObject({ id: second.id });
    expect(await next({ queue: "application", q: first.did })).toBeNull();
    expect(await next({}, undefined)).not.toBeNull();
  });
});

describe("an assignment with its note", () => {
  it("is made by reviewers for those who decide, read by viewers, and is in no act", async () => {
    const { id } = await reported();
    const key = { queue: "report" as const, id: String(id) };
    await expect(assign(vera, key, { note: "x" })).rejects.toMatchObject({ kind: "operatorOnly" });
    await expect(assign(rui, key, { assignee: "veraveri" })).rejects.toMatchObject({ field: "assignee" });
    await expect(assign(rui, { ...key, id: "999999" }, { note: "x" })).rejects.toMatchObject({ kind: "conflict" });
    expect((await listColleagues(by(vera))).map(({ name }) => name)).toEqual(["Ada", "Rui"]);
    await assign(rui, key, { assignee: "ruiruiru", note: "Wait for the hoster." });
    expect(await findWork(by(vera), key)).toMatchObject({
      ...{ assignee: { operator: "ruiruiru", name: "Rui" }, note: "Wait for the hoster." },
    });
    expect(JSON.stringify(await actsOn(`report:${id}`))).not.toContain("hoster");
  });

  it("tells the second of two people who change it what the first did", async () => {
    const { id } = await reported();
    const key = { queue: "report" as const, id: String(id) };
    const { changed_at: seen } = await assign(rui, key, { note: "Mine." });
    const outcomes = await Promise.allSettled([
      assign(rui, key, { note: "First.", seen: seen ?? "" }),
      assign(ada, key, { note: "Second.", seen: "" }),
    ]);
    expect(outcomes).toMatchObject([
      { status: "fulfilled" },
      {
        status: "rejected",
        reason: { kind: "conflict", message: expect.stringMatching(/^Rui changed the assignment .* UTC\./) },
      },
    ]);
    expect(await findWork(by(vera), key)).toMatchObject({ note: "First." });
  });

  it("goes with the data of its item, with the operator, and after a year", async () => {
    const { id } = await sent(agentForm());
    const { id: report } = await reported();
    const [one, two] = [
      { queue: "application" as const, id },
      { queue: "report" as const, id: String(report) },
    ];
    for (const key of [one, two]) await assign(rui, key, { assignee: "ruiruiru", note: "A person’s name." });
    await rejectApplication(by(ada), { id, seen: "pending", note: "No." });
    expect(await readAssignment(by(vera), one)).toMatchObject({ note: "A person’s name." });
    await database().transaction((tx) => erase(tx, "application", [id]));
    expect(await readAssignment(by(vera), one)).toEqual({ assignee: null, note: "", changed_at: null });

    const { id: incident } = await openIncident(by(REPORTER), critical);
    const three = { queue: "incident" as const, id: String(incident) };
    await assign(rui, three, { note: "It quotes the title." });
    await redactRecord(by(ada), { subject: "incident", id: three.id, fields: ["title"], reason: "A name." });
    expect(await findWork(by(vera), three)).toMatchObject({ title: expect.stringMatching(/^Redacted/), note: "" });
    expect(await findWork(by(vera), two)).toMatchObject({ note: "A person’s name." });

    await endOperator(by(ada), { operator: "ruiruiru" });
    expect(await findWork(by(vera), two)).toMatchObject({ assignee: null, note: "A person’s name." });
    await forgetWork(database(), sql`now() + interval '366 days'`);
    expect(await database().$count(workItems)).toBe(0);
  });
});

describe("several items at once", () => {
  it("are rejected or dismissed with one reason, each with its own act; one that was decided before is left", async () => {
    const [first, second] = [await sent(agentForm()), await sent(agentForm())];
    const report = await reported();
    await rejectApplication(by(ada), { id: second.id, seen: "pending", note: "Before." });
    const marks = [
      ...[first, second].map(({ id }) => ({ queue: "application" as const, id })),
      { queue: "report" as const, id: String(report.id) },
    ].map((key) => [markOf(key), "on"]);
    const input = RefuseWork.parse({ reason: "Spam of one night.", ...Object.fromEntries(marks) });
    await expect(refuseWork(by(vera), input)).rejects.toMatchObject({ kind: "operatorOnly" });
    const result = await refuseWork(by(rui), input);
    expect(result).toMatchObject({
      refused: 2,
      left: [
        { item: { queue: "application", id: second.id }, message: expect.stringMatching(/rejected at .+ by Ada/) },
      ],
    });
    expect(await actsOn(`report:${report.id}`)).toMatchObject([{ kind: "report.dismissed" }]);
    expect(await actsOn(first.did)).toMatchObject([{ kind: "application.rejected" }]);
    expect(RefuseWork.safeParse({ reason: "x", "item incident 1": "on" }).error?.issues[0]?.message).toBe(
      "Mark at least one item.",
    );
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, id) => [`item report ${id}`, "on"]));
    expect(RefuseWork.safeParse({ reason: "x", ...many }).success).toBe(false);
  });
});
