import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { ensureSigningKey } from "@/lib/authority/keys";
import { forgetFirstRequests } from "@/lib/authority/second-operator";
import { operators } from "@/lib/database/schema/access";
import { agents } from "@/lib/database/schema/agents";
import { secondedActs } from "@/lib/database/schema/work";
import { claimToken } from "@/lib/features/access/applications/service/claim";
import { approveApplication } from "@/lib/features/access/applications/service/decide";
import { applicationFixtures, outcomes } from "@/lib/features/access/applications/testing/fixtures";
import { agentForm } from "@/lib/features/access/applications/testing/form";
import { endOperator } from "@/lib/features/access/service/operators";
import { operatorCaller, storeOperator } from "@/lib/features/access/testing/operators";
import { grantTier } from "@/lib/features/agents/service/grant-tier";
import { registerAgent } from "@/lib/features/agents/service/register";
import { anchorPayload } from "@/lib/features/anchors/service/anchor";
import { eraseAnchor } from "@/lib/features/anchors/service/erase";
import { redactRecord } from "@/lib/features/council/redactions/service/redact";
import { OpenIncident } from "@/lib/features/incidents/schema";
import { openIncident } from "@/lib/features/incidents/service/open";
import { WorkQuery } from "@/lib/features/queues/schema";
import { listWork } from "@/lib/features/queues/service/list";

vi.stubEnv("TWO_OPERATORS", "t4,erasure");

const { database, by, sent, actsOn } = applicationFixtures();
const [ada, rui, eve] = [
  operatorCaller("adaadaad", "owner"),
  operatorCaller("ruiruiru", "operator"),
  operatorCaller("eveeveev", "operator"),
];
const FIRST = "Recorded, but not done yet: a second operator must do the same within 7 days.";
const SYSTEM = { kind: "system" } as const;

const tierOf = async (did: string) =>
  (await database().select({ tier: agents.trustTier }).from(agents).where(eq(agents.did, did)))[0]?.tier;
const waiting = async () =>
  (await listWork(by(eve), WorkQuery.parse({ queue: "second" }))).items.map(({ id, detail }) => ({ id, detail }));

beforeAll(async () => {
  await ensureSigningKey(database(), undefined, new Date());
  await storeOperator(database(), ada, "Ada");
  await storeOperator(database(), rui, "Rui");
  await storeOperator(database(), eve, "Eve");
});

describe("T4", () => {
  it("is granted by the second operator, who is another one, and the act names both", async () => {
    const did = "did:fed:s1:governor";
    await registerAgent(by(SYSTEM), { did });
    const grant = (caller: typeof ada, tier: "T3" | "T4" = "T4") =>
      grantTier(by(caller), { did, tier, reason: "Elected." });
    await grant(ada, "T3");
    await expect(grant(ada)).rejects.toThrow(FIRST);
    await expect(grant(ada), "the same operator again").rejects.toThrow(FIRST);
    expect(await tierOf(did)).toBe("T3");
    expect(await waiting()).toEqual([{ id: `t4 ${did}`, detail: "Ada" }]);

    await grant(rui);
    expect(await tierOf(did)).toBe("T4");
    const granted = (await actsOn(did)).filter(({ kind }) => kind === "tier.granted");
    expect(granted[1]).toMatchObject({
      actor: "operator:ruiruiru",
      details: { first: "operator:adaadaad" },
    });
    expect(await waiting()).toEqual([]);
    // A grant is withdrawn by one operator.
    await grantTier(by(ada), { did, tier: null, reason: "Resigned." });
    expect(await tierOf(did)).not.toBe("T4");
  });

  it("is granted once if two operators are first at the same time", async () => {
    for (let round = 0; round < 8; round += 1) {
      const did = `did:fed:s1:at-once-${round}`;
      await registerAgent(by(SYSTEM), { did });
      const { done, errors } = await outcomes(
        [ada, rui].map((caller) => grantTier(by(caller), { did, tier: "T4", reason: "Elected." })),
      );
      expect([done, errors.map(({ message }) => message), await tierOf(did)]).toEqual([1, [FIRST], "T4"]);
    }
    expect(await waiting()).toEqual([]);
  });

  it("needs a second operator also if the first one signed in by OpenID Connect, without a token", async () => {
    const did = "did:fed:s1:by-provider";
    await registerAgent(by(SYSTEM), { did });
    const caller = { kind: "operator", operator: "adaadaad", role: "owner", sessionId: "s" } as const;
    await expect(grantTier(by(caller), { did, tier: "T4", reason: "x" })).rejects.toThrow(FIRST);
    expect(await tierOf(did)).not.toBe("T4");
    await grantTier(by(rui), { did, tier: "T4", reason: "x" });
  });

  it("is not granted with a request from before another grant, and a registration must be the same whole record", async () => {
    const did = "did:fed:s1:changed-since";
    await registerAgent(by(SYSTEM), { did });
    await expect(grantTier(by(ada), { did, tier: "T4", reason: "x" })).rejects.toThrow(FIRST);
    await grantTier(by(ada), { did, tier: "T2", reason: "Not yet." });
    await expect(grantTier(by(rui), { did, tier: "T4", reason: "x" })).rejects.toThrow(FIRST);

    const registered = (caller: typeof ada, skills: string[]) =>
      registerAgent(by(caller), { did: "did:fed:s1:of-whose-key", skills, trust_tier: "T4" });
    await expect(registered(ada, ["one"])).rejects.toThrow(FIRST);
    await expect(registered(rui, ["another"])).rejects.toThrow(FIRST);
    await registered(rui, ["one"]);
    await database().delete(secondedActs);
  });

  it("needs a second operator at a registration and an approval too; the claim then needs none", async () => {
    const did = "did:fed:s1:registered-high";
    const register = (caller: typeof ada) => registerAgent(by(caller), { did, trust_tier: "T4" });
    await expect(register(ada)).rejects.toThrow(FIRST);
    expect(await tierOf(did), "nothing is registered").toBeUndefined();
    await register(rui);
    expect(await tierOf(did)).toBe("T4");

    const application = await sent();
    const approve = (caller: typeof ada) =>
      approveApplication(by(caller), { id: application.id, tier: "T4", note: "Welcome." });
    await expect(approve(rui)).rejects.toThrow(FIRST);
    expect(await waiting()).toEqual([{ id: `t4 application:${application.id}`, detail: "Rui" }]);
    const another = await sent(agentForm({ did: application.did }));
    const approvesAnother = approveApplication(by(eve), { id: another.id, tier: "T4", note: "Welcome." });
    await expect(approvesAnother, "a request is valid for one application").rejects.toThrow(FIRST);
    await approve(eve);
    expect((await actsOn(application.did))[0]).toMatchObject({
      actor: "operator:eveeveev",
      details: { first: "operator:ruiruiru" },
    });
    await claimToken(by({ kind: "anonymous" }), { secret: application.secret });
    expect(await tierOf(application.did)).toBe("T4");
  });

  it("is not granted with the request of an operator who was removed or lost the role, or of eight days ago", async () => {
    const did = "did:fed:s1:late";
    await registerAgent(by(SYSTEM), { did });
    const gus = operatorCaller("gusgusgu", "operator");
    await storeOperator(database(), gus, "Gus");
    await expect(grantTier(by(gus), { did, tier: "T4", reason: "x" })).rejects.toThrow(FIRST);
    await endOperator(by(ada), { operator: "gusgusgu" });
    await expect(grantTier(by(rui), { did, tier: "T4", reason: "x" })).rejects.toThrow(FIRST);
    await database().update(operators).set({ role: "reviewer" }).where(eq(operators.pseudonym, "ruiruiru"));
    await expect(grantTier(by(eve), { did, tier: "T4", reason: "x" }), "Rui may not any more").rejects.toThrow(FIRST);
    await database().update(operators).set({ role: "operator" }).where(eq(operators.pseudonym, "ruiruiru"));
    await database().execute(sql`update seconded_acts set at = now() - interval '8 days'`);
    expect(await waiting()).toEqual([]);
    await expect(grantTier(by(rui), { did, tier: "T4", reason: "x" })).rejects.toThrow(FIRST);
    await forgetFirstRequests(database(), sql`now() + interval '6 days'`);
    expect(await database().$count(secondedActs)).toBe(1);
    await grantTier(by(eve), { did, tier: "T4", reason: "x" });
  });
});

describe("an erasure", () => {
  it("of an anchor and of a text needs a second operator, and nothing is erased before", async () => {
    const did = "did:fed:s1:writer";
    await registerAgent(by(SYSTEM), { did });
    const { id } = (await anchorPayload(by(SYSTEM), { kind: "note", payload: "p", did, scope: "PUBLIC" } as never)) as {
      id: string;
    };
    await expect(eraseAnchor(by(ada), { id, reason: "Asked." })).rejects.toThrow(FIRST);
    expect(await waiting()).toEqual([{ id: `erasure anchor:${id}`, detail: "Ada" }]);
    expect(await eraseAnchor(by(rui), { id, reason: "Asked." })).toMatchObject({ erased: true });
    expect(await actsOn(id)).toMatchObject([{ kind: "memory.erased", details: { first: "operator:adaadaad" } }]);
    await expect(eraseAnchor(by(eve), { id, reason: "Again." })).rejects.toThrow("already erased");

    const incident = await openIncident(by(ada), OpenIncident.parse({ title: "Ann Example leaked.", severity: "LOW" }));
    const redact = (caller: typeof ada) =>
      redactRecord(by(caller), { subject: "incident", id: String(incident.id), fields: ["title"], reason: "A name." });
    await expect(redact(eve)).rejects.toThrow(FIRST);
    const redactsMore = redactRecord(by(ada), {
      ...{ subject: "incident", id: String(incident.id), fields: ["title", "description"], reason: "A name." },
    });
    await expect(redactsMore, "a request is valid for its fields").rejects.toThrow(FIRST);
    const text = await redact(ada);
    expect(text.text).toMatch(/^Redacted on/);
    expect(await actsOn(`incident:${incident.id}`)).toContainEqual(
      expect.objectContaining({
        kind: "record.redacted",
        actor: "operator:adaadaad",
        details: expect.objectContaining({ first: "operator:eveeveev" }),
      }),
    );
  });
});
