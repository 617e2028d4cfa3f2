import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { POST } from "@/app/api/agent/[did]/status/route";
import { POST as joinRoute } from "@/app/api/agent/join/route";
import { POST as registerRoute } from "@/app/api/agent/register/route";
import { systemContext } from "@/lib/authority/context";
import { ensureSigningKey } from "@/lib/authority/keys";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { testDatabase } from "@/lib/database/testing/test-database";
import type { IssuedCredential } from "@/lib/features/access/schema";
import { issueCredential } from "@/lib/features/access/service/credentials";
import { routeIntent } from "@/lib/features/relay/service/route";
import { listTrustHistory } from "@/lib/features/trust/service/history";
import { verifyTrust } from "@/lib/features/trust/service/statements";
import { getEmbedder } from "@/lib/search/service/get-embedder";
import { ensureVectorStore } from "@/lib/search/service/store";
import { post } from "@/lib/testing/call";
import { grantTier } from "./grant-tier";
import { joinAgent } from "./join";
import { getAgent } from "./read";
import { registerAgent } from "./register";

const database = testDatabase();
const ctx = () => systemContext(database());
const ASKER = "did:fed:s1:asker";
let operator: IssuedCredential;
beforeAll(async () => {
  await ensureVectorStore(ctx(), getEmbedder());
  await ensureSigningKey(database(), undefined, new Date());
  operator = await issueCredential(ctx(), { kind: "operator", label: "" });
  await registerAgent(ctx(), { did: ASKER });
});

const change = (did: string, status: string, token = operator.token) =>
  post(POST, { status, reason: "Looked into." }, { token, params: { did } });
const actsOn = (did: string) =>
  database().select().from(ledgerActs).where(eq(ledgerActs.subject, did)).orderBy(ledgerActs.seq);

describe("POST /api/agent/{did}/status", () => {
  it("a suspended agent is neither routed to nor verified, whatever its tier; after reinstatement, it is both again", async () => {
    const did = "did:fed:s1:ferry";
    await registerAgent(ctx(), { did, capabilities: ["timetable"], skills: ["timetable of ferries"] });
    const target = async () =>
      (
        await routeIntent(
          ctx(),
          { src_did: ASKER, intent: "timetable of ferries", trace_id: undefined, limit: undefined },
          null,
        )
      ).target?.did;
    const verified = async () => (await verifyTrust(ctx(), { did })).verified;
    expect([await target(), await verified()]).toEqual([did, true]);
    const { body } = await change(did, "suspended");
    expect(body).toMatchObject({ did, status: "suspended", trust_tier: "T1", suspension: { reason: "Looked into." } });
    expect([await target(), await verified()]).toEqual([undefined, false]);
    // A new registration does not lift it.
    await registerAgent(ctx(), { did, skills: ["timetable of ferries"] });
    const profile = await getAgent(ctx(), { did });
    expect(profile.status).toBe("suspended");
    expect(profile.suspension).toEqual(body["suspension"]);
    const reinstated = await change(did, "active");
    expect(reinstated.body).toMatchObject({ status: "active" });
    expect(reinstated.body).not.toHaveProperty("suspension");
    expect([await target(), await verified()]).toEqual([did, true]);
    const actor = `operator:${operator.operator}`;
    expect(await actsOn(did)).toMatchObject([
      { kind: "agent.suspended", actor, details: { reason: "Looked into." } },
      { kind: "agent.reinstated", actor, details: { reason: "Looked into." } },
    ]);
  });

  it("its history shows each suspension and its end, with the act, though score and tier stay", async () => {
    const did = "did:fed:s1:twice-out";
    await registerAgent(ctx(), { did });
    for (const status of ["suspended", "active", "suspended"]) await change(did, status);
    const [third, second, first, before] = (await listTrustHistory(ctx(), { did, limit: 10, offset: 0 })).changes;
    const acts = await actsOn(did);
    const kinds = ["suspended", "reinstated", "suspended"];
    expect([first, second, third].map((change) => change?.reason)).toEqual(
      kinds.map((kind, at) => ({ kind, seq: acts[at]?.seq })),
    );
    expect(third).toMatchObject({ trust_score: before?.trust_score, trust_tier: before?.trust_tier });
    const { suspension } = await getAgent(ctx(), { did });
    expect(suspension).toEqual({ since: third?.at, reason: "Looked into.", seq: acts[2]?.seq });
    // Later changes of a suspended agent do not show its suspension again.
    await registerAgent(ctx(), { did, role: "r", model: "m" });
    expect((await listTrustHistory(ctx(), { did, limit: 1, offset: 0 })).changes[0]?.reason.kind).toBe("registered");
    expect((await grantTier(ctx(), { did, tier: "T2", reason: "Known." })).suspension).toEqual(suspension);
  });

  it("if two operators suspend it concurrently, one succeeds, and the other gets an error", async () => {
    const did = "did:fed:s1:twice";
    await registerAgent(ctx(), { did });
    const answers = await Promise.all([change(did, "suspended"), change(did, "suspended")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await actsOn(did)).toHaveLength(1);
  });

  it("only an active agent can be suspended, and only a suspended one reinstated", async () => {
    const joined = "did:fed:s1:only-joined";
    await joinAgent(ctx(), { did: joined });
    for (const status of ["suspended", "active"]) expect((await change(joined, status)).status).toBe(409);
    expect((await change(ASKER, "active")).status).toBe(409);
    expect((await change(ASKER, "expelled")).status).toBe(400);
    expect((await change("did:fed:s1:nobody", "suspended")).status).toBe(404);
    expect(await actsOn(ASKER)).toHaveLength(0);
  });

  it("is an operator's alone", async () => {
    const { token } = await issueCredential(ctx(), { kind: "agent", did: ASKER, label: "" });
    expect((await change(ASKER, "suspended", token)).status).toBe(403);
    expect((await getAgent(ctx(), { did: ASKER })).status).toBe("active");
  });
});

describe("an organisation whose only agent is suspended", () => {
  const REFUSED = { status: 403, body: { error: "Agent suspended", code: "SUSPENDED" } };
  const ofGuild = async (organisation: string) => {
    const { token } = await issueCredential(ctx(), { kind: "provider", organisation, label: "" });
    const dids = ["first", "joined", "other"].map((name) => `did:fed:s1:${organisation}-${name}`);
    const [first = "", joined = "", other = ""] = dids;
    expect((await post(registerRoute, { did: first }, { token })).status).toBe(201);
    expect((await post(joinRoute, { did: joined }, { token })).status).toBe(201);
    expect((await change(first, "suspended")).status).toBe(200);
    return { token, first, joined, other };
  };

  it("does not replace it: it neither joins nor registers another, and completes none that has only joined", async () => {
    const { token, first, joined, other } = await ofGuild("guild-one");
    expect(await post(joinRoute, { did: other }, { token })).toMatchObject(REFUSED);
    for (const did of [other, joined]) expect(await post(registerRoute, { did }, { token })).toMatchObject(REFUSED);
    await expect(getAgent(ctx(), { did: other })).rejects.toMatchObject({ kind: "notFound" });
    expect(await getAgent(ctx(), { did: joined })).toMatchObject({ status: "unverified", trust_tier: "T0" });
    expect((await change(first, "active")).status).toBe(200);
    expect(await post(registerRoute, { did: other }, { token })).toMatchObject({ status: 201 });
  });

  it("adds agents while another of its agents is active, which operators can suspend too", async () => {
    const { token, joined, other } = await ofGuild("guild-two");
    await registerAgent(ctx(), { did: joined });
    expect((await post(registerRoute, { did: other }, { token })).status).toBe(201);
    for (const did of [joined, other]) expect((await change(did, "suspended")).status).toBe(200);
    expect(await post(registerRoute, { did: `${other}-2` }, { token })).toMatchObject(REFUSED);
  });
});
