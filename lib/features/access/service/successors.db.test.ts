import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { isActiveCredential } from "@/lib/authority/active-credential";
import { authenticate } from "@/lib/authority/authenticate";
import { type Context, systemContext } from "@/lib/authority/context";
import { credentials } from "@/lib/database/schema/access";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { claimToken } from "@/lib/features/access/applications/service/claim";
import { ann, applicationFixtures, DAY_MILLISECONDS } from "@/lib/features/access/applications/testing/fixtures";
import { agentForm } from "@/lib/features/access/applications/testing/form";
import { importAgent } from "@/lib/features/agents/service/import";
import type { IssueCredential, IssuedCredential } from "../schema";
import { issueCredential, revokeCredential, rotateCredential } from "./credentials";
import { rotateOwnCredential } from "./own-credential";
import { previewRevocation } from "./preview-revocation";

const { database, by, visitor, approved } = applicationFixtures();
const operator = () => by(ann);
const callerOf = async ({ token }: IssuedCredential) => authenticate(systemContext(database()), `Bearer ${token}`);
const works = async (issued: IssuedCredential) => (await callerOf(issued)).kind !== "anonymous";
const holder = async (issued: IssuedCredential): Promise<Context> => by(await callerOf(issued));
const rotateOwn = async (issued: IssuedCredential, grace_seconds = 3_600) =>
  rotateOwnCredential(await holder(issued), { grace_seconds });

const OWNERS: [string, () => IssueCredential][] = [
  ["an agent", () => ({ kind: "agent", did: `did:fed:s1:${randomUUID()}`, label: "" })],
  ["an organisation", () => ({ kind: "provider", organisation: `Works ${randomUUID()}`, label: "" })],
  ["an operator", () => ({ kind: "operator", role: "owner", label: "" })],
];

beforeEach(async () => {
  await issueCredential(operator(), { kind: "operator", role: "owner", label: "who stays" });
});

describe.each(OWNERS)("revoking a credential of %s", (_owner, wanted) => {
  const issue = () => issueCredential(operator(), wanted());

  it.each([0, 3_600])("ends every successor that its holder made, with %i seconds of grace", async (grace) => {
    const known = await issue();
    const second = await rotateOwn(known, grace);
    const third = await rotateOwn(second, grace);
    const effect = await previewRevocation(operator(), { id: known.id });
    await revokeCredential(operator(), { id: known.id });
    // Without grace, the earlier links no longer worked.
    expect(effect).toEqual({ sessions: 0, successors: grace === 0 ? 1 : 2, kept: 0 });
    for (const each of [known, second, third]) expect(await works(each)).toBe(false);
    const [act, ...others] = await database()
      .select()
      .from(ledgerActs)
      .where(and(eq(ledgerActs.subject, third.id), eq(ledgerActs.kind, "credential.revoked")));
    expect(act).toMatchObject({ details: { ended_with: known.id } });
    expect(others).toEqual([]);
  });

  it("leaves the successor that an operator made, and what its holder made of that", async () => {
    const leaked = await issue();
    const fresh = await rotateCredential(operator(), { id: leaked.id });
    const later = await rotateOwn(fresh);
    await revokeCredential(operator(), { id: leaked.id });
    expect(await Promise.all([leaked, fresh, later].map(works))).toEqual([false, true, true]);
    expect(await previewRevocation(operator(), { id: leaked.id })).toMatchObject({ successors: 0, kept: 2 });
    await revokeCredential(operator(), { id: fresh.id });
    expect(await works(later)).toBe(false);
  });

  it("at once with rotations of its last link leaves none that works", async () => {
    for (let round = 0; round < 8; round += 1) {
      const known = await issue();
      const last = round % 2 === 0 ? known : await rotateOwn(known);
      const caller = await holder(last);
      const [revoked, rotated] = await Promise.allSettled([
        revokeCredential(operator(), { id: known.id }),
        rotateOwnCredential(caller, {}),
      ]);
      expect(revoked.status).toBe("fulfilled");
      for (const each of [known, last]) expect(await works(each)).toBe(false);
      if (rotated.status === "fulfilled") expect(await works(rotated.value)).toBe(false);
      else expect(rotated.reason).toMatchObject({ kind: "conflict" });
    }
  });
});

it("an operator who revokes the token that they rotated keeps the one that they came with", async () => {
  const old = await issueCredential(operator(), { kind: "operator", role: "owner", label: "" });
  const fresh = await rotateOwn(old);
  await revokeCredential(await holder(fresh), { id: old.id });
  expect(await Promise.all([old, fresh].map(works))).toEqual([false, true]);
});

it("the last owner stays, also if a successor would end with the credential", async () => {
  const all = await database()
    .select({ id: credentials.id })
    .from(credentials)
    .where(and(eq(credentials.kind, "operator"), isActiveCredential(new Date())));
  const last = await issueCredential(operator(), { kind: "operator", role: "owner", label: "" });
  for (const { id } of all) await revokeCredential(operator(), { id });
  const successor = await rotateOwn(last);
  await expect(revokeCredential(operator(), { id: last.id })).rejects.toMatchObject({ kind: "conflict" });
  expect(await Promise.all([last, successor].map(works))).toEqual([true, true]);
});

it("a rotation at once with a hand-over, of a token that is about to expire, leaves the former owner none that works", async () => {
  for (let round = 0; round < 8; round += 1) {
    const did = `did:fed:s1:${randomUUID()}`;
    await importAgent(by({ kind: "system" }), { did }, { kind: "a2a-card", bytes: Buffer.from("{}") });
    const { secret } = await approved(agentForm({ did }));
    const former = await issueCredential(operator(), { kind: "agent", did, label: "", expires_in_days: 1 });
    const caller = await holder(former);
    const claim = () =>
      claimToken({ ...visitor(), clock: () => new Date(Date.now() + 2 * DAY_MILLISECONDS) }, { secret });
    const [rotated, claimed] = await Promise.allSettled([rotateOwnCredential(caller, {}), claim()]);
    expect(claimed.status).toBe("fulfilled");
    if (rotated.status === "fulfilled") expect(await works(rotated.value)).toBe(false);
    expect(await works(former)).toBe(false);
  }
});
