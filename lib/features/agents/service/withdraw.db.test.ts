import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { ensureSigningKey } from "@/lib/authority/keys";
import { testDatabase } from "@/lib/database/testing/test-database";
import { issueCredential } from "@/lib/features/access/service/credentials";
import * as directory from "@/lib/features/directory/contract";
import { countAgentsByZone } from "@/lib/features/directory/service/count-by-zone";
import { listBestAgents } from "@/lib/features/directory/service/list";
import { verifyTrust } from "@/lib/features/trust/contract";
import { send } from "@/lib/testing/routes";
import * as contract from "../contract";
import { freshDid, memberFixtures } from "../testing/fixtures";
import { joinAgent } from "./join";

const database = testDatabase();
const { ctx, registered, tokenOf, operatorToken, actsOn } = memberFixtures(database);
beforeAll(() => ensureSigningKey(database(), undefined, new Date()));

async function call(endpoint: Parameters<typeof send>[0], sent: Parameters<typeof send>[1] = {}) {
  const response = await send(endpoint, sent);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const withdraw = (did: string, token: string, body: object = {}) =>
  call(contract.withdrawAgent, { params: { did }, token, body });
const profileOf = async (did: string) => (await call(contract.getAgent, { params: { did } })).body;

describe("POST /api/agent/{did}/withdraw", () => {
  it("keeps the agent's address, which says since when and why; it comes back as it was, and both are acts", async () => {
    const did = await registered();
    const token = await tokenOf(did);
    const { trust_score, trust_tier, revision } = await profileOf(did);
    const { status, body } = await withdraw(did, token, { reason: "Moved <away>." });
    expect([status, body]).toMatchObject([200, { status: "withdrawn", trust_score, trust_tier }]);
    expect(body["revision"]).toBe(Number(revision) + 1);
    const gone = await call(contract.getAgent, { params: { did } });
    expect(gone).toMatchObject({ status: 200, body: { withdrawal: { reason: "Moved <away>." } } });
    expect(gone.body).toEqual(body);
    const back = await withdraw(did, token, { withdrawn: false });
    expect(back.body).toMatchObject({ status: "active", trust_score, trust_tier, revision: Number(revision) + 2 });
    expect(back.body).not.toHaveProperty("withdrawal");
    expect((await actsOn(did)).slice(1)).toEqual(["agent.withdrawn", "agent.returned"]);
  });

  it("removes it from every list that does not ask for it, and from their counts", async () => {
    const name = `leaving-${randomUUID()}`;
    const did = await registered(`did:fed:gone:${name}`);
    const listed = async (query: string) => {
      const { body } = await call(directory.listDirectory, { query });
      const found = (body["agents"] as { did: string }[]).some((agent) => agent.did === did);
      return { found, total: Number(body["total"]) };
    };
    const seen = async () => ({
      byName: await listed(`q=${name}`),
      byZone: await listed("zone=gone"),
      byStatus: await listed("status=withdrawn"),
      everyone: Number((await call(directory.listFacets)).body["everyone"]),
      zoneTotal: Object.values((await countAgentsByZone(ctx())).everyone).reduce((sum, n) => sum + n, 0),
      best: (await listBestAgents(ctx(), { limit: 1_000 })).includes(did),
      ranked: (await call(directory.rankAgents, { query: "limit=200" })).body["total"],
      words: Number((await call(directory.searchAgents, { query: `q=${name}` })).body["total"]),
    });
    const before = await seen();
    await withdraw(did, await operatorToken());
    expect(await seen()).toEqual({
      byName: { found: false, total: 0 },
      byZone: { found: false, total: 0 },
      byStatus: { found: true, total: before.byStatus.total + 1 },
      everyone: before.everyone - 1,
      zoneTotal: before.zoneTotal - 1,
      best: false,
      ranked: Number(before.ranked) - 1,
      words: 0,
    });
    expect(before).toMatchObject({
      byName: { found: true, total: 1 },
      byStatus: { found: false },
      best: true,
      words: 1,
    });
    const asked = await listed(`status=Withdrawn&q=${name}`);
    expect(asked).toEqual({ found: true, total: 1 });
    const { status: statuses } = (await call(directory.listFacets)).body;
    expect(statuses).toContainEqual({ value: "withdrawn", agents: before.byStatus.total + 1 });
    const found = (await call(directory.searchAgents, { query: `q=${name}&status=withdrawn` })).body;
    expect(found).toMatchObject({ total: 0, agents: [] });
  });

  it("leaves it unverified to those who ask for its trust", async () => {
    const did = await registered();
    const token = await operatorToken();
    const verified = async () => (await call(verifyTrust, { token, body: { did } })).body["verified"];
    expect(await verified()).toBe(true);
    await withdraw(did, token);
    expect(await verified()).toBe(false);
  });

  it("is the owner's: not another agent's, not another organisation's", async () => {
    const did = await registered(freshDid(), "Own Works");
    const keyOf = async (organisation: string) =>
      (await issueCredential(ctx(), { kind: "provider", organisation, label: "" })).token;
    for (const token of [await tokenOf(await registered()), await keyOf("Other Works")]) {
      expect(await withdraw(did, token)).toMatchObject({ status: 403, body: { code: "DID_MISMATCH" } });
    }
    expect(await profileOf(did)).toMatchObject({ status: "active" });
    expect((await withdraw(did, await keyOf("Own Works"))).status).toBe(200);
    expect((await call(contract.withdrawAgent, { params: { did }, body: {} })).status).toBe(401);
  });

  it("is done once: of two concurrent calls one is 409, and so is a call for an agent in another status", async () => {
    const did = await registered();
    const token = await tokenOf(did);
    const both = await Promise.all([withdraw(did, token), withdraw(did, token)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await actsOn(did)).slice(1)).toEqual(["agent.withdrawn"]);
    await withdraw(did, token, { withdrawn: false });
    expect(await withdraw(did, token, { withdrawn: false })).toMatchObject({ status: 409 });
    const joined = freshDid();
    await joinAgent(ctx(), { did: joined });
    expect(await withdraw(joined, await tokenOf(joined))).toMatchObject({ status: 409 });
    expect((await withdraw(freshDid(), await operatorToken())).status).toBe(404);
  });

  it("outlasts a suspension, which also keeps it from coming back, and a registration by an operator", async () => {
    const did = await registered();
    const token = await tokenOf(did);
    const operator = await operatorToken();
    const set = (status: string) =>
      call(contract.setStatus, { params: { did }, token: operator, body: { status, reason: "x" } });
    await withdraw(did, token, { reason: "Away." });
    expect((await set("suspended")).body).toMatchObject({ status: "suspended", withdrawal: { reason: "Away." } });
    expect(await withdraw(did, token, { withdrawn: false })).toMatchObject({
      status: 403,
      body: { code: "SUSPENDED" },
    });
    expect((await set("active")).body).toMatchObject({ status: "withdrawn" });
    await registered(did);
    expect(await profileOf(did)).toMatchObject({ status: "withdrawn" });
    expect(await withdraw(did, token, { withdrawn: false })).toMatchObject({ status: 200, body: { status: "active" } });
  });
});
