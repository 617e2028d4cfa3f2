import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { hashToken } from "@/lib/authority/tokens";
import { credentials, sessions } from "@/lib/database/schema/access";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { testDatabase } from "@/lib/database/testing/test-database";
import { updateAgent } from "@/lib/features/agents/contract";
import { grantTier } from "@/lib/features/agents/service/grant-tier";
import { setStatus } from "@/lib/features/agents/service/set-status";
import { freshDid, memberFixtures } from "@/lib/features/agents/testing/fixtures";
import { type Sent, send } from "@/lib/testing/routes";
import * as contract from "../contract";
import type { OwnActs, OwnAgents } from "../schema";
import { issueCredential, revokeCredential } from "./credentials";
import { rotateOwnCredential } from "./own-credential";
import { findSession, openSession } from "./sessions";

const database = testDatabase();
const { ctx, registered, tokenOf } = memberFixtures(database);
const DAY = 86_400_000;

async function call(endpoint: Parameters<typeof send>[0], sent: Sent) {
  const response = await send(endpoint, sent);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const me = (token: string) => call(contract.getOwnCredential, { token });
const rotate = (token: string, body: object = {}) => call(contract.rotateOwnCredential, { token, body });
const keyOf = async (organisation: string) => issueCredential(ctx(), { kind: "provider", organisation, label: "note" });
const signedIn = async (token: string) => {
  const { secret } = await openSession(ctx(), "owner", { token });
  const session = await findSession(ctx(), "owner", secret);
  if (!session) throw new Error("no session");
  return { secret, session, find: () => findSession(ctx(), "owner", secret) };
};

describe("GET /api/access/me", () => {
  it("returns the token's owner, expiry and last use, and nothing that operators note", async () => {
    const did = await registered();
    const { body } = await me(await tokenOf(did));
    expect(body).toMatchObject({ kind: "agent", did, organisation: null, revoked_at: null, expiring: false });
    expect(Date.parse(String(body["expires_at"]))).toBeGreaterThan(Date.now() + 89 * DAY);
    expect(Date.parse(String(body["last_used_at"]))).toBeGreaterThan(Date.now() - 60_000);
    for (const name of ["label", "created_by", "token"]) expect(body).not.toHaveProperty(name);
    expect((await call(contract.getOwnCredential, {})).status).toBe(401);
  });

  it.each([
    [14, true],
    [15, false],
  ])("warns of one that ends within %i days: %s", async (days, expiring) => {
    const issued = await issueCredential(ctx(), { kind: "agent", did: freshDid(), label: "", expires_in_days: days });
    expect((await me(issued.token)).body).toMatchObject({ expiring });
  });
});

describe("POST /api/access/rotate", () => {
  it("returns a new token of the same owner and lifetime; the old one works as long as requested, and it is logged", async () => {
    const did = await registered();
    const old = await issueCredential(ctx(), { kind: "agent", did, label: "", expires_in_days: 7 });
    const { status, body } = await rotate(old.token, { grace_seconds: 0 });
    expect(status).toBe(201);
    const token = String(body["token"]);
    expect((await me(old.token)).status).toBe(401);
    const now = (await me(token)).body;
    expect(now).toMatchObject({ kind: "agent", did, id: body["id"] });
    expect(Math.abs(Date.parse(String(now["expires_at"])) - Date.now() - 7 * DAY)).toBeLessThan(60_000);
    const acts = await database()
      .select()
      .from(ledgerActs)
      .where(eq(ledgerActs.subject, String(body["id"])));
    expect(acts).toMatchObject([{ kind: "credential.rotated", actor: did, details: { replaces: old.id } }]);
    expect(JSON.stringify(acts)).not.toContain(token);
  });

  it("keeps the old one for a day by default; it cannot be rotated again", async () => {
    const { token } = await keyOf(`Works ${randomUUID()}`);
    expect((await rotate(token)).status).toBe(201);
    const { body } = await me(token);
    expect(body["replaced_by"]).not.toBeNull();
    expect(Date.parse(String(body["expires_at"]))).toBeLessThan(Date.now() + DAY + 1_000);
    expect(await rotate(token)).toMatchObject({ status: 409 });
  });

  it.each([undefined, "same-key"])(
    "twice at once leaves exactly one new token that works, with the key %s",
    async (key) => {
      const did = await registered();
      const token = await tokenOf(did);
      const body = { grace_seconds: 3_600, ...(key ? { idempotency_key: key } : {}) };
      const both = await Promise.all([rotate(token, body), rotate(token, body)]);
      expect(both.map(({ status }) => status).toSorted()).toEqual(key ? [201, 201] : [201, 409]);
      const issued = both.flatMap((each) => (each.status === 201 ? [String(each.body["token"])] : []));
      const working = await Promise.all(issued.map(async (each) => (await me(each)).status));
      expect(working.filter((status) => status === 200)).toHaveLength(1);
      const rows = await database().select().from(credentials).where(eq(credentials.did, did));
      expect(rows).toHaveLength(2);
    },
  );

  it("moves the session that it came from to the new token, and ends others with the old one", async () => {
    const token = await tokenOf(await registered());
    const [mine, other] = [await signedIn(token), await signedIn(token)];
    const asked = { grace_seconds: 0, credential_id: mine.session.credential_id ?? "" };
    const issued = await rotateOwnCredential({ ...ctx(), caller: mine.session.caller }, asked);
    expect(await mine.find()).toMatchObject({ credential_id: issued.id });
    expect(await other.find()).toBeNull();
    // The same form, sent again, means the credential that is no longer the session's.
    const caller = (await mine.find())?.caller ?? mine.session.caller;
    await expect(rotateOwnCredential({ ...ctx(), caller }, asked)).rejects.toMatchObject({ kind: "conflict" });
    expect(await mine.find()).toMatchObject({ credential_id: issued.id });
  });
});

describe("an owner's session", () => {
  it("is opened by an agent's or an organisation's token, and is no console session", async () => {
    const did = await registered();
    const organisation = `Works ${randomUUID()}`;
    const agent = await signedIn(await tokenOf(did));
    expect(agent.session).toMatchObject({ name: did, caller: { kind: "agent", did, tier: "T1", status: "active" } });
    const provider = await signedIn((await keyOf(organisation)).token);
    expect(provider.session).toMatchObject({ name: organisation, caller: { kind: "provider", organisation } });
    for (const { secret } of [agent, provider]) expect(await findSession(ctx(), "console", secret)).toBeNull();
  });

  it("is not opened by an operator's token, which is shown the way to the console, and the other way round", async () => {
    const operator = await issueCredential(ctx(), { kind: "operator", label: "" });
    const opening = openSession(ctx(), "owner", { token: operator.token });
    await expect(opening).rejects.toMatchObject({
      kind: "unauthenticated",
      message: expect.stringMatching("/console"),
    });
    const agents = openSession(ctx(), "console", { token: await tokenOf(await registered()) });
    await expect(agents).rejects.toMatchObject({ kind: "unauthenticated", message: expect.stringMatching("/owner") });
    const { secret } = await openSession(ctx(), "console", { token: operator.token });
    expect(await findSession(ctx(), "owner", secret)).toBeNull();
  });

  it("ends when its token is revoked, and sees a suspension, both at the next request", async () => {
    const did = await registered();
    const token = await tokenOf(did);
    const { session, find } = await signedIn(token);
    await setStatus(ctx(), { did, status: "suspended", reason: "x" });
    expect((await find())?.caller).toMatchObject({ status: "suspended" });
    await revokeCredential(ctx(), { id: session.credential_id ?? "" });
    expect(await find()).toBeNull();
  });

  it("is in the database as hashes only", async () => {
    const token = await tokenOf(await registered());
    const { secret } = await signedIn(token);
    const stored = JSON.stringify(await database().select().from(sessions));
    expect(stored).toContain(hashToken(secret));
    for (const hidden of [secret, token]) expect(stored).not.toContain(hidden);
  });
});

describe("the lists of an owner", () => {
  const all = async <T extends { next_cursor?: string | undefined }>(
    endpoint: Parameters<typeof send>[0],
    token: string,
  ) => {
    const pages: T[] = [];
    for (let cursor = "start"; cursor !== ""; cursor = pages.at(-1)?.next_cursor ?? "") {
      const { status, body } = await call(endpoint, { token, query: `limit=2&cursor=${encodeURIComponent(cursor)}` });
      expect(status).toBe(200);
      pages.push(body as T);
    }
    return pages;
  };

  it("have an organisation's own agents, page by page, and no others", async () => {
    const organisation = `Works ${randomUUID()}`;
    const own = [];
    for (let n = 0; n < 5; n += 1) own.push(await registered(freshDid(), organisation));
    await registered(freshDid(), "Other Works");
    const pages = await all<OwnAgents>(contract.listOwnAgents, (await keyOf(organisation)).token);
    expect(pages.map(({ agents }) => agents.length)).toEqual([2, 2, 1]);
    expect(pages.flatMap(({ agents }) => agents.map(({ did }) => did))).toEqual(own.toSorted());
    const token = await tokenOf(own[0] ?? "");
    expect((await call(contract.listOwnAgents, { token })).body["agents"]).toMatchObject([{ did: own[0] }]);
  });

  it("have the acts by the owner, about its agents and about its credentials, newest first, and no others", async () => {
    const organisation = `Works ${randomUUID()}`;
    const { token, id } = await keyOf(organisation);
    const [did, stranger] = [await registered(freshDid(), organisation), await registered()];
    await call(updateAgent, { token, params: { did }, body: { role: "tutor" } });
    for (const each of [did, stranger]) await grantTier(ctx(), { did: each, tier: "T2", reason: "secret reason" });
    const pages = await all<OwnActs>(contract.listOwnActs, token);
    const acts = pages.flatMap((page) => page.acts);
    expect(acts.map(({ kind, subject, actor }) => [kind, subject, actor])).toEqual([
      ["tier.granted", did, "system"],
      ["agent.updated", did, "organisation"],
      ["credential.issued", id, "system"],
    ]);
    expect(JSON.stringify(acts)).not.toContain("secret reason");
    expect(JSON.stringify(acts)).not.toContain("note");
  });
});
