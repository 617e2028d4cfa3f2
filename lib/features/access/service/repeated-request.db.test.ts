import { randomUUID } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { authenticate } from "@/lib/authority/authenticate";
import { type Context, systemContext } from "@/lib/authority/context";
import { credentials } from "@/lib/database/schema/access";
import { ledgerActs, ledgerPayloads } from "@/lib/database/schema/ledger";
import { testDatabase } from "@/lib/database/testing/test-database";
import { operatorCaller } from "@/lib/features/access/testing/operators";
import type { Caller } from "@/lib/identity/permissions";
import { issueCredential, revokeCredential, rotateCredential } from "./credentials";

const database = testDatabase();
const ann: Caller = operatorCaller();
const ben: Caller = operatorCaller("somebody");
const by = (caller: Caller = ann): Context => ({ ...systemContext(database()), caller });
const kindOf = async (token: string) => (await authenticate(by(), `Bearer ${token}`)).kind;
const agent = (more: object = {}) => ({
  kind: "agent" as const,
  did: `did:fed:s1:${randomUUID()}`,
  label: "",
  ...more,
});

describe("issuing with an idempotency key", () => {
  it("a repeat is the same credential with a new token, and ends the first token", async () => {
    const request = agent({ idempotency_key: randomUUID() });
    const { token: first, ...credential } = await issueCredential(by(), request);
    const { token: second, ...again } = await issueCredential(by(), request);
    expect(again).toEqual(credential);
    expect(await kindOf(first)).toBe("anonymous");
    expect(await kindOf(second)).toBe("agent");
    expect(await database().$count(credentials, eq(credentials.did, request.did))).toBe(1);
    const acts = await database().select().from(ledgerActs).where(eq(ledgerActs.subject, credential.id));
    expect(acts.map(({ kind }) => kind)).toEqual(["credential.issued", "credential.reissued"]);
    const stored = [await database().select().from(credentials), await database().select().from(ledgerPayloads)];
    for (const token of [first, second]) expect(JSON.stringify(stored)).not.toContain(token);
  });

  it("of ten repeats at once one credential comes, and one token works", async () => {
    const request = agent({ idempotency_key: randomUUID() });
    const issued = await Promise.all(Array.from({ length: 10 }, () => issueCredential(by(), request)));
    expect(new Set(issued.map(({ id }) => id)).size).toBe(1);
    const kinds = await Promise.all(issued.map(({ token }) => kindOf(token)));
    expect(kinds.filter((kind) => kind === "agent")).toHaveLength(1);
  });

  it("a key belongs to one operator and one request", async () => {
    const key = { idempotency_key: randomUUID() };
    const request = { ...agent(), ...key };
    const mine = await issueCredential(by(), request);
    expect((await issueCredential(by(ben), request)).id).not.toBe(mine.id);
    const others = [
      { ...request, label: "other" },
      { ...request, expires_in_days: 5 },
      { ...request, ...agent() },
    ];
    for (const other of others) {
      await expect(issueCredential(by(), { ...other, ...key })).rejects.toMatchObject({
        kind: "conflict",
      });
    }
    expect(await kindOf(mine.token)).toBe("agent");
  });

  it("is rejected after the credential has ended or was rotated", async () => {
    for (const end of [revokeCredential, rotateCredential]) {
      const request = agent({ idempotency_key: randomUUID() });
      const { id } = await issueCredential(by(), request);
      await end(by(), { id });
      await expect(issueCredential(by(), request)).rejects.toMatchObject({ kind: "conflict" });
    }
  });

  it("without a key each request is a credential", async () => {
    const request = agent();
    const [first, second] = [await issueCredential(by(), request), await issueCredential(by(), request)];
    expect(first.id).not.toBe(second.id);
    expect([await kindOf(first.token), await kindOf(second.token)]).toEqual(["agent", "agent"]);
  });
});

describe("rotating with an idempotency key", () => {
  it("a repeat, also at once, is the same successor with a new token; the old one keeps its grace", async () => {
    const old = await issueCredential(by(), agent());
    const request = { id: old.id, idempotency_key: randomUUID() };
    const rotated = await Promise.all([1, 2, 3].map(() => rotateCredential(by(), request)));
    const last = await rotateCredential(by(), request);
    expect(new Set([...rotated, last].map(({ id }) => id)).size).toBe(1);
    const earlier = await Promise.all(rotated.map(({ token }) => kindOf(token)));
    expect(earlier).toEqual(["anonymous", "anonymous", "anonymous"]);
    expect([await kindOf(old.token), await kindOf(last.token)]).toEqual(["agent", "agent"]);
    const acts = await database()
      .select()
      .from(ledgerActs)
      .where(inArray(ledgerActs.subject, [old.id, last.id]));
    expect(acts.map(({ kind }) => kind).sort()).toEqual([
      "credential.issued",
      "credential.reissued",
      "credential.reissued",
      "credential.reissued",
      "credential.rotated",
    ]);
  });

  it("is rejected for another credential, and then rotates nothing", async () => {
    const [one, other] = [await issueCredential(by(), agent()), await issueCredential(by(), agent())];
    const key = randomUUID();
    await rotateCredential(by(), { id: one.id, idempotency_key: key });
    const second = rotateCredential(by(), { id: other.id, idempotency_key: key });
    await expect(second).rejects.toMatchObject({ kind: "conflict" });
    await rotateCredential(by(), { id: other.id, idempotency_key: randomUUID() });
  });

  it("without the key a second rotation is rejected", async () => {
    const { id } = await issueCredential(by(), agent());
    await rotateCredential(by(), { id, idempotency_key: randomUUID() });
    await expect(rotateCredential(by(), { id })).rejects.toMatchObject({ kind: "conflict" });
  });
});
