import { describe, expect, it } from "vitest";
import { GET as getRoute } from "@/app/api/incident/[id]/route";
import { testDatabase } from "@/lib/database/testing/test-database";
import { get } from "@/lib/testing/call";
import { Incident, MAX_POSTMORTEM, MAX_UPDATES, SealedIncident } from "../schema";
import { incidentFixtures } from "../testing/fixtures";
import { listRecentIncidents } from "./browse";
import { exportIncident } from "./read";

const database = testDatabase();
const { ctx, reporter, auditor, operatorToken, actsOn, open, move, confirm, update, write } =
  incidentFixtures(database);
const read = async (id: number) => Incident.parse((await get(getRoute, "", { id: String(id) })).body);
const kinds = ({ timeline }: Incident) => timeline.map(({ kind }) => kind);

describe("POST /api/incident/{id}/update", () => {
  it("logs a step that changes no status, by an operator, the reporter and the confirmer", async () => {
    const [by, confirmer, operator] = [await reporter(), await auditor(), await operatorToken()];
    const { id } = await open({}, by.token);
    await confirm(id, confirmer.token);
    for (const [index, token] of [operator, by.token, confirmer.token].entries()) {
      const { status, body } = await update(id, token, { note: `Update ${index}.` });
      expect(status).toBe(200);
      expect(Incident.parse(body)).toMatchObject({ status: "OPEN", transitions: ["FROZEN", "RESOLVED"] });
    }
    const incident = await read(id);
    expect(kinds(incident)).toEqual(["opened", "confirmed", "updated", "updated", "updated"]);
    expect(incident.timeline.slice(3).map(({ actor, note }) => [actor, note])).toEqual([
      [by.did, "Update 1."],
      [confirmer.did, "Update 2."],
    ]);
    expect(incident.updated_at).toBe(incident.timeline.at(-1)?.at);
    expect((await actsOn(`incident:${id}`)).slice(2)).toEqual(Array(3).fill("incident.updated"));
    expect((await listRecentIncidents(ctx()))[0]).toMatchObject({ id, last_note: "Update 2." });
  });

  it("is denied to anyone else, without a note, in an agent's name by an operator, and after it is sealed", async () => {
    const [by, other, operator] = [await reporter(), await auditor(), await operatorToken()];
    const { id } = await open({}, by.token);
    expect(await update(id, other.token)).toMatchObject({ status: 403, body: { code: "NOT_INVOLVED" } });
    expect(await update(id, "")).toMatchObject({ status: 401 });
    expect(await update(id, operator, { note: " " })).toMatchObject({ status: 400, body: { fields: ["note"] } });
    expect(await update(id, operator, { author: by.did })).toMatchObject({ status: 400, body: { fields: ["author"] } });
    expect(await update(id, other.token, { author: by.did })).toMatchObject({
      status: 403,
      body: { code: "DID_MISMATCH" },
    });
    expect(await update(999_999, operator)).toMatchObject({ status: 404 });
    await move(id, "RESOLVED", operator);
    expect((await update(id, by.token)).status).toBe(200);
    await move(id, "EXPORTED", operator);
    expect(await update(id, operator)).toMatchObject({
      status: 409,
      body: { message: "This incident is EXPORTED and sealed." },
    });
    expect(kinds(await read(id))).toEqual(["opened", "resolved", "updated", "exported"]);
  });

  it(`takes ${MAX_UPDATES} of one agent, also of as many at once, and more of an operator`, async () => {
    const by = await reporter();
    const { id } = await open({}, by.token);
    const answers = await Promise.all(Array.from({ length: MAX_UPDATES + 3 }, () => update(id, by.token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_UPDATES);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
    expect((await update(id, await operatorToken())).status).toBe(200);
  });
});

describe("POST /api/incident/{id}/postmortem", () => {
  it("is written once the incident is resolved, and revised; each version stays in timeline, log and seal", async () => {
    const operator = await operatorToken();
    const { id } = await open({}, operator);
    expect(await write(id, "Too early.", operator)).toMatchObject({
      status: 409,
      body: { message: "The incident is OPEN: a postmortem requires RESOLVED." },
    });
    await move(id, "RESOLVED", operator);
    expect((await read(id)).postmortem).toBeNull();
    const first = Incident.parse((await write(id, "## Cause\r\n\r\nUnknown.", operator)).body);
    expect(first.postmortem).toMatchObject({ text: "## Cause\n\nUnknown.", version: 1 });
    expect(await write(id, "## Cause\n\nUnknown.", operator)).toMatchObject({ status: 409 });
    const long = "é".repeat(MAX_POSTMORTEM);
    expect(Incident.parse((await write(id, long, operator)).body).postmortem).toMatchObject({ text: long, version: 2 });
    expect(await write(id, `${long}x`, operator)).toMatchObject({ status: 400, body: { fields: ["text"] } });
    expect((await listRecentIncidents(ctx()))[0]).toMatchObject({ postmortem: long, last_note: "to RESOLVED" });
    await move(id, "EXPORTED", operator);
    expect(await write(id, "Too late.", operator)).toMatchObject({
      status: 409,
      body: { message: "The incident is EXPORTED: it is sealed." },
    });
    expect((await actsOn(`incident:${id}`)).filter((kind) => kind === "incident.postmortem")).toHaveLength(2);
    const sealed = SealedIncident.parse(JSON.parse(await exportIncident(ctx(), { id: String(id) })));
    const notes = sealed.timeline.filter(({ kind }) => kind === "postmortem").map(({ note }) => note);
    expect(notes).toEqual(["## Cause\n\nUnknown.", long]);
  });

  it("is denied to agents, the reporter too", async () => {
    const [by, operator] = [await reporter(), await operatorToken()];
    const { id } = await open({}, by.token);
    await move(id, "RESOLVED", operator);
    for (const { token } of [by, await auditor()]) {
      expect(await write(id, "Mine.", token)).toMatchObject({ status: 403, body: { code: "OPERATOR_ONLY" } });
    }
    expect(await write(999_999, "Mine.", operator)).toMatchObject({ status: 404 });
  });
});
