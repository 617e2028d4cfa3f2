import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { authenticate } from "@/lib/authority/authenticate";
import { type Context, systemContext } from "@/lib/authority/context";
import { hashToken } from "@/lib/authority/tokens";
import { storedNames } from "@/lib/database/public-actor";
import { credentials, operators } from "@/lib/database/schema/access";
import { audits } from "@/lib/database/schema/council";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { testDatabase } from "@/lib/database/testing/test-database";
import { registerAgent } from "@/lib/features/agents/service/register";
import { setStatus } from "@/lib/features/agents/service/set-status";
import { freshDid } from "@/lib/features/agents/testing/fixtures";
import { RecordAudit } from "@/lib/features/council/schema";
import { recordAudit } from "@/lib/features/council/service/audit";
import { mayReceive } from "@/lib/features/events/webhooks/service/may-receive";
import { actorName } from "@/lib/identity/permissions";
import type { Role } from "@/lib/identity/roles";
import type { IssuedCredential } from "../schema";
import { issueCredential, revokeCredential, rotateCredential } from "./credentials";
import { changeOperator, endOperator, listOperators, nameOperators } from "./operators";
import { findSession, openSession } from "./sessions";

const database = testDatabase();
const system = (): Context => systemContext(database());
const callerOf = async ({ token }: { token: string }) => authenticate(system(), `Bearer ${token}`);
const by = async (issued: IssuedCredential): Promise<Context> => ({ ...system(), caller: await callerOf(issued) });
const invited = (role: Role, label = "") => issueCredential(system(), { kind: "operator", role, label });
const accountOf = ({ operator }: IssuedCredential) => operator ?? "";

let owner: IssuedCredential;
beforeAll(async () => {
  owner = await invited("owner", "Ada Example");
});

describe("an operator's role", () => {
  it("is at most that of the operator and that of the token, and counts from the next request on", async () => {
    const person = await invited("operator");
    const narrow = await issueCredential(await by(owner), {
      ...{ kind: "operator", operator: accountOf(person), role: "viewer", label: "a script" },
    });
    const wide = await issueCredential(await by(owner), {
      ...{ kind: "operator", operator: accountOf(person), role: "owner", label: "" },
    });
    const { secret } = await openSession(system(), "console", { token: person.token });
    const roles = async () =>
      Promise.all([person, narrow, wide].map(async (issued) => Object(await callerOf(issued)).role));
    expect(await roles()).toEqual(["operator", "viewer", "operator"]);
    await changeOperator(await by(owner), { operator: accountOf(person), role: "reviewer" });
    expect(await roles()).toEqual(["reviewer", "viewer", "reviewer"]);
    expect((await findSession(system(), "console", secret))?.caller).toMatchObject({ role: "reviewer" });
    const [act] = await database()
      .select()
      .from(ledgerActs)
      .where(eq(ledgerActs.subject, `operator:${person.operator}`));
    expect(act).toMatchObject({
      kind: "operator.role_changed",
      actor: `operator:${owner.operator}`,
      details: { from: "operator", to: "reviewer" },
    });
  });

  it("decides about other operators' tokens: only an owner issues, rotates or revokes them", async () => {
    const person = await invited("operator");
    const other = await invited("operator");
    const refused = { kind: "operatorOnly" };
    const ctx = await by(person);
    await expect(issueCredential(ctx, { kind: "operator", label: "" })).rejects.toMatchObject(refused);
    await expect(rotateCredential(ctx, { id: other.id })).rejects.toMatchObject(refused);
    await expect(revokeCredential(ctx, { id: other.id })).rejects.toMatchObject(refused);
    await expect(endOperator(ctx, { operator: accountOf(other) })).rejects.toMatchObject(refused);
    await expect(changeOperator(ctx, { operator: accountOf(person), role: "owner" })).rejects.toMatchObject(refused);
    const own = await rotateCredential(ctx, { id: person.id, grace_seconds: 0 });
    expect(own).toMatchObject({ operator: person.operator });
  });
});

describe("removing an operator", () => {
  it("ends every token and session, keeps the account for its acts, and cannot be repeated", async () => {
    const person = await invited("operator", "Ben");
    const second = await issueCredential(await by(owner), {
      ...{ kind: "operator", operator: accountOf(person), label: "laptop" },
    });
    const { secret } = await openSession(system(), "console", { token: second.token });
    const removed = await endOperator(await by(owner), { operator: accountOf(person) });
    expect(removed).toMatchObject({ name: "Ben", tokens: 0, ended_at: expect.any(String) });
    for (const issued of [person, second]) expect(await callerOf(issued)).toEqual({ kind: "anonymous" });
    expect(await findSession(system(), "console", secret)).toBeNull();
    await expect(endOperator(await by(owner), { operator: accountOf(person) })).rejects.toMatchObject({
      kind: "conflict",
    });
    const again = { kind: "operator", operator: accountOf(person), label: "" } as const;
    await expect(issueCredential(await by(owner), again)).rejects.toMatchObject({ kind: "conflict" });
    expect((await listOperators(await by(owner))).operators.at(-1)).toMatchObject({ operator: person.operator });
    const named = await nameOperators(await by(owner), [`operator:${person.operator}`, `operator:${second.id}`]);
    expect(named).toEqual({
      [`operator:${person.operator}`]: "Ben",
      [`operator:${person.id}`]: "Ben",
      [`operator:${second.id}`]: "Ben",
    });
  });

  it("finds no operator by a text that is no pseudonym", async () => {
    for (const operator of ["nobodyis", "\0", "%"]) {
      await expect(endOperator(await by(owner), { operator })).rejects.toMatchObject({ kind: "notFound" });
    }
  });

  it("leaves one owner, however two try at once", async () => {
    for (let round = 0; round < 5; round += 1) {
      const other = await invited("owner");
      const [first, second] = [await by(owner), await by(other)];
      const outcomes = await Promise.allSettled([
        endOperator(first, { operator: accountOf(other) }),
        round % 2 === 0
          ? endOperator(second, { operator: accountOf(owner) })
          : changeOperator(second, { operator: accountOf(owner), role: "viewer" }),
      ]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      if (outcomes[0]?.status === "rejected") owner = other;
    }
  });
});

describe("the names that an operator had", () => {
  it("are one auditor: up to version 0.3.0, it was called by the id of its token", async () => {
    const person = await invited("operator");
    const name = actorName(await callerOf(person));
    expect(await storedNames(database(), name)).toEqual([name, `operator:${person.id}`]);
    const did = freshDid("audited");
    await registerAgent(system(), { did, skills: ["s"] });
    const audit = RecordAudit.parse({ did, verdict: "pass", idempotency_key: "once" });
    const { id } = await recordAudit(await by(person), audit);
    await database()
      .update(audits)
      .set({ auditor: `operator:${person.id}` })
      .where(eq(audits.id, id));
    expect(await recordAudit(await by(person), audit)).toMatchObject({ id });
  });

  it("repeat a request with the same key", async () => {
    const person = await invited("owner");
    const asked = { kind: "agent", did: freshDid("keyed"), label: "", idempotency_key: randomUUID() } as const;
    const { id } = await issueCredential(await by(person), asked);
    await database()
      .update(credentials)
      .set({ createdBy: `operator:${person.id}` })
      .where(eq(credentials.id, id));
    expect(await issueCredential(await by(person), asked)).toMatchObject({ id });
  });

  it("receive what their subscriptions get, while a token works that may subscribe", async () => {
    const person = await invited("operator");
    for (const name of [`operator:${person.operator}`, `operator:${person.id}`]) {
      expect(await mayReceive({ db: database() }, name)).toBe(true);
    }
    await changeOperator(await by(owner), { operator: accountOf(person), role: "viewer" });
    expect(await mayReceive({ db: database() }, `operator:${person.id}`)).toBe(false);
  });
});

it("a viewer reads and changes nothing", async () => {
  const viewer = await by(await invited("viewer"));
  const did = freshDid("seen");
  await registerAgent(system(), { did, skills: ["s"] });
  const suspended = setStatus(viewer, { did, status: "suspended", reason: "No." });
  await expect(suspended).rejects.toMatchObject({ kind: "operatorOnly" });
  await expect(registerAgent(viewer, { did })).rejects.toMatchObject({ kind: "operatorOnly" });
  expect((await listOperators(viewer)).operators.length).toBeGreaterThan(1);
});

it("a repeated invitation with the same key leaves no operator without a token", async () => {
  const key = randomUUID();
  const ctx = await by(owner);
  const asked = { kind: "operator", label: "Cleo", idempotency_key: key } as const;
  const issued = await Promise.all(Array.from({ length: 4 }, () => issueCredential(ctx, asked)));
  expect(new Set(issued.map(({ operator }) => operator)).size).toBe(1);
  expect(await database().$count(operators, eq(operators.name, "Cleo"))).toBe(1);
});

it("a process of version 0.3.0 names no operator: its new token gets an owner, and a rotated one keeps its operator", async () => {
  const person = await invited("reviewer");
  const insert = (id: string) =>
    database().execute(sql`insert into credentials (id, kind, token_hash, label, created_at, created_by)
      values (${id}::uuid, 'operator', ${hashToken(id)}, 'Dora', now(), 'system')`);
  const [made, rotated] = [randomUUID(), randomUUID()];
  await insert(made);
  await database().update(credentials).set({ replacedBy: rotated }).where(eq(credentials.id, person.id));
  await insert(rotated);
  const read = async (id: string) =>
    (
      await database()
        .select({ operator: credentials.operator, name: operators.name, role: operators.role })
        .from(credentials)
        .innerJoin(operators, eq(operators.pseudonym, credentials.operator))
        .where(eq(credentials.id, id))
    )[0];
  expect(await read(made)).toMatchObject({ name: "Dora", role: "owner" });
  expect(await read(rotated)).toMatchObject({ operator: person.operator, role: "reviewer" });
});
