import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { type Context, systemContext } from "@/lib/authority/context";
import { openClient } from "@/lib/database/client";
import { isDatabaseError } from "@/lib/database/errors";
import { credentials } from "@/lib/database/schema/access";
import { agents } from "@/lib/database/schema/agents";
import { testDatabase } from "@/lib/database/testing/test-database";
import { issueCredential, revokeCredential } from "@/lib/features/access/service/credentials";
import { joinAgent } from "@/lib/features/agents/service/join";
import { authenticate } from "./authenticate";
import { makeToken } from "./tokens";

const database = testDatabase();
const unreachable = openClient({ url: "postgres://postgres@127.0.0.1:1/none" });
afterAll(() => unreachable.end());

const NOON = Date.parse("2030-01-01T12:00:00.000Z");
const ANONYMOUS = { kind: "anonymous" };

/** A context whose clock is fixed at some seconds after noon. */
function at(seconds = 0): Context {
  return { ...systemContext(database()), clock: () => new Date(NOON + seconds * 1_000) };
}

let did: string;
beforeEach(() => {
  did = `did:fed:s1:${randomUUID()}`;
});

const issueToAgent = (options = {}) => issueCredential(at(), { kind: "agent", did, label: "", ...options });
const bearer = (token: string) => `Bearer ${token}`;

describe("authenticate", () => {
  it("names an agent, an organisation and an operator by their tokens", async () => {
    const agent = await issueToAgent();
    const provider = await issueCredential(at(), { kind: "provider", organisation: "Lattice Works", label: "" });
    const operator = await issueCredential(at(), { kind: "operator", label: "" });
    await expect(authenticate(at(), bearer(agent.token))).resolves.toEqual({
      kind: "agent",
      credentialId: agent.id,
      did,
      tier: null,
      status: null,
    });
    await expect(authenticate(at(), bearer(provider.token))).resolves.toEqual({
      kind: "provider",
      credentialId: provider.id,
      organisation: "Lattice Works",
    });
    await expect(authenticate(at(), bearer(operator.token))).resolves.toEqual({
      kind: "operator",
      credentialId: operator.id,
      operator: operator.operator,
      role: "operator",
    });
  });

  it("treats an unknown, an absent and a revoked token as anonymous", async () => {
    const { id, token } = await issueToAgent();
    await revokeCredential(at(), { id });
    await expect(authenticate(at(), bearer(token))).resolves.toEqual(ANONYMOUS);
    await expect(authenticate(at(), bearer(makeToken("operator")))).resolves.toEqual(ANONYMOUS);
    await expect(authenticate(at(), bearer("a-string-nobody-ever-issued"))).resolves.toEqual(ANONYMOUS);
    await expect(authenticate(at(), null)).resolves.toEqual(ANONYMOUS);
  });

  it("accepts a token until the moment it expires, and no longer", async () => {
    const { token } = await issueToAgent({ expires_in_days: 1 });
    await expect(authenticate(at(86_399), bearer(token))).resolves.toMatchObject({ kind: "agent" });
    await expect(authenticate(at(86_400), bearer(token))).resolves.toEqual(ANONYMOUS);
  });

  it("rejects an impossible token without using the database", async () => {
    const ctx = { ...at(), db: drizzle(unreachable) };
    const { token } = await issueToAgent();
    const typo = token.slice(0, -1) + (token.endsWith("0") ? "1" : "0");
    await expect(authenticate(ctx, bearer(typo))).resolves.toEqual(ANONYMOUS);
    await expect(authenticate(ctx, bearer("short"))).resolves.toEqual(ANONYMOUS);
    await expect(authenticate(ctx, `Basic ${token}`)).resolves.toEqual(ANONYMOUS);
  });

  it("throws if the database is down, instead of rejecting a good token", async () => {
    const { token } = await issueToAgent();
    const failure = await authenticate({ ...at(), db: drizzle(unreachable) }, bearer(token)).catch((error) => error);
    expect(isDatabaseError(failure)).toBe(true);
  });

  it("reads the tier from the agent's record at each request, never from the token", async () => {
    const { token } = await issueToAgent();
    await joinAgent(at(), { did });
    await expect(authenticate(at(), bearer(token))).resolves.toMatchObject({ tier: "T0" });
    await database().update(agents).set({ trustTier: "T3" }).where(eq(agents.did, did));
    await expect(authenticate(at(), bearer(token))).resolves.toMatchObject({ tier: "T3" });
  });
});

describe("last_used_at and last_seen", () => {
  async function seen(id: string) {
    const [credential] = await database().select().from(credentials).where(eq(credentials.id, id));
    const [agent] = await database().select().from(agents).where(eq(agents.did, did));
    const seconds = (instant?: Date | null) => (instant ? (instant.getTime() - NOON) / 1_000 : null);
    return { used: seconds(credential?.lastUsedAt), seen: seconds(agent?.lastSeen) };
  }

  it("move at a token's first use and then at most once a minute", async () => {
    await joinAgent(at(-3_600), { did });
    const { id, token } = await issueToAgent();
    expect(await seen(id)).toEqual({ used: null, seen: -3_600 });
    for (const [second, expected] of [
      [0, 0],
      [1, 0],
      [60, 0],
      [61, 61],
      [100, 61],
      [122, 122],
    ] as const) {
      await authenticate(at(second), bearer(token));
      expect(await seen(id)).toEqual({ used: expected, seen: expected });
    }
  });

  it("moves an agent's last_seen at most once a minute even if it has two tokens", async () => {
    await joinAgent(at(-3_600), { did });
    const [first, second] = [await issueToAgent(), await issueToAgent()];
    await authenticate(at(0), bearer(first.token));
    await authenticate(at(30), bearer(second.token));
    expect(await seen(second.id)).toEqual({ used: 30, seen: 0 });
  });

  it("write a credential once for fifty concurrent requests", async () => {
    const { id, token } = await issueToAgent();
    await database().execute(sql`
      create table credential_writes (id uuid);
      create function note_write() returns trigger language plpgsql as $$
        begin insert into credential_writes values (new.id); return null; end $$;
      create trigger note_write after update on credentials for each row execute function note_write()`);
    await Promise.all(Array.from({ length: 50 }, () => authenticate(at(), bearer(token))));
    const writes = await database().execute(sql`select id from credential_writes where id = ${id}`);
    expect(writes).toHaveLength(1);
  });

  it("do not move for a token that is rejected", async () => {
    await joinAgent(at(-3_600), { did });
    const { id, token } = await issueToAgent();
    await revokeCredential(at(), { id });
    await authenticate(at(1), bearer(token));
    expect(await seen(id)).toEqual({ used: null, seen: -3_600 });
  });
});
