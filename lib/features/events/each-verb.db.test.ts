import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type Context, systemContext } from "@/lib/authority/context";
import { ensureSigningKey } from "@/lib/authority/keys";
import { testDatabase } from "@/lib/database/testing/test-database";
import { deprecateAgent } from "@/lib/features/agents/service/deprecate";
import { grantTier } from "@/lib/features/agents/service/grant-tier";
import { joinAgent } from "@/lib/features/agents/service/join";
import { registerAgent } from "@/lib/features/agents/service/register";
import { setStatus } from "@/lib/features/agents/service/set-status";
import { updateAgent } from "@/lib/features/agents/service/update";
import { withdrawAgent } from "@/lib/features/agents/service/withdraw";
import { freshDid } from "@/lib/features/agents/testing/fixtures";
import { setFreeze } from "@/lib/features/council/freezes/service/freezes";
import { RecordAudit } from "@/lib/features/council/schema";
import { recordAudit } from "@/lib/features/council/service/audit";
import { OpenIncident } from "@/lib/features/incidents/schema";
import { confirmIncident } from "@/lib/features/incidents/service/confirm";
import { openIncident } from "@/lib/features/incidents/service/open";
import { writePostmortem } from "@/lib/features/incidents/service/postmortem";
import { strikeAgent } from "@/lib/features/incidents/service/strike";
import { transitionIncident } from "@/lib/features/incidents/service/transition";
import { updateIncident } from "@/lib/features/incidents/service/update";
import { announceRelease, listReleases } from "@/lib/features/releases/service";
import { decideRfc } from "@/lib/features/rfcs/service/decide";
import { syncRfcs } from "@/lib/features/rfcs/service/sync-rfcs";
import { rfcTextOf } from "@/lib/features/rfcs/service/texts";
import { refreshStaleTrust } from "@/lib/features/trust/service/standing";
import { numberChanges } from "./service/number-changes";
import { readChanges, readHead } from "./service/read-changes";

const database = testDatabase();
const ctx = (): Context => systemContext(database());
beforeAll(() => ensureSigningKey(database(), undefined, new Date()));

/** Returns the changes that a call has published. */
async function changesOf(call: () => Promise<unknown>) {
  await numberChanges(database());
  const { head } = await readHead(database());
  await call();
  await numberChanges(database());
  return readChanges(database(), { after: head, limit: 100 });
}
const kindsOf = async (call: () => Promise<unknown>) => (await changesOf(call)).map(({ kind }) => kind);

describe("each verb publishes its change once", () => {
  it("join and register; repeating them publishes nothing", async () => {
    const did = freshDid();
    expect(await changesOf(() => joinAgent(ctx(), { did, provider: "Acme" }))).toMatchObject([
      {
        kind: "agent.joined",
        subject: did,
        dids: [did],
        zone: "S1",
        data: { status: "unverified", tier: "T0" },
      },
    ]);
    expect(await kindsOf(() => joinAgent(ctx(), { did }))).toEqual([]);
    const record = { did, name: "N", skills: ["s"] };
    const registered = await changesOf(() => registerAgent(ctx(), record));
    expect(registered).toMatchObject([
      { kind: "agent.registered", subject: did, data: { status: "active" } },
      { kind: "agent.tier_changed", data: { from: "T0", to: "T1" } },
    ]);
    expect(await kindsOf(() => registerAgent(ctx(), record))).toEqual([]);
    expect(await changesOf(() => registerAgent(ctx(), { ...record, skills: ["s", "t"] }))).toMatchObject([
      { kind: "agent.changed", data: { fields: ["skills"], revision: 4 } },
    ]);
    const fresh = freshDid();
    const asOperator = { did: fresh, trust_tier: "T3" as const };
    expect(await kindsOf(() => registerAgent(ctx(), asOperator))).toEqual(["agent.registered", "agent.tier_changed"]);
  });

  it("a patch that changes a field; a registration that omits the key is no change", async () => {
    const did = freshDid();
    await registerAgent(ctx(), { did, role: "r", public_key: Buffer.alloc(32, 7).toString("base64") });
    expect(await kindsOf(() => registerAgent(ctx(), { did, role: "r" }))).toEqual([]);
    const patch = (role: string) => () => updateAgent(ctx(), { did, patch: { role }, ifMatch: undefined });
    expect(await changesOf(patch("tutor"))).toMatchObject([{ kind: "agent.changed", data: { fields: ["role"] } }]);
    expect(await kindsOf(patch("tutor"))).toEqual([]);
  });

  it("withdrawal, suspension, deprecation and their ends, tiers", async () => {
    const did = freshDid();
    await registerAgent(ctx(), { did });
    const reason = "why";
    const withdraw = (withdrawn: boolean) => () => withdrawAgent(ctx(), { did, withdrawn, reason });
    expect(await changesOf(withdraw(true))).toMatchObject([
      { kind: "agent.withdrawn", subject: did, data: { status: "withdrawn", reason } },
    ]);
    expect(await kindsOf(withdraw(false))).toEqual(["agent.returned"]);
    const deprecate = (deprecated: boolean) => () =>
      deprecateAgent(ctx(), { did, deprecated, successor: null, reason });
    expect(await kindsOf(deprecate(true))).toEqual(["agent.deprecated"]);
    expect(await kindsOf(deprecate(false))).toEqual(["agent.deprecation_lifted"]);
    const status = (to: "suspended" | "active") => () => setStatus(ctx(), { did, status: to, reason });
    expect(await changesOf(status("suspended"))).toMatchObject([
      { kind: "agent.suspended", data: { status: "suspended" } },
    ]);
    expect(await changesOf(status("active"))).toMatchObject([{ kind: "agent.reinstated", data: { status: "active" } }]);
    const grant = (tier: "T1" | "T3") => () => grantTier(ctx(), { did, tier, reason });
    expect(await changesOf(grant("T3"))).toMatchObject([
      { kind: "agent.tier_changed", subject: did, data: { from: "T1", to: "T3" } },
    ]);
    expect(await kindsOf(grant("T3"))).toEqual([]);
  });

  it("audits, and the change of tier that follows", async () => {
    const did = freshDid();
    await registerAgent(ctx(), { did, trust_tier: "T3" });
    const audit = (verdict: string, key: string) =>
      RecordAudit.parse({ did, auditor: "did:fed:s0:auditor", verdict, idempotency_key: key });
    const key = randomUUID();
    const failed = await changesOf(() => recordAudit(ctx(), audit("fail", key)));
    expect(failed).toMatchObject([
      { kind: "audit.recorded", subject: did, dids: [did, "did:fed:s0:auditor"], data: { verdict: "fail" } },
      { kind: "agent.tier_changed", subject: did, data: { from: "T3" } },
    ]);
    expect(await kindsOf(() => recordAudit(ctx(), audit("fail", key)))).toEqual([]);
  });

  it("every step of an incident", async () => {
    const [named, other] = [freshDid(), freshDid()];
    await registerAgent(ctx(), { did: named });
    const reporter = freshDid("reporter");
    await registerAgent(ctx(), { did: reporter });
    const agent: Context = { ...ctx(), caller: { kind: "agent", credentialId: "c", did: reporter, tier: "T1" } };
    const report = OpenIncident.parse({ title: "It went wrong", severity: "LOW", affected: [named, other] });
    let id = 0;
    const opened = await changesOf(async () => {
      id = (await openIncident(agent, report)).id;
    });
    const dids = [named, other].sort();
    expect(opened).toMatchObject([
      {
        kind: "incident.opened",
        zone: "S1",
        data: { title: "It went wrong", severity: "LOW", status: "OPEN", confirmed: false, unfounded: false },
      },
    ]);
    expect([opened[0]?.subject, opened[0]?.dids.toSorted()]).toEqual([`incident:${id}`, dids]);
    const on = { id: String(id), note: "n" };
    expect(await changesOf(() => updateIncident(ctx(), on))).toMatchObject([
      { kind: "incident.updated", data: { confirmed: false } },
    ]);
    expect(await changesOf(() => confirmIncident(ctx(), on))).toMatchObject([
      { kind: "incident.confirmed", data: { confirmed: true } },
    ]);
    expect(await changesOf(() => strikeAgent(ctx(), { ...on, did: other }))).toMatchObject([
      { kind: "incident.agent_struck", dids: [named, other], data: { did: other } },
    ]);
    const move = (status: "FROZEN" | "OPEN" | "RESOLVED" | "EXPORTED") => () =>
      transitionIncident(ctx(), { ...on, status, unfounded: false });
    expect(await kindsOf(move("FROZEN"))).toEqual(["incident.frozen"]);
    expect(await kindsOf(move("OPEN"))).toEqual(["incident.reopened"]);
    expect(await changesOf(move("RESOLVED"))).toMatchObject([
      {
        kind: "incident.resolved",
        dids: [named],
        data: { id, status: "RESOLVED", confirmed: true, unfounded: false },
      },
    ]);
    expect(await kindsOf(() => writePostmortem(ctx(), { ...on, text: "It was so." }))).toEqual(["incident.postmortem"]);
    expect(await kindsOf(move("EXPORTED"))).toEqual(["incident.exported"]);
  });

  it("an incident of an operator is confirmed at once, and a false report says so", async () => {
    const report = OpenIncident.parse({ title: "It went wrong", severity: "LOW" });
    let id = 0;
    expect(
      await changesOf(async () => {
        id = (await openIncident(ctx(), report)).id;
      }),
    ).toMatchObject([{ kind: "incident.opened", data: { confirmed: true } }]);
    const end = { id: String(id), note: "n", status: "RESOLVED", unfounded: true } as const;
    expect(await changesOf(() => transitionIncident(ctx(), end))).toMatchObject([
      { kind: "incident.resolved", data: { unfounded: true } },
    ]);
  });

  it("freezes, decisions on RFCs, and a release once for each version", async () => {
    const freeze = (frozen: boolean) => () => setFreeze(ctx(), { subsystem: "relay", frozen, reason: "why" });
    expect(await changesOf(freeze(true))).toMatchObject([{ kind: "freeze.set", subject: "freeze:relay" }]);
    expect(await kindsOf(freeze(true))).toEqual([]);
    expect(await kindsOf(freeze(false))).toEqual(["freeze.lifted"]);
    const head = "number: 901\ntitle: Rule\nstatus: DRAFT\ncreated: 2026-11-21\nauthors: council";
    const text = rfcTextOf("x.md", Buffer.from(`---\n${head}\n---\n\n# RFC 901: Rule\n`));
    expect(await kindsOf(() => syncRfcs(ctx(), [text]))).toEqual([]);
    const decide = () => decideRfc(ctx(), { number: "901", status: "ACTIVE", reason: "why", superseded_by: null });
    expect(await changesOf(decide)).toMatchObject([
      { kind: "rfc.decided", subject: "rfc:901", data: { from: "DRAFT", status: "ACTIVE" } },
    ]);
    const { current } = await listReleases(ctx());
    const release = { ...current, version: "9.9.9", tag: "v9.9.9" };
    expect(await changesOf(() => announceRelease(ctx(), release))).toMatchObject([
      { kind: "release.published", subject: "release:9.9.9" },
    ]);
    expect(await kindsOf(() => announceRelease(ctx(), release))).toEqual([]);
    expect(await kindsOf(() => announceRelease(ctx(), { ...release, version: "9.9.10", tag: "" }))).toEqual([]);
  });
});

describe("nothing is published for", () => {
  it("a change of score alone", async () => {
    const did = freshDid();
    await registerAgent(ctx(), { did, skills: ["s"], role: "r", model: "m" });
    expect(await kindsOf(() => refreshStaleTrust(database(), new Date(Date.now() + 200 * 86_400_000)))).toEqual([]);
  });

  it("a verb that fails, and one whose transaction is rolled back", async () => {
    const did = freshDid();
    await registerAgent(ctx(), { did });
    const again = () => withdrawAgent(ctx(), { did, withdrawn: false, reason: "" }).catch(() => {});
    expect(await kindsOf(again)).toEqual([]);
    const rolledBack = async () => {
      const failing = database().transaction(async (tx) => {
        const within = Object.create(tx, { transaction: { value: (work: (t: typeof tx) => unknown) => work(tx) } });
        await registerAgent({ ...ctx(), db: within }, { did: freshDid() });
        throw new Error("rolled back");
      });
      await failing.catch(() => {});
    };
    expect(await kindsOf(rolledBack)).toEqual([]);
  });
});
