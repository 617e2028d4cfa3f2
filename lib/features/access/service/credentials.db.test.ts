import { randomUUID } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { authenticate } from "@/lib/authority/authenticate";
import { type Context, systemContext } from "@/lib/authority/context";
import { hashToken } from "@/lib/authority/tokens";
import { credentials, operators } from "@/lib/database/schema/access";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { testDatabase } from "@/lib/database/testing/test-database";
import { operatorCaller } from "@/lib/features/access/testing/operators";
import type { Caller } from "@/lib/identity/permissions";
import { IssueCredential } from "../schema";
import { issueCredential, revokeCredential, rotateCredential } from "./credentials";
import { listCredentials } from "./find";

const database = testDatabase();
const DAY_SECONDS = 86_400;
const NOON = Date.parse("2030-01-01T12:00:00.000Z");
const OPERATOR: Caller = operatorCaller();

/** An operator's context whose clock is fixed at some seconds after noon. */
function at(seconds = 0, caller: Caller = OPERATOR): Context {
  return { ...systemContext(database()), caller, clock: () => new Date(NOON + seconds * 1_000) };
}
const iso = (seconds: number) => new Date(NOON + seconds * 1_000).toISOString();

let did: string;
beforeEach(() => {
  did = `did:fed:s1:${randomUUID()}`;
});

const issueToAgent = () => issueCredential(at(), { kind: "agent", did, label: "" });
const callerKind = async (token: string, seconds = 0) => (await authenticate(at(seconds), `Bearer ${token}`)).kind;
const acts = (subject: string) => database().select().from(ledgerActs).where(eq(ledgerActs.subject, subject));

describe("issueCredential", () => {
  it.each([
    [{ kind: "agent", did: "did:fed:s1:atlas" }, "fgs_agt_", 90 * DAY_SECONDS],
    [{ kind: "provider", organisation: "Lattice Works" }, "fgs_org_", 365 * DAY_SECONDS],
    [{ kind: "operator" }, "fgs_opr_", null],
    [{ kind: "operator", expires_in_days: 7 }, "fgs_opr_", 7 * DAY_SECONDS],
  ] as const)("issues %j a %s token with its kind's lifetime", async (input, prefix, lifetime) => {
    const issued = await issueCredential(at(), { label: "for the tests", ...input });
    expect(issued).toMatchObject({
      ...{ kind: input.kind, label: "for the tests", revoked_at: null, last_used_at: null, replaced_by: null },
      created_by: "operator:someones",
      created_at: iso(0),
      expires_at: lifetime === null ? null : iso(lifetime),
    });
    expect(issued.token.startsWith(prefix)).toBe(true);
    expect(await callerKind(issued.token)).toBe(input.kind);
  });

  it("stores the token's hash and the token nowhere, the ledger included", async () => {
    const { id, token } = await issueToAgent();
    const rows = await database().select().from(credentials).where(eq(credentials.id, id));
    expect(rows[0]?.tokenHash).toBe(hashToken(token));
    const record = await acts(id);
    expect(record).toMatchObject([{ kind: "credential.issued", details: { credential_kind: "agent", did } }]);
    expect(JSON.stringify([rows, record])).not.toContain(token);
    expect(JSON.stringify(record)).not.toContain(hashToken(token));
  });

  it("asks for the owner that goes with the kind, and for no other", () => {
    const refused = [
      { kind: "agent" },
      { kind: "agent", organisation: "Lattice Works" },
      { kind: "provider" },
      { kind: "provider", did: "did:fed:s1:atlas", organisation: "Lattice Works" },
      { kind: "provider", organisation: "  " },
      { kind: "operator", did: "did:fed:s1:atlas" },
      { kind: "operator", organisation: "Lattice Works" },
      { kind: "system" },
    ];
    for (const input of refused) expect(IssueCredential.safeParse(input).success).toBe(false);
  });

  it("is denied to agents and organisations, whatever their tier", async () => {
    const callers: Caller[] = [
      { kind: "agent", credentialId: randomUUID(), did, tier: "T4" },
      { kind: "provider", credentialId: randomUUID(), organisation: "Lattice Works" },
    ];
    for (const caller of callers) {
      const refused = { kind: "operatorOnly" };
      await expect(issueCredential(at(0, caller), { kind: "operator", label: "" })).rejects.toMatchObject(refused);
      await expect(listCredentials(at(0, caller), { limit: 1, offset: 0 })).rejects.toMatchObject(refused);
      await expect(rotateCredential(at(0, caller), { id: randomUUID() })).rejects.toMatchObject(refused);
      await expect(revokeCredential(at(0, caller), { id: randomUUID() })).rejects.toMatchObject(refused);
    }
  });
});

describe("listCredentials", () => {
  it("lists newest first, in pages, with an exact total and no secret", async () => {
    const older = await issueCredential(at(1_000), { kind: "agent", did, label: "older" });
    const newer = await issueCredential(at(2_000), { kind: "agent", did, label: "newer" });
    const first = await listCredentials(at(), { limit: 1, offset: 0 });
    const second = await listCredentials(at(), { limit: 1, offset: 1 });
    expect([...first.credentials, ...second.credentials].map(({ id }) => id)).toEqual([newer.id, older.id]);
    expect(first.total).toBe(await database().$count(credentials));
    const everything = JSON.stringify(await listCredentials(at(), { limit: 200, offset: 0 }));
    for (const { token } of [older, newer]) {
      expect(everything).not.toContain(token);
      expect(everything).not.toContain(hashToken(token));
    }
  });
});

describe("finding credentials", () => {
  it("goes by kind, by standing and by what they are called, with letters as letters", async () => {
    const name = `50%_${randomUUID()}`;
    const issue = (label: string, days?: number) =>
      issueCredential(at(), {
        kind: "provider",
        organisation: name,
        label,
        ...(days ? { expires_in_days: days } : {}),
      });
    const [works, expiring, rotated, revoked] = [
      await issue("works"),
      await issue("expiring", 5),
      await issue("rotated", 5),
      await issue("revoked"),
    ];
    const successor = await rotateCredential(at(), { id: rotated.id });
    await revokeCredential(at(), { id: revoked.id });
    const found = async (filters: object, seconds = 0) =>
      (await listCredentials(at(seconds), { q: name.toUpperCase(), limit: 50, offset: 0, ...filters })).credentials
        .map(({ id }) => id)
        .sort();
    const ids = (...list: { id: string }[]) => list.map(({ id }) => id).sort();
    expect(await found({})).toEqual(ids(works, expiring, rotated, revoked, successor));
    expect(await found({ state: "working" })).toEqual(ids(works, expiring, rotated, successor));
    expect(await found({ state: "expiring" })).toEqual(ids(expiring));
    expect(await found({ state: "ended" })).toEqual(ids(revoked));
    expect(await found({ state: "ended" }, 5 * DAY_SECONDS)).toEqual(ids(revoked, expiring, rotated));
    expect(await found({ kind: "agent" })).toEqual([]);
    expect(await found({ q: "50x_" })).toEqual([]);
    expect(await found({ q: "\0" })).toEqual([]);
  });
});

describe("rotateCredential", () => {
  it("lets the old token work until the grace period ends, and the new one from the start", async () => {
    const old = await issueToAgent();
    const fresh = await rotateCredential(at(10), { id: old.id, grace_seconds: 60 });
    expect(fresh).toMatchObject({ kind: "agent", did, expires_at: iso(10 + 90 * DAY_SECONDS) });
    expect(await callerKind(fresh.token, 10)).toBe("agent");
    expect(await callerKind(old.token, 69)).toBe("agent");
    expect(await callerKind(old.token, 70)).toBe("anonymous");
    expect(await callerKind(fresh.token, 70)).toBe("agent");
    expect(await acts(fresh.id)).toMatchObject([{ kind: "credential.rotated", details: { replaces: old.id } }]);
  });

  it("ends the old token at once without grace, and gives a day by default", async () => {
    const [now, later] = [await issueToAgent(), await issueToAgent()];
    await rotateCredential(at(), { id: now.id, grace_seconds: 0 });
    expect(await callerKind(now.token)).toBe("anonymous");
    await rotateCredential(at(), { id: later.id });
    expect(await callerKind(later.token, DAY_SECONDS - 1)).toBe("agent");
    expect(await callerKind(later.token, DAY_SECONDS)).toBe("anonymous");
  });

  it("never lengthens a life that was to end sooner", async () => {
    const old = await issueCredential(at(), { kind: "agent", did, label: "", expires_in_days: 1 });
    await rotateCredential(at(), { id: old.id, grace_seconds: 7 * DAY_SECONDS });
    expect(await callerKind(old.token, DAY_SECONDS)).toBe("anonymous");
  });

  it("makes one successor of two concurrent rotations; the other is a conflict", async () => {
    const { id } = await issueToAgent();
    const outcomes = await Promise.allSettled([rotateCredential(at(), { id }), rotateCredential(at(), { id })]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const failure = outcomes.find((outcome) => outcome.status === "rejected");
    expect(failure?.reason).toMatchObject({ kind: "conflict" });
    expect(await database().select().from(credentials).where(eq(credentials.did, did))).toHaveLength(2);
  });

  it("rejects an ended credential, and does not find an unknown one", async () => {
    const { id } = await issueToAgent();
    await revokeCredential(at(), { id });
    await expect(rotateCredential(at(), { id })).rejects.toMatchObject({ kind: "conflict" });
    const expired = await issueToAgent();
    const afterExpiry = at(91 * DAY_SECONDS);
    await expect(rotateCredential(afterExpiry, { id: expired.id })).rejects.toMatchObject({ kind: "conflict" });
    await expect(rotateCredential(at(), { id: randomUUID() })).rejects.toMatchObject({ kind: "notFound" });
    await expect(rotateCredential(at(), { id: "1; drop table" })).rejects.toMatchObject({ kind: "notFound" });
  });
});

describe("revokeCredential", () => {
  it("ends a token at the next request, once, and logs it", async () => {
    const { id, token } = await issueToAgent();
    expect(await callerKind(token)).toBe("agent");
    expect(await revokeCredential(at(5), { id })).toMatchObject({ id, revoked_at: iso(5) });
    expect(await callerKind(token, 5)).toBe("anonymous");
    await expect(revokeCredential(at(6), { id })).rejects.toMatchObject({ kind: "conflict" });
    expect((await acts(id)).map(({ kind }) => kind)).toEqual(["credential.issued", "credential.revoked"]);
  });

  it("ends a rotated token within its grace, and leaves the successor alone", async () => {
    const old = await issueToAgent();
    const fresh = await rotateCredential(at(), { id: old.id });
    await revokeCredential(at(), { id: old.id });
    expect(await callerKind(old.token)).toBe("anonymous");
    expect(await callerKind(fresh.token)).toBe("agent");
  });

  it("does not find an unknown one", async () => {
    await expect(revokeCredential(at(), { id: randomUUID() })).rejects.toMatchObject({ kind: "notFound" });
    await expect(revokeCredential(at(), { id: "\0" })).rejects.toMatchObject({ kind: "notFound" });
  });

  async function ownersLeft() {
    const isOwner = and(eq(operators.role, "owner"), isNull(credentials.revokedAt));
    return database()
      .select({ id: credentials.id })
      .from(credentials)
      .innerJoin(operators, eq(operators.pseudonym, credentials.operator))
      .where(isOwner);
  }

  it("leaves the last owner in place", async () => {
    const last = await issueCredential(at(), { kind: "operator", role: "owner", label: "last" });
    for (const { id } of await ownersLeft()) {
      if (id !== last.id) await revokeCredential(at(), { id });
    }
    await expect(revokeCredential(at(), { id: last.id })).rejects.toMatchObject({ kind: "conflict" });
    expect(await callerKind(last.token)).toBe("operator");
  });

  it("leaves one owner if the last two are revoked concurrently", async () => {
    for (let round = 0; round < 5; round += 1) {
      await issueCredential(at(), { kind: "operator", role: "owner", label: "second" });
      const pair = await ownersLeft();
      expect(pair).toHaveLength(2);
      const outcomes = await Promise.allSettled(pair.map((each) => revokeCredential(at(), each)));
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      expect(await ownersLeft()).toHaveLength(1);
    }
  });

  it("does not count an expired owner as one who is left", async () => {
    const [{ id } = { id: "" }] = await ownersLeft();
    await issueCredential(at(), { kind: "operator", role: "owner", label: "for a day", expires_in_days: 1 });
    await expect(revokeCredential(at(DAY_SECONDS), { id })).rejects.toMatchObject({ kind: "conflict" });
  });
});

it("an operator gets a pseudonym that no other operator has or had", async () => {
  const first = "00000000-0000-0000-0000-000000000001";
  const second = "00000000-0000-0000-0000-000000000002";
  const of = (id: string) => sql`translate(left(md5(${id}::text), 8), '0123456789', 'ghijklmnop')`;
  await database().transaction(async (tx) => {
    await tx
      .insert(operators)
      .values({ pseudonym: of(first), name: "", role: "viewer", createdAt: new Date(), createdBy: "system" });
    // The engine draws the first number, which is taken, and then the second.
    await tx.execute(sql`create schema drawn`);
    await tx.execute(sql`create sequence drawn.numbers`);
    await tx.execute(sql`create function drawn.gen_random_uuid() returns uuid language sql volatile as
      $$ select lpad(nextval('drawn.numbers')::text, 32, '0')::uuid $$`);
    await tx.execute(sql`set local search_path = drawn, pg_catalog, public`);
    const [drawn] = await tx.execute(sql`select fresh_pseudonym() = ${of(second)} as is_second`);
    expect(drawn).toEqual({ is_second: true });
    await tx.execute(sql`set local search_path = default`);
    await tx.execute(sql`drop schema drawn cascade`);
  });
});
