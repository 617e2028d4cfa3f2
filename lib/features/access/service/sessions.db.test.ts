import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { type Context, systemContext } from "@/lib/authority/context";
import { hashToken, makeSessionSecret, makeToken } from "@/lib/authority/tokens";
import { credentials, sessions } from "@/lib/database/schema/access";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { testDatabase } from "@/lib/database/testing/test-database";
import { operatorCaller } from "@/lib/features/access/testing/operators";
import type { Caller } from "@/lib/identity/permissions";
import { issueCredential, revokeCredential, rotateCredential } from "./credentials";
import { closeSession, endSession, findSession, listSessions, openSession } from "./sessions";

const database = testDatabase();
const NOON = Date.parse("2030-01-01T12:00:00.000Z");
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const OPERATOR: Caller = operatorCaller();

/** A context whose clock is fixed at some seconds after noon. */
function at(seconds = 0, caller: Caller = OPERATOR): Context {
  return { ...systemContext(database()), caller, clock: () => new Date(NOON + seconds * 1_000) };
}

let issued: Awaited<ReturnType<typeof issueCredential>>;
let secret: string;
beforeEach(async () => {
  // Another operator, so that this one may be revoked.
  await issueCredential(at(), { kind: "operator", role: "owner", label: "stays" });
  issued = await issueCredential(at(), { kind: "operator", label: "Ada" });
  ({ secret } = await openSession(at(), "console", { token: issued.token }));
});
const isOpen = async (seconds: number) => (await findSession(at(seconds), "console", secret)) !== null;
const row = async () =>
  (
    await database()
      .select()
      .from(sessions)
      .where(eq(sessions.secretHash, hashToken(secret)))
  )[0];

describe("a console session", () => {
  it("belongs to the operator whose token opened it", async () => {
    expect(await findSession(at(1), "console", secret)).toMatchObject({
      name: "Ada",
      credential_id: issued.id,
      operator: issued.operator,
      caller: { kind: "operator", credentialId: issued.id, operator: issued.operator, role: "operator" },
    });
  });

  it("is stored as a hash: neither cookie nor token is in the database", async () => {
    const stored = JSON.stringify(await database().select().from(sessions));
    expect(stored).toContain(hashToken(secret));
    for (const hidden of [secret, issued.token]) expect(stored).not.toContain(hidden);
  });

  it("ends after 30 minutes without a request, and not before", async () => {
    expect(await isOpen(30 * MINUTE - 1)).toBe(true);
    expect(await isOpen(60 * MINUTE - 2)).toBe(true);
    expect(await isOpen(90 * MINUTE)).toBe(false);
  });

  it("ends after 30 minutes although an open page reads its list again by itself", async () => {
    expect(await findSession(at(30 * MINUTE - 1), "console", secret, false)).not.toBeNull();
    expect(await isOpen(30 * MINUTE + 1)).toBe(false);
  });

  it("ends after 12 hours however busy it is", async () => {
    for (let seconds = 0; seconds < 12 * HOUR; seconds += 20 * MINUTE) expect(await isOpen(seconds)).toBe(true);
    expect(await isOpen(12 * HOUR)).toBe(false);
  });

  it("notes that it was seen once a minute, and its credential with it", async () => {
    await isOpen(MINUTE - 1);
    expect((await row())?.lastSeenAt).toEqual(new Date(NOON));
    await isOpen(MINUTE + 1);
    expect((await row())?.lastSeenAt).toEqual(new Date(NOON + (MINUTE + 1) * 1_000));
    const [used] = await database().select().from(credentials).where(eq(credentials.id, issued.id));
    expect(used?.lastUsedAt).toEqual(new Date(NOON + (MINUTE + 1) * 1_000));
  });

  it("ends when its credential is revoked, at the next request", async () => {
    await revokeCredential(at(1), { id: issued.id });
    expect(await isOpen(2)).toBe(false);
  });

  it("ends when its credential expires, or its grace after a rotation is over", async () => {
    await rotateCredential(at(1), { id: issued.id, grace_seconds: 60 });
    expect(await isOpen(60)).toBe(true);
    expect(await isOpen(61)).toBe(false);
  });

  it("ends when another token takes its token's place, as a changed OPERATOR_TOKEN does", async () => {
    await database()
      .update(credentials)
      .set({ tokenHash: hashToken(makeToken("operator")) })
      .where(eq(credentials.id, issued.id));
    expect(await isOpen(1)).toBe(false);
  });

  it("is not opened by its cookie again after signing out", async () => {
    await closeSession(at(1), secret);
    expect(await isOpen(2)).toBe(false);
  });

  it.each([
    ["none", undefined],
    ["empty", ""],
    ["another session's length", makeSessionSecret().slice(1)],
    ["well-formed", makeSessionSecret()],
    ["a token", makeToken("operator")],
    ["a hash", hashToken("x")],
    ["SQL", "' or 1=1 --"],
    ["NUL", "\0".repeat(43)],
  ])("is not opened by a forged cookie: %s", async (_, forged) => {
    expect(await findSession(at(1), "console", forged)).toBeNull();
    await closeSession(at(1), forged);
    expect(await isOpen(2)).toBe(true);
  });

  it("is opened by an operator's token only", async () => {
    const { token: agents } = await issueCredential(at(), {
      kind: "agent",
      did: `did:fed:s1:${randomUUID()}`,
      label: "",
    });
    const revoked = await issueCredential(at(), { kind: "operator", label: "gone" });
    await revokeCredential(at(), { id: revoked.id });
    for (const token of [agents, revoked.token, makeToken("operator"), "", "x y", "fgs_opr_"]) {
      await expect(openSession(at(1), "console", { token })).rejects.toMatchObject({ kind: "unauthenticated" });
    }
  });

  it("that is too old leaves no row behind once somebody signs in", async () => {
    const { id } = await issueCredential(at(), { kind: "operator", label: "later" });
    const later = await rotateCredential(at(13 * HOUR), { id });
    // By the database's clock.
    await database().execute(sql`update sessions set created_at = now() - interval '13 hours'`);
    await openSession(at(13 * HOUR), "console", { token: later.token });
    expect(await row()).toBeUndefined();
  });
});

describe("the sessions that operators see", () => {
  it("are the open ones, and one can be ended once, with a log entry", async () => {
    const mine = (await findSession(at(1), "console", secret))?.id ?? "";
    expect((await listSessions(at(1))).map(({ id }) => id)).toContain(mine);
    const ends = await Promise.allSettled([endSession(at(2), { id: mine }), endSession(at(2), { id: mine })]);
    expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await isOpen(3)).toBe(false);
    expect((await listSessions(at(3))).map(({ id }) => id)).not.toContain(mine);
    const acts = await database().select().from(ledgerActs).where(eq(ledgerActs.subject, issued.id));
    expect(acts.filter(({ kind }) => kind === "operator.session_ended")).toMatchObject([{ details: {} }]);
  });

  it("are visible to operators only", async () => {
    const agent: Caller = { kind: "agent", credentialId: randomUUID(), did: "did:fed:s1:a", tier: "T4" };
    await expect(listSessions(at(1, agent))).rejects.toMatchObject({ kind: "operatorOnly" });
    await expect(endSession(at(1, agent), { id: randomUUID() })).rejects.toMatchObject({ kind: "operatorOnly" });
    await expect(listSessions(at(1, { kind: "anonymous" }))).rejects.toMatchObject({ kind: "unauthenticated" });
  });
});
