import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { GET as getRoute } from "@/app/api/incident/[id]/route";
import { incidents } from "@/lib/database/schema/incidents";
import { testDatabase } from "@/lib/database/testing/test-database";
import { issueCredential } from "@/lib/features/access/service/credentials";
import { grantTier } from "@/lib/features/agents/service/grant-tier";
import { freshDid } from "@/lib/features/agents/testing/fixtures";
import { recomputeTrust } from "@/lib/features/trust/service/recompute";
import { refreshStaleTrust } from "@/lib/features/trust/service/standing";
import { get } from "@/lib/testing/call";
import { Incident } from "../schema";
import { incidentFixtures } from "../testing/fixtures";
import { findNewestCritical } from "./browse";

const database = testDatabase();
const { ctx, registered, reporter, tokenOf, auditor, operatorToken, standing, actsOn, trusted, ...act } =
  incidentFixtures(database);
const { open, move, confirm, strike } = act;
const read = async (id: number) => Incident.parse((await get(getRoute, "", { id: String(id) })).body);
const granted = async (organisation?: string) => {
  const did = await registered(freshDid(), organisation);
  await grantTier(ctx(), { did, tier: "T4", reason: "Trusted." });
  return { did, token: await tokenOf(did) };
};
/** A critical incident that an agent reported of an agent that earned T3 and of one that was granted T4. */
async function reported() {
  const dids = [await trusted(), (await granted()).did];
  const by = await reporter();
  const { id } = await open({ severity: "CRITICAL", affected: dids }, by.token);
  return { id, dids, by, standings: () => Promise.all(dids.map(standing)) };
}

describe("an incident that an agent reports", () => {
  it("is public and marked, and moves neither score nor tier nor grant, on the next day neither", async () => {
    const dids = [await trusted(), (await granted()).did];
    const before = await Promise.all(dids.map(standing));
    const { id } = await open({ severity: "CRITICAL", affected: dids }, (await reporter()).token);
    expect(await read(id)).toMatchObject({ confirmed: false, confirmed_at: null, confirmed_by: null });
    expect(await Promise.all(dids.map(standing))).toEqual(before);
    const [did = ""] = dids;
    await refreshStaleTrust(database(), new Date(Date.now() + 86_400_000));
    expect(await standing(did)).toMatchObject({ tier: "T3" });
    expect((await recomputeTrust(ctx(), { did })).facts.incidents).toEqual([]);
  });

  it("is in the band only once it is confirmed; an operator's is there at once", async () => {
    const inBand = async () => (await findNewestCritical(ctx()))?.id;
    const before = await inBand();
    const { id } = await reported();
    expect(await inBand()).toBe(before);
    await confirm(id, await operatorToken());
    expect(await inBand()).toBe(id);
    const own = await open({ severity: "CRITICAL" }, await operatorToken());
    expect(own).toMatchObject({ confirmed: true, confirmed_by: own.reporter });
    expect(await inBand()).toBe(own.id);
  });
});

describe("POST /api/incident/{id}/confirm", () => {
  it.each(["an operator", "an uninvolved agent of T4"])(
    "by %s makes it count from now on, with a log entry",
    async (who) => {
      const { id, dids, standings } = await reported();
      const token = who === "an operator" ? await operatorToken() : (await auditor()).token;
      const { status, body } = await confirm(id, token);
      expect(status).toBe(200);
      const incident = Incident.parse(body);
      const [, { actor = "", at = "", note = "" } = {}] = incident.timeline;
      expect(incident).toMatchObject({ confirmed: true, confirmed_by: actor, confirmed_at: at, freeze_proposed: true });
      expect(note).toBe("The trace shows it.");
      expect(await actsOn(`incident:${id}`)).toEqual(["incident.opened", "incident.confirmed"]);
      expect(await standings()).toMatchObject([{ tier: "T1" }, { tier: "T1", granted: null }]);
      expect((await actsOn(dids[1] ?? "")).slice(-2)).toEqual(["tier.grant_lapsed", "tier.changed"]);
      expect((await recomputeTrust(ctx(), { did: dids[0] ?? "" })).facts.incidents).toMatchObject([
        { id, day: at.slice(0, 10) },
      ]);
    },
  );

  it("is denied to the reporter, its organisation, agents that are named, and agents below T4", async () => {
    const organisation = `Assay ${randomUUID()}`;
    const [self, sibling, named] = [await granted(organisation), await granted(organisation), await granted()];
    const { token: key } = await issueCredential(ctx(), { kind: "provider", organisation, label: "" });
    const { id } = await open({ affected: [named.did] }, self.token);
    const { id: byKey } = await open({}, key);
    const refused = async (incident: number, token: string, more = {}) => {
      const { status, body } = await confirm(incident, token, more);
      return [status, body["code"]];
    };
    for (const { token } of [self, sibling, named]) expect(await refused(id, token)).toEqual([403, "NOT_INDEPENDENT"]);
    expect(await refused(byKey, sibling.token)).toEqual([403, "NOT_INDEPENDENT"]);
    expect(await refused(id, key, { confirmer: sibling.did })).toEqual([403, "NOT_INDEPENDENT"]);
    expect(await refused(id, key)).toEqual([400, "VALIDATION_ERROR"]);
    expect(await refused(id, key, { confirmer: named.did })).toEqual([403, "DID_MISMATCH"]);
    expect(await refused(id, await operatorToken(), { confirmer: named.did })).toEqual([400, "VALIDATION_ERROR"]);
    expect(await refused(id, (await reporter()).token)).toEqual([403, "TRUST_TOO_LOW"]);
    expect(await read(id)).toMatchObject({ confirmed: false, timeline: [{ kind: "opened" }] });
  });

  it("of eight concurrent confirmations one succeeds, and the incident counts once", async () => {
    const did = await trusted();
    const { score = 0 } = await standing(did);
    const { id } = await open({ severity: "MAJOR", affected: [did] }, (await reporter()).token);
    const token = await operatorToken();
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(id, token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)]);
    expect((await standing(did)).score).toBeCloseTo(score - 8, 6);
  });

  it("does not affect agents removed before, and is not possible for unfounded, sealed, confirmed or unknown incidents", async () => {
    const operator = await operatorToken();
    const { id, dids } = await reported();
    const [struck = "", other = ""] = dids;
    await strike(id, struck, operator);
    await confirm(id, operator);
    expect([await standing(struck), await standing(other)]).toMatchObject([{ tier: "T3" }, { tier: "T1" }]);
    const [unfounded, sealed] = [await reported(), await reported()];
    await move(unfounded.id, "RESOLVED", operator, { unfounded: true });
    for (const status of ["RESOLVED", "EXPORTED"]) await move(sealed.id, status, operator);
    for (const each of [id, unfounded.id, sealed.id]) expect((await confirm(each, operator)).status).toBe(409);
    expect((await confirm(2_000_000_000, operator)).status).toBe(404);
    expect(await sealed.standings()).toMatchObject([{ tier: "T3" }, { tier: "T4" }]);
  });

  it("after which a strike or a finding takes the weight off again, and it stays confirmed in the database", async () => {
    const operator = await operatorToken();
    const { id, standings, dids } = await reported();
    const before = await standings();
    await confirm(id, operator);
    await strike(id, dids[0] ?? "", operator);
    await move(id, "RESOLVED", operator, { unfounded: true });
    expect(await standings()).toEqual(before);
    const undone = database()
      .update(incidents)
      .set({ confirmedAt: null, confirmedBy: null })
      .where(eq(incidents.id, id));
    await expect(undone).rejects.toThrow();
  });

  it("of an unconfirmed one gives no grant back that a confirmed one ended, and a later confirmation keeps it ended", async () => {
    const operator = await operatorToken();
    const { did } = await granted();
    const waiting = await open({ severity: "CRITICAL", affected: [did] }, (await reporter()).token);
    const first = await open({ severity: "CRITICAL", affected: [did] }, operator);
    await confirm(waiting.id, operator);
    await strike(first.id, did, operator);
    expect(await standing(did)).toMatchObject({ tier: "T1", granted: null });
    await strike(waiting.id, did, operator);
    expect(await standing(did)).toMatchObject({ tier: "T4", granted: "T4" });
  });
});
