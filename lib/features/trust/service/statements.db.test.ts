import { randomUUID } from "node:crypto";
import { createLocalJWKSet, jwtVerify } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { type Context, systemContext } from "@/lib/authority/context";
import { ensureSigningKey, listKeys } from "@/lib/authority/keys";
import { type AgentRow, agents } from "@/lib/database/schema/agents";
import { testDatabase } from "@/lib/database/testing/test-database";
import { agentRow } from "@/lib/features/agents/testing/agent-row";
import type { Caller } from "@/lib/identity/permissions";
import { COUNCIL_LOG } from "@/lib/ledger/append";
import { readHead } from "@/lib/ledger/head";
import { NOTHING_ON_RECORD, standingOf } from "../rules";
import { TrustStatement } from "../schema";
import { readCredential, verifyTrust } from "./statements";

const database = testDatabase();
const NOW = new Date("2030-06-30T12:00:00.000Z");
const REGISTERED = new Date("2030-01-01T00:00:00.000Z");

beforeAll(() => ensureSigningKey(database(), undefined, NOW));

/** An agent registered 180 days before, with the standing of that day. */
async function addAgent(some: Partial<AgentRow> = {}): Promise<AgentRow> {
  const own = { name: "Atlas", provider: "Lattice Works", model: "qwen3-32b" };
  const dates = { registeredAt: REGISTERED, lastSeen: REGISTERED };
  const made = {
    ...agentRow({ did: `did:fed:s1:${randomUUID()}`, ...own, ...dates, ...some }),
    events: NOTHING_ON_RECORD,
  };
  const row = { ...made, ...standingOf(made, { at: REGISTERED, because: { kind: "registered" } }) };
  await database().insert(agents).values(row);
  return row;
}

describe("verifyTrust", () => {
  const context = (caller: Caller = { kind: "system" }): Context => ({
    ...systemContext(database()),
    caller,
    clock: () => NOW,
  });
  const verify = (did: string) => verifyTrust(context(), { did });
  const councilOrigin = async () => (await readHead(database(), COUNCIL_LOG)).origin;
  const checked = async (jws: string, currentDate = NOW) =>
    jwtVerify(jws, createLocalJWKSet(await listKeys(context())), {
      currentDate,
      issuer: await councilOrigin(),
      typ: "trust+jwt",
    });

  it("states every field of the standing, and nothing undeclared", async () => {
    const { did } = await addAgent();
    const statement = await verify(did);
    expect(statement).toMatchObject({
      did,
      trust_tier: "T1",
      trust_score: 5,
      status: "active",
      verified: true,
      as_of: "2030-01-01",
      expires_at: "2030-06-30T12:15:00.000Z",
    });
    expect(TrustStatement.parse(statement)).toEqual(statement);
    expect(statement.signals.reduce((sum, { contribution }) => sum + contribution, 0)).toBe(statement.trust_score);
  });

  it("is not verified at T0 or when not active", async () => {
    expect(await verify((await addAgent({ status: "unverified" })).did)).toMatchObject({ verified: false });
    expect(await verify((await addAgent({ status: "suspended" })).did)).toMatchObject({ verified: false });
  });

  it("is signed, so that anyone can check it with the published keys", async () => {
    const { did } = await addAgent();
    const { jws, expires_at, ...statement } = await verify(did);
    const { payload, protectedHeader } = await checked(jws);
    const seconds = NOW.getTime() / 1_000;
    expect(payload).toEqual({ iss: await councilOrigin(), sub: did, iat: seconds, exp: seconds + 900, ...statement });
    expect(protectedHeader).toMatchObject({ alg: "EdDSA", typ: "trust+jwt" });
    expect(Date.parse(expires_at)).toBe(((payload.exp ?? 0) as number) * 1_000);
  });

  it("stops counting when it expires", async () => {
    const { jws } = await verify((await addAgent()).did);
    await expect(checked(jws, new Date(NOW.getTime() + 899_000))).resolves.toBeDefined();
    await expect(checked(jws, new Date(NOW.getTime() + 900_000))).rejects.toMatchObject({ code: "ERR_JWT_EXPIRED" });
  });

  it("stops counting when a claim, or the signature, is changed", async () => {
    const { jws } = await verify((await addAgent()).did);
    const [header = "", payload = "", signature = ""] = jws.split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    const raised = Buffer.from(JSON.stringify({ ...claims, trust_tier: "T4" })).toString("base64url");
    const failed = { code: "ERR_JWS_SIGNATURE_VERIFICATION_FAILED" };
    await expect(checked([header, raised, signature].join("."))).rejects.toMatchObject(failed);
    const flipped = (signature.startsWith("A") ? "B" : "A") + signature.slice(1);
    await expect(checked([header, payload, flipped].join("."))).rejects.toMatchObject(failed);
  });

  it("has no credential if the service has no public address", async () => {
    const { did } = await addAgent();
    expect(await verify(did)).not.toHaveProperty("credential");
    await expect(readCredential(context({ kind: "anonymous" }), { did })).rejects.toMatchObject({
      kind: "notFound",
      message: "This service has no public address, so it issues no credentials.",
    });
  });

  it("does not find an unknown agent, and rejects anonymous callers", async () => {
    await expect(verify("did:fed:s1:nobody")).rejects.toMatchObject({ kind: "notFound" });
    const { did } = await addAgent();
    const anonymous = verifyTrust(context({ kind: "anonymous" }), { did });
    await expect(anonymous).rejects.toMatchObject({ kind: "unauthenticated" });
  });
});
