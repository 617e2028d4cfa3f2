import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { agents } from "@/lib/database/schema/agents";
import { incidentEvents, incidents } from "@/lib/database/schema/incidents";
import { ann } from "@/lib/features/access/applications/testing/fixtures";
import { agentRow } from "@/lib/features/agents/testing/agent-row";
import { OpenIncident } from "@/lib/features/incidents/schema";
import { confirmIncident } from "@/lib/features/incidents/service/confirm";
import { openIncident } from "@/lib/features/incidents/service/open";
import { writePostmortem } from "@/lib/features/incidents/service/postmortem";
import { strikeAgent } from "@/lib/features/incidents/service/strike";
import { transitionIncident } from "@/lib/features/incidents/service/transition";
import { updateIncident } from "@/lib/features/incidents/service/update";
import { incidentFrom, reportFixtures } from "../testing/fixtures";
import { markDuplicate, openReport } from "./decide";
import { listFromReports } from "./own-words";
import { getReport } from "./read";

const { database, by, actsOn, reported } = reportFixtures();
const WRITTEN = {
  text: "My landlord uploaded the lease of flat 4, and the agent sent it to somebody in Ghent.",
  happened: "in the night after my birthday, between two and three o’clock",
  evidence: "https://evidence.example/private/lease-of-flat-four.pdf",
  email: "the.tenant.of.flat.four@somewhere.example",
};
const refused = (field: string) => ({
  kind: "conflict",
  field,
  message: expect.stringMatching(/^This repeats 40 or more characters that a reporter wrote in private\./),
});

describe("an incident from a report", () => {
  it.each([
    ["title", { title: WRITTEN.text.slice(0, 50) }],
    ["description", { description: `It says:\n${WRITTEN.text.toUpperCase()}` }],
    ["incident_type", { incident_type: WRITTEN.text.slice(5, 55) }],
    ["description", { description: WRITTEN.happened }],
    ["description", { description: `See ${WRITTEN.evidence}` }],
    ["description", { description: `Write to ${WRITTEN.email}` }],
  ])("is refused at its %s if it repeats a private passage, and nothing is stored", async (field, fields) => {
    const { id } = await reported(WRITTEN);
    const before = await database().$count(incidents);
    const error = await openReport(by(ann), incidentFrom(id, fields)).catch((thrown: Error) => thrown);
    expect(error).toMatchObject(refused(field));
    expect(String(error)).not.toMatch(/flat|lease|birthday|ghent/i);
    expect(await database().$count(incidents)).toBe(before);
    expect((await getReport(by(ann), { id: String(id) })).status).toBe("waiting");
  });

  it("is opened with these words if the reporter agreed, and the log says that the operator said so", async () => {
    const { id } = await reported(WRITTEN);
    const opening = incidentFrom(id, { description: WRITTEN.text, reporter_agreed: "on" });
    const { incident } = await openReport(by(ann), opening);
    expect(await actsOn(`report:${id}`)).toMatchObject([{ details: { incident, reporter_agreed: true } }]);
  });

  it("is opened in other words without a tick, and the log has none", async () => {
    const { id } = await reported(WRITTEN);
    const { incident } = await openReport(by(ann), incidentFrom(id, { description: "A lease reached a stranger." }));
    expect((await actsOn(`report:${id}`))[0]?.details).toEqual({ incident });
  });
});

describe("a later step of an incident that a report led to", () => {
  const DID = "did:fed:s1:clerk";
  async function opened(duplicate: boolean): Promise<string> {
    const { id } = await reported(duplicate ? {} : WRITTEN);
    const { incident } = await openReport(by(ann), incidentFrom(id, { affected: DID }));
    if (duplicate) {
      const other = await reported(WRITTEN);
      await markDuplicate(by(ann), { id: String(other.id), incident: incident ?? 0 });
    }
    return String(incident);
  }
  const note = WRITTEN.text.slice(10, 60);
  const resolve = (id: string) =>
    transitionIncident(by(ann), { id, status: "RESOLVED", unfounded: false, note: "It is over." });
  const steps = {
    update: (id: string, agreed = {}) => updateIncident(by(ann), { id, note, ...agreed }),
    transition: (id: string, agreed = {}) =>
      transitionIncident(by(ann), { id, status: "RESOLVED", unfounded: false, note, ...agreed }),
    strike: (id: string, agreed = {}) => strikeAgent(by(ann), { id, did: DID, note, ...agreed }),
    postmortem: (id: string, agreed = {}) => writePostmortem(by(ann), { id, text: note, ...agreed }),
  };

  it.each([
    ["update", false],
    ["update", true],
    ["transition", false],
    ["strike", false],
    ["postmortem", false],
  ] as const)(
    "%s is refused if it repeats a private passage, unless the reporter agreed (of a duplicate: %s)",
    async (name, duplicate) => {
      const id = await opened(duplicate);
      if (name === "postmortem") await resolve(id);
      const count = () => database().$count(incidentEvents, eq(incidentEvents.incidentId, Number(id)));
      const before = await count();
      await expect(steps[name](id)).rejects.toMatchObject(refused(name === "postmortem" ? "text" : "note"));
      expect(await count()).toBe(before);
      await steps[name](id, { reporter_agreed: true });
      expect(await count()).toBe(before + 1);
    },
  );

  it("a confirmation is refused, too", async () => {
    const did = "did:fed:s1:witness";
    await database()
      .insert(agents)
      .values(agentRow({ did, trustTier: "T2" }));
    const agent = by({ kind: "agent", credentialId: "c", did, tier: "T2" });
    const { id: incident } = await openIncident(agent, OpenIncident.parse({ title: "Seen", severity: "LOW" }));
    const { id } = await reported(WRITTEN);
    await markDuplicate(by(ann), { id: String(id), incident });
    const named = { id: String(incident), note };
    await expect(confirmIncident(by(ann), named)).rejects.toMatchObject(refused("note"));
    // The agent cannot read reports, so its words are its own.
    await updateIncident(agent, named);
    await confirmIncident(by(ann), { ...named, reporter_agreed: true });
  });

  it("is found among several incidents", async () => {
    const { id } = await reported(WRITTEN);
    const { incident } = await openReport(by(ann), incidentFrom(id));
    const { id: other } = await openIncident(by(ann), OpenIncident.parse({ title: "Seen", severity: "LOW" }));
    const found = await listFromReports(by(ann), [Number(incident), other]);
    expect([...found]).toEqual([Number(incident)]);
    expect((await listFromReports(by(ann), [])).size).toBe(0);
  });

  it("says nothing about words that are not of its report", async () => {
    await reported(WRITTEN);
    const { id } = await reported({ text: "Something else altogether happened to me." });
    const { incident } = await openReport(by(ann), incidentFrom(id));
    await updateIncident(by(ann), { id: String(incident), note });
  });
});
