import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Context, systemContext } from "@/lib/authority/context";
import { ensureSigningKey } from "@/lib/authority/keys";
import { operatorIdentities, operators, sessions } from "@/lib/database/schema/access";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { testDatabase } from "@/lib/database/testing/test-database";
import { issueCredential, revokeCredential } from "../../service/credentials";
import { changeOperator, endOperator, listOperators } from "../../service/operators";
import { endSession, findSession, listSessions, openSession } from "../../service/sessions";
import { type Said, startFakeProvider } from "../testing/fake-provider";
import { TRANSACTION_SECONDS } from "../transaction";
import { finishSignIn } from "./finish-sign-in";
import { startSignIn } from "./start-sign-in";

const database = testDatabase();
const system = (seconds = 0): Context => ({
  ...systemContext(database()),
  clock: () => new Date(Date.now() + seconds * 1_000),
});

let fake: Awaited<ReturnType<typeof startFakeProvider>>;
let ownerToken: string;
beforeAll(async () => {
  await ensureSigningKey(database(), undefined, new Date());
  fake = await startFakeProvider();
  ownerToken = (await issueCredential(system(), { kind: "operator", role: "owner", label: "Ada" })).token;
});
afterAll(() => fake.stop());

const begin = (asked: { session?: string; operator?: string } = {}) =>
  startSignIn(system(), fake.provider, { to: "/console/agents", session: null, operator: null, ...asked });

/** Signs a person in. */
async function signIn(sub: string, groups: unknown, more: { name?: string; session?: string; operator?: string } = {}) {
  const { name, ...asked } = more;
  const { address, transaction } = await begin(asked);
  const search = fake.authorize(address, { claims: { sub, groups, ...(name === undefined ? {} : { name }) } });
  return finishSignIn(system(), fake.provider, { search, transaction });
}
const sessionOf = ({ secret }: { secret: string }) => findSession(system(), "console", secret);
/** Opens a console session with a token. @returns its id */
async function sessionWith(token: string): Promise<string> {
  const { secret } = await openSession(system(), "console", { token });
  return (await findSession(system(), "console", secret))?.id ?? "";
}
const accountOf = async (signedIn: { secret: string }) => (await sessionOf(signedIn))?.operator ?? "";
const roleIn = async (signedIn: { secret: string }) => Object((await sessionOf(signedIn))?.caller).role;
const actsOf = async (operator: string) =>
  (
    await database()
      .select()
      .from(ledgerActs)
      .where(eq(ledgerActs.subject, `operator:${operator}`))
      .orderBy(ledgerActs.seq)
  ).map(({ kind, actor, details }) => ({ kind, actor, details }));

describe("the first sign-in", () => {
  it("makes an operator with a pseudonym and the role of the claims, and leads to the wanted page", async () => {
    const signedIn = await signIn("vera-7f", ["staff", "readers"], { name: "Vera Example" });
    expect(signedIn.to).toBe("/console/agents");
    const operator = await accountOf(signedIn);
    expect(operator).toMatch(/^[a-p]{8}$/);
    expect(await sessionOf(signedIn)).toMatchObject({
      ...{ name: "Vera Example", credential_id: null },
      caller: { kind: "operator", operator, role: "operator" },
    });
    const listed = (await listOperators(system())).operators.find((each) => each.operator === operator);
    expect(listed).toMatchObject({ role: "operator", tokens: 0, openid_connect: true, created_by: "system" });
    expect(listed?.last_used_at).not.toBeNull();
    expect(await actsOf(operator)).toEqual([
      { kind: "operator.joined", actor: "system", details: { role: "operator" } },
    ]);
  });

  it("stores neither the subject nor the issuer, in no table of operators and in no act", async () => {
    await signIn("subject-5521", "staff");
    const tables = [operators, operatorIdentities, sessions, ledgerActs].map((table) =>
      database().select().from(table),
    );
    const stored = JSON.stringify(await Promise.all(tables));
    expect(stored).not.toContain("subject-5521");
    expect(stored).not.toContain(fake.provider.issuer.host);
  });

  it("of one person twice at once makes one operator", async () => {
    const both = await Promise.all([signIn("twin", "staff"), signIn("twin", "staff")]);
    const [one, other] = await Promise.all(both.map(accountOf));
    expect(one).toBe(other);
  });

  it("reads the role and the name from UserInfo too", async () => {
    const { address, transaction } = await begin();
    const userInfo = { groups: ["readers"], name: "Ula" };
    const search = fake.authorize(address, { claims: { sub: "ula" }, userInfo });
    const signedIn = await finishSignIn(system(), fake.provider, { search, transaction });
    expect(await sessionOf(signedIn)).toMatchObject({ name: "Ula", caller: { role: "viewer" } });
  });
});

describe("an answer", () => {
  const wrong: [string, Said, string][] = [
    ["for another client", { claims: { aud: "somebody-else" } }, "invalid"],
    ["of another issuer", { claims: { iss: "https://evil.example" } }, "invalid"],
    ["signed by another key", { foreignKey: true }, "invalid"],
    ["with another nonce", { claims: { nonce: "of-another-sign-in" } }, "invalid"],
    ["that has expired", { claims: { exp: Math.floor(Date.now() / 1_000) - 31 } }, "invalid"],
    ["about another person than UserInfo", { claims: { groups: "staff" }, userInfo: { sub: "other" } }, "invalid"],
    ["without a role", { claims: { groups: ["visitors"] } }, "noRole"],
    ["of a provider that fails", { status: 503 }, "unreachable"],
  ];
  it.each(wrong)("%s signs nobody in", async (_, said, code) => {
    const { address, transaction } = await begin();
    const search = fake.authorize(address, { ...said, claims: { sub: "mallory", groups: "staff", ...said.claims } });
    const before = await database().$count(sessions);
    await expect(finishSignIn(system(), fake.provider, { search, transaction })).rejects.toMatchObject({ code });
    expect(await database().$count(sessions)).toBe(before);
  });

  it("of another browser's sign-in is refused before the provider is asked: by its state, and by PKCE", async () => {
    const [mine, theirs] = [await begin(), await begin()];
    const search = fake.authorize(theirs.address, { claims: { groups: "staff" } });
    const before = fake.requests();
    await expect(
      finishSignIn(system(), fake.provider, { search, transaction: mine.transaction }),
    ).rejects.toMatchObject({ code: "invalid" });
    expect(fake.requests()).toBe(before);
    const state = new URL(mine.address).searchParams.get("state") ?? "";
    const forged = `?${new URLSearchParams({ code: new URLSearchParams(search).get("code") ?? "", state })}`;
    await expect(
      finishSignIn(system(), fake.provider, { search: forged, transaction: mine.transaction }),
    ).rejects.toMatchObject({ code: "invalid", reason: "invalid_grant" });
  });

  it("opens one session, although the provider accepts its code twice", async () => {
    const { address, transaction } = await begin();
    const search = fake.authorize(address, { claims: { sub: "once", groups: "staff" } });
    const tries = [1, 2].map(() => finishSignIn(system(), fake.provider, { search, transaction }));
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(finishSignIn(system(), fake.provider, { search, transaction })).rejects.toMatchObject({
      code: "expired",
    });
  });

  it("after ten minutes, without its cookie or with a changed one is refused", async () => {
    const { address, transaction } = await begin();
    const search = fake.authorize(address, { claims: { groups: "staff" } });
    const late = { search, transaction };
    const expired = { code: "expired" };
    await expect(finishSignIn(system(TRANSACTION_SECONDS), fake.provider, late)).rejects.toMatchObject(expired);
    for (const other of [undefined, "", "AAAA", `A${transaction.slice(1)}`]) {
      if (other === transaction) continue;
      await expect(finishSignIn(system(), fake.provider, { search, transaction: other })).rejects.toMatchObject(
        expired,
      );
    }
  });

  it("that denies the sign-in says so", async () => {
    const { address, transaction } = await begin();
    const state = new URL(address).searchParams.get("state") ?? "";
    const search = `?${new URLSearchParams({ error: "access_denied", error_description: "Vera said no", state })}`;
    await expect(finishSignIn(system(), fake.provider, { search, transaction })).rejects.toMatchObject({
      ...{ code: "denied", reason: "access_denied", message: "denied" },
    });
  });
});

describe("a role", () => {
  it("that the provider takes away ends at the next sign-in, also in other sessions", async () => {
    const first = await signIn("max", ["board"]);
    const second = await signIn("max", ["readers"]);
    expect(await accountOf(first)).toBe(await accountOf(second));
    expect(await roleIn(first)).toBe("viewer");
    await expect(signIn("max", [])).rejects.toMatchObject({ code: "noRole" });
    for (const each of [first, second]) expect(await sessionOf(each)).toBeNull();
  });

  it("that an owner takes away in the console ends at the next request, and stays until the provider changes it", async () => {
    const signedIn = await signIn("kim", ["staff"]);
    const operator = await accountOf(signedIn);
    await changeOperator(system(), { operator, role: "viewer" });
    expect(await roleIn(signedIn)).toBe("viewer");
    expect(await roleIn(await signIn("kim", ["staff"]))).toBe("viewer");
    expect(await roleIn(await signIn("kim", ["board"]))).toBe("owner");
    const kinds = (await actsOf(operator)).map(({ kind, details }) => [kind, details]);
    expect(kinds).toEqual([
      ["operator.joined", { role: "operator" }],
      ["operator.role_changed", { from: "operator", to: "viewer" }],
      ["operator.role_changed", { from: "viewer", to: "owner" }],
    ]);
  });

  it("of the last owner with a token cannot be lowered by the provider", async () => {
    const { operators: all } = await listOperators(system());
    const ada = all.find(({ name }) => name === "Ada")?.operator ?? "";
    await signIn("ada", "board", { operator: ada, session: await sessionWith(ownerToken) });
    await expect(signIn("ada", "readers")).rejects.toMatchObject({ code: "lastOwner" });
    expect(await roleIn(await signIn("ada", "board"))).toBe("owner");
  });
});

describe("an operator", () => {
  it("who was removed is signed out at once and not let in again", async () => {
    const signedIn = await signIn("leaver", "staff");
    await endOperator(system(), { operator: await accountOf(signedIn) });
    expect(await sessionOf(signedIn)).toBeNull();
    await expect(signIn("leaver", "staff")).rejects.toMatchObject({ code: "removed" });
  });

  it("who has a token adds the account at the provider, and stays one operator with the same role", async () => {
    const issued = await issueCredential(system(), { kind: "operator", role: "reviewer", label: "Ines" });
    const { secret: former } = await openSession(system(), "console", { token: issued.token });
    const session = (await findSession(system(), "console", former))?.id ?? randomUUID();
    const operator = issued.operator ?? "";
    const signedIn = await signIn("ines", "staff", { session, operator });
    expect(await sessionOf(signedIn)).toMatchObject({ operator, name: "Ines", caller: { role: "reviewer" } });
    expect(await findSession(system(), "console", former)).toBeNull();
    expect(await accountOf(await signIn("ines", "staff"))).toBe(operator);
    const other = await issueCredential(system(), { kind: "operator", role: "viewer", label: "Olga" });
    await expect(signIn("ines", "staff", { operator: other.operator ?? "" })).rejects.toMatchObject({ code: "linked" });
  });

  it("adds no account with a token of a lower role, after the token was revoked, or without a session", async () => {
    const issued = await issueCredential(system(), { kind: "operator", role: "operator", label: "Rui" });
    const operator = issued.operator ?? "";
    const limited = await issueCredential(system(), { kind: "operator", operator, role: "viewer", label: "" });
    const low = { operator, session: await sessionWith(limited.token) };
    await expect(signIn("rui", "staff", low)).rejects.toMatchObject({ code: "limited" });
    const revoked = { operator, session: await sessionWith(issued.token) };
    await revokeCredential(system(), { id: issued.id });
    await expect(signIn("rui", "staff", revoked)).rejects.toMatchObject({ code: "expired" });
    await expect(signIn("rui", "staff", { operator })).rejects.toMatchObject({ code: "expired" });
    expect((await actsOf(operator)).map(({ kind }) => kind)).not.toContain("operator.linked");
  });

  it("is listed among the signed in, and an owner ends the session", async () => {
    const signedIn = await signIn("nora", "staff");
    const id = (await sessionOf(signedIn))?.id ?? "";
    expect((await listSessions(system())).map((each) => each.id)).toContain(id);
    await endSession(system(), { id });
    expect(await sessionOf(signedIn)).toBeNull();
    await expect(endSession(system(), { id })).rejects.toMatchObject({ kind: "notFound" });
    expect(await findSession(system(), "owner", signedIn.secret)).toBeNull();
  });

  it("signs in with a token while the provider is down", async () => {
    const down = await startFakeProvider();
    await down.stop();
    const asked = { to: "/console", session: null, operator: null };
    await expect(startSignIn(system(), down.provider, asked)).rejects.toMatchObject({ code: "unreachable" });
    expect(await sessionOf(await openSession(system(), "console", { token: ownerToken }))).toMatchObject({
      name: "Ada",
    });
  });
});
