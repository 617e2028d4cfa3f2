import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { POST as issueRoute } from "@/app/api/access/credentials/route";
import { POST as joinRoute } from "@/app/api/agent/join/route";
import { POST as registerRoute } from "@/app/api/agent/register/route";
import { POST as auditRoute } from "@/app/api/council/audit/route";
import { POST as anchorRoute } from "@/app/api/memory/anchor/route";
import { GET as inboxRoute } from "@/app/api/relay/inbox/route";
import { agents } from "@/lib/database/schema/agents";
import { claimToken } from "@/lib/features/access/applications/service/claim";
import { ann, applicationFixtures } from "@/lib/features/access/applications/testing/fixtures";
import { agentForm } from "@/lib/features/access/applications/testing/form";
import { issueCredential, revokeCredential } from "@/lib/features/access/service/credentials";
import { COUNCIL_DID } from "@/lib/identity/did";
import { post } from "@/lib/testing/call";
import { importAgent, planImport } from "./import";
import { joinAgent } from "./join";
import { registerAgent } from "./register";

const { database, by, visitor, approved } = applicationFixtures();
const freshDid = (method = "fed") => `did:${method}:s1:${randomUUID()}`;
const rowOf = async (did: string) => (await database().select().from(agents).where(eq(agents.did, did)))[0];
const keyOf = async (organisation: string) =>
  (await issueCredential(by(ann), { kind: "provider", organisation, label: "" })).token;
const tokenOf = async (did: string) => (await issueCredential(by(ann), { kind: "agent", did, label: "" })).token;
const operatorToken = async () => (await issueCredential(by(ann), { kind: "operator", label: "" })).token;
const TAKEN = { status: 409, body: { error: "DID taken", code: "DID_CONFLICT" } };

describe("a reserved DID", () => {
  it("is not taken by an organisation's token between the approval and the claim, nor is its tier", async () => {
    const { did, secret } = await approved(agentForm(), "T4");
    const key = await keyOf(`One ${randomUUID()}`);
    for (const route of [joinRoute, registerRoute])
      expect(await post(route, { did }, { token: key })).toMatchObject(TAKEN);
    const { token } = await claimToken(visitor(), { secret });
    expect(await rowOf(did)).toMatchObject({ ownerKind: "agent", organisation: null, trustTier: "T4" });
    const audit = { did: "did:demo:s0:anyone", auditor: did, verdict: "pass" };
    for (const answer of [
      await post(registerRoute, { did }, { token: key }),
      await post(auditRoute, audit, { token: key }),
      await post(anchorRoute, { did, payload: {} }, { token: key }),
    ]) {
      expect([403, 409]).toContain(answer.status);
    }
    expect((await post(registerRoute, { did }, { token })).status).toBe(201);
  });

  it("is not taken by an organisation's token before the agent with a token joins, nor is its inbox read", async () => {
    const did = freshDid();
    const token = await tokenOf(did);
    const key = await keyOf(`One ${randomUUID()}`);
    for (const route of [joinRoute, registerRoute])
      expect(await post(route, { did }, { token: key })).toMatchObject(TAKEN);
    expect((await post(registerRoute, { did }, { token })).status).toBe(201);
    const headers = { authorization: `Bearer ${key}` };
    const inbox = new Request(`http://localhost/?${new URLSearchParams({ did })}`, { headers });
    expect((await inboxRoute(inbox, { params: Promise.resolve({}) })).status).toBe(403);
    expect(await rowOf(did)).toMatchObject({ ownerKind: "agent", organisation: null });
  });

  it("is free again once the token is revoked", async () => {
    const did = freshDid();
    const { id } = await issueCredential(by(ann), { kind: "agent", did, label: "" });
    await revokeCredential(by(ann), { id });
    expect((await post(joinRoute, { did }, { token: await keyOf("Later") })).status).toBe(201);
  });

  it("does not stop an operator, and the record belongs to the holder of the reservation", async () => {
    const { did: applied } = await approved();
    const withToken = freshDid();
    await tokenOf(withToken);
    const free = freshDid();
    for (const did of [applied, withToken, free]) {
      expect((await post(registerRoute, { did }, { token: await operatorToken() })).status).toBe(201);
    }
    const owners = await Promise.all([applied, withToken, free].map(rowOf));
    expect(owners.map((row) => row?.ownerKind)).toEqual(["agent", "agent", "operator"]);
    expect(await post(registerRoute, { did: free }, { token: await keyOf("Late") })).toMatchObject(TAKEN);
  });
});

describe("an organisation's DID", () => {
  const issue = async (did: string, more: object) =>
    post(issueRoute, { kind: "agent", did, ...more }, { token: await operatorToken() });

  it("gets a token for its agent only if the organisation is named; case is ignored", async () => {
    const organisation = `Guild ${randomUUID()}`;
    const did = freshDid();
    await post(joinRoute, { did }, { token: await keyOf(organisation) });
    expect(await issue(did, {})).toMatchObject(TAKEN);
    expect(await issue(did, { organisation: "Other" })).toMatchObject(TAKEN);
    expect(await issue(freshDid(), { organisation })).toMatchObject(TAKEN);
    const { status, body } = await issue(did, { organisation: organisation.toUpperCase() });
    expect(status).toBe(201);
    const shared = await post(registerRoute, { did }, { token: String(body["token"]) });
    expect(shared.status).toBe(201);
    expect(await rowOf(did)).toMatchObject({ ownerKind: "organisation", organisation });
  });

  it("is registered by another key of the same organisation, however it is written", async () => {
    const organisation = `Guild ${randomUUID()}`;
    const did = freshDid();
    await post(joinRoute, { did }, { token: await keyOf(organisation) });
    const other = await keyOf(organisation.toUpperCase());
    expect((await post(registerRoute, { did }, { token: other })).status).toBe(201);
  });
});

it("a token that is revoked while its request waits stores nothing", async () => {
  const did = freshDid();
  const { id } = await issueCredential(by(ann), { kind: "agent", did, label: "" });
  await revokeCredential(by(ann), { id });
  const late = by({ kind: "agent", credentialId: id, did, tier: null });
  for (const verb of [joinAgent, registerAgent]) {
    await expect(verb(late, { did })).rejects.toMatchObject({ kind: "unauthenticated" });
  }
  expect(await rowOf(did)).toBeUndefined();
});

it("nobody takes the DID in whose name the service writes", async () => {
  const refused = { kind: "reservedMethod" };
  for (const verb of [joinAgent, registerAgent]) {
    await expect(verb(by(ann), { did: COUNCIL_DID })).rejects.toMatchObject(refused);
  }
  const asked = { kind: "agent", did: COUNCIL_DID, label: "" } as const;
  await expect(issueCredential(by(ann), asked)).rejects.toMatchObject(refused);
});

describe.each(["guest", "ard"])("the method %s is reserved", (method) => {
  const INVALID = { status: 400, body: { error: "Invalid did", code: "INVALID_DID" } };

  it("for join, register and credentials, for every caller", async () => {
    const did = freshDid(method);
    const token = await operatorToken();
    for (const route of [joinRoute, registerRoute]) {
      expect(await post(route, { did }, { token })).toMatchObject(INVALID);
      expect(await post(route, { did }, { token: await keyOf("Guild") })).toMatchObject(INVALID);
    }
    expect(await post(issueRoute, { kind: "agent", did }, { token })).toMatchObject(INVALID);
    expect(await rowOf(did)).toBeUndefined();
  });

  it("for the import of files, tried or not", async () => {
    const did = freshDid(method);
    const SOURCE = { kind: "a2a-card", bytes: Buffer.from("{}") } as const;
    for (const verb of [planImport, importAgent]) {
      await expect(verb(by(ann), { did }, SOURCE)).rejects.toMatchObject({ kind: "reservedMethod" });
    }
  });
});
