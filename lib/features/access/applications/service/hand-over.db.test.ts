import { generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { authenticate } from "@/lib/authority/authenticate";
import { systemContext } from "@/lib/authority/context";
import { ensureSigningKey } from "@/lib/authority/keys";
import { credentials } from "@/lib/database/schema/access";
import { agents } from "@/lib/database/schema/agents";
import { webhooks } from "@/lib/database/schema/webhooks";
import { issueCredential } from "@/lib/features/access/service/credentials";
import { grantTier } from "@/lib/features/agents/service/grant-tier";
import { challengeKey, proveKey } from "@/lib/features/agents/service/prove-key";
import { registerAgent } from "@/lib/features/agents/service/register";
import { updateAgent } from "@/lib/features/agents/service/update";
import { agentRow } from "@/lib/features/agents/testing/agent-row";
import { proveDomain } from "@/lib/features/domains/service/prove";
import { AddWebhook } from "@/lib/features/events/webhooks/schema";
import { addWebhook } from "@/lib/features/events/webhooks/service/add-webhook";
import { OpenIncident } from "@/lib/features/incidents/schema";
import { openIncident } from "@/lib/features/incidents/service/open";
import { strikeAgent } from "@/lib/features/incidents/service/strike";
import type { Caller } from "@/lib/identity/permissions";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { ann, applicationFixtures, DAY_MILLISECONDS } from "../testing/fixtures";
import { agentForm } from "../testing/form";
import { checkDidAvailability, getApplicationBySecret } from "./by-secret";
import { claimToken } from "./claim";
import { getApplication } from "./read";

const { database, by, visitor, actsOn, sent, approved } = applicationFixtures();
const freshDid = () => `did:fed:s1:${randomUUID()}`;
const rowOf = async (did: string) => (await database().select().from(agents).where(eq(agents.did, did)))[0];

/** An agent of the operators with a granted tier, a proven key, and a token that has expired. */
async function imported(did = freshDid()) {
  const yesterday = new Date(Date.now() - DAY_MILLISECONDS);
  const system = () => systemContext(database());
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const { x = "" } = publicKey.export({ format: "jwk" });
  await registerAgent(system(), { did, public_key: x });
  const { challenge, message } = await challengeKey(system(), { did });
  const signature = sign(null, Buffer.from(message), privateKey).toString("base64url");
  await proveKey(system(), { did, challenge, signature });
  await proveDomain(system(), { did, host: "handed-over.example" }, async () => ({ method: "dns" }));
  await grantTier(system(), { did, tier: "T4", reason: "Known." });
  const expired = randomUUID();
  await database()
    .insert(credentials)
    .values({
      ...{ id: expired, kind: "agent", tokenHash: expired, did, createdAt: yesterday, createdBy: "system" },
      expiresAt: yesterday,
    });
  return { did, expired };
}

describe("an application for a DID that operators own", () => {
  it("asks for a hand-over and says so, to the applicant and to the approver", async () => {
    const { did } = await imported();
    expect(await checkDidAvailability(visitor(), { did })).toBe("in directory");
    expect(await checkDidAvailability(visitor(), { did: freshDid() })).toBe("free");
    const { id, secret } = await sent(agentForm({ did }));
    expect(await getApplicationBySecret(visitor(), { secret })).toMatchObject({ hands_over: true });
    expect((await getApplication(by(ann), { id })).background).toMatchObject({
      member: { owner: "operator" },
      hands_over: true,
    });
    const free = await sent();
    expect(await getApplicationBySecret(visitor(), free)).toMatchObject({ hands_over: false });
  });

  it("changes nothing at the approval; the claim ends the former tokens, proven key and granted tier", async () => {
    const { did, expired } = await imported();
    const before = await rowOf(did);
    expect(before).toMatchObject({ ownerKind: "operator", trustTier: "T4", provenKey: before?.publicKey });
    const { secret } = await approved(agentForm({ did }));
    expect(await rowOf(did)).toEqual(before);
    const { token } = await claimToken(visitor(), { secret });
    expect(await rowOf(did)).toMatchObject({
      ...{ ownerKind: "agent", organisation: null, provenKey: "", keyProvenAt: null, grantedTier: null },
      domains: [],
      trustTier: "T1",
    });
    const [ended] = await database().select().from(credentials).where(eq(credentials.id, expired));
    expect(ended?.revokedAt).not.toBeNull();
    expect(await authenticate(by(ann), `Bearer ${token}`)).toMatchObject({ kind: "agent", did, tier: "T1" });
    const acts = (await actsOn(did)).map(({ kind }) => kind);
    const ends = ["agent.handed_over", "key.proof_ended", "domain.lost", "tier.grant_withdrawn", "application.claimed"];
    expect(acts).toEqual(expect.arrayContaining(ends));
  });

  it("leaves the new owner no webhooks and no A2A guests of the former one", async () => {
    const { did } = await imported();
    await ensureSigningKey(database(), undefined, new Date());
    await updateAgent(by(ann), { did, patch: { a2a_guests: true }, ifMatch: undefined });
    const former: Caller = { kind: "agent", credentialId: randomUUID(), did, tier: "T4", status: "active" };
    const url = "https://handed-over.example/hook";
    const { id } = await addWebhook({ ...visitor(), caller: former }, AddWebhook.parse({ url }));
    const { secret } = await approved(agentForm({ did }));
    await claimToken(visitor(), { secret });
    expect(await rowOf(did)).toMatchObject({ ownerKind: "agent", a2aGuests: false });
    expect(await database().$count(webhooks, eq(webhooks.owner, did))).toBe(0);
    expect((await actsOn(`webhook:${id}`)).map(({ kind }) => kind)).toEqual(["webhook.added", "webhook.removed"]);
  });

  it("does not give the new owner a grant that a critical incident ended, when the incident is cleared", async () => {
    const { did } = await imported();
    const system = systemContext(database());
    const severity = "CRITICAL" as const;
    const { id } = await openIncident(system, OpenIncident.parse({ title: "Leak", severity, affected: [did] }));
    expect(await rowOf(did)).toMatchObject({ grantedTier: null });
    const { secret } = await approved(agentForm({ did }));
    await claimToken(visitor(), { secret });
    await strikeAgent(system, { id: String(id), did, note: "Not its fault." });
    expect(await rowOf(did)).toMatchObject({ grantedTier: null });
  });

  it.each([
    ["by an application", { by: "application", revoked: 0 }, null],
    ["by an application, as older acts say it", { application: randomUUID(), revoked: [] }, null],
    ["by a token", { by: "credential" }, "T4"],
    ["by a token, as older acts say it", { credential: randomUUID() }, "T4"],
  ])("a grant that a critical incident ended, after a hand-over %s", async (_how, details, grantedTier) => {
    const { did } = await imported();
    const system = systemContext(database());
    const severity = "CRITICAL" as const;
    const { id } = await openIncident(system, OpenIncident.parse({ title: "Leak", severity, affected: [did] }));
    const act = { kind: "agent.handed_over", actor: "system", subject: did, details };
    await database().transaction((tx) => appendWithin(tx, COUNCIL_LOG, act, new Date()));
    await strikeAgent(system, { id: String(id), did, note: "Not its fault." });
    expect(await rowOf(did)).toMatchObject({ grantedTier });
  });

  it("grants the approved tier to the new owner", async () => {
    const { did } = await imported();
    const { secret } = await approved(agentForm({ did }), "T2");
    await claimToken(visitor(), { secret });
    expect(await rowOf(did)).toMatchObject({ ownerKind: "agent", grantedTier: "T2", trustTier: "T2" });
  });

  it("takes nothing from an agent that operators entered for the applicant since the approval", async () => {
    const did = freshDid();
    const { secret } = await approved(agentForm({ did }));
    await registerAgent(by(ann), { did, trust_tier: "T3" });
    expect(await rowOf(did)).toMatchObject({ ownerKind: "agent", grantedTier: "T3" });
    await claimToken(visitor(), { secret });
    expect(await rowOf(did)).toMatchObject({ ownerKind: "agent", grantedTier: "T3" });
    expect((await actsOn(did)).map(({ kind }) => kind)).not.toContain("agent.handed_over");
  });

  it("may name the method ard, which a new agent may not", async () => {
    const did = `did:ard:default:catalogue:${randomUUID()}`;
    await expect(sent(agentForm({ did }))).rejects.toMatchObject({ kind: "reservedMethod", field: "did" });
    await database().insert(agents).values(agentRow({ did }));
    const { secret } = await approved(agentForm({ did }));
    await claimToken(visitor(), { secret });
    expect(await rowOf(did)).toMatchObject({ ownerKind: "agent" });
  });
});

it("issuing a token for an operators’ DID hands it to the agent, and keeps what the operators granted", async () => {
  const { did } = await imported();
  await issueCredential(by(ann), { kind: "agent", did, label: "" });
  expect(await rowOf(did)).toMatchObject({ ownerKind: "agent", grantedTier: "T4" });
  expect((await actsOn(did)).map(({ kind }) => kind)).toContain("agent.handed_over");
  await expect(sent(agentForm({ did }))).rejects.toMatchObject({ kind: "didTaken" });
});

it("a claim is rejected if the DID has got a token since the approval, and grants nothing", async () => {
  const { did } = await imported();
  const { secret } = await approved(agentForm({ did }), "T3");
  await issueCredential(by(ann), { kind: "agent", did, label: "" });
  await expect(claimToken(visitor(), { secret })).rejects.toMatchObject({ kind: "didTaken" });
  expect(await rowOf(did)).toMatchObject({ ownerKind: "agent", grantedTier: "T4" });
  expect(await getApplicationBySecret(visitor(), { secret })).toMatchObject({ status: "approved" });
});
