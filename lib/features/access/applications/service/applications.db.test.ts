import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { hashToken } from "@/lib/authority/tokens";
import { applications } from "@/lib/database/schema/applications";
import { issueCredential } from "@/lib/features/access/service/credentials";
import { registerAgent } from "@/lib/features/agents/service/register";
import type { Caller } from "@/lib/identity/permissions";
import { ApplicationQuery } from "../schema";
import { ann, applicationFixtures, ben, DAY_MILLISECONDS, outcomes } from "../testing/fixtures";
import { agentForm, application, providerForm } from "../testing/form";
import { getApplicationBySecret, makeSecret } from "./by-secret";
import { claimToken } from "./claim";
import { approveApplication, rejectApplication } from "./decide";
import { eraseApplicants } from "./erase-applicants";
import { getApplication, listApplications } from "./read";
import { submitApplication } from "./submit";
import { withdrawApplication } from "./withdraw";

const { database, by, visitor, actsOn, sent, approved } = applicationFixtures();
const KEY = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
const list = (query: Record<string, unknown>) => listApplications(by(ann), ApplicationQuery.parse(query));

describe("applying", () => {
  it("stores the input, and of the secret only its hash", async () => {
    const form = agentForm({ capabilities: "a, b", requested_tier: "T3", public_key: KEY });
    const { id, secret } = await sent(form);
    const { application: stored } = await getApplication(by(ann), { id });
    expect(stored).toMatchObject({
      ...{ kind: "agent", status: "pending", did: form["did"], organisation: form["organisation"] },
      ...{ email: form["email"], purpose: form["purpose"], capabilities: ["a", "b"], requested_tier: "T3" },
      ...{ public_key: KEY, granted_tier: null, decided_by: null },
    });
    const rows = JSON.stringify(await database().select().from(applications).where(eq(applications.id, id)));
    expect(rows).not.toContain(secret);
    expect(rows).toContain(hashToken(secret));
    expect(JSON.stringify(await list({}))).not.toContain(hashToken(secret));
  });

  it("needs no e-mail address if no mail is configured, and shows its applicant the input", async () => {
    const { email: _, ...form } = agentForm({ capabilities: "a, b" });
    const { secret } = await sent(form);
    expect(await getApplicationBySecret(visitor(), { secret })).toMatchObject({
      ...{ email: "", purpose: form["purpose"], capabilities: ["a", "b"], did: form["did"] },
    });
  });

  it("reserves nothing: several for one DID, or for one organisation, may be open", async () => {
    const did = `did:fed:s1:${randomUUID()}`;
    const { done } = await outcomes(
      Array.from({ length: 20 }, () => submitApplication(visitor(), application(agentForm({ did })))),
    );
    expect(done).toBe(20);
    const { organisation } = await sent(providerForm());
    await sent(providerForm({ organisation: organisation.toUpperCase() }));
  });

  it("a form sent twice, even at once or changed, is one application, as it was first sent", async () => {
    const form = agentForm();
    const answers = await Promise.all([1, 2, 3].map(() => submitApplication(visitor(), application(form))));
    expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1);
    const changed = application({ ...form, did: `did:fed:s1:${randomUUID()}`, purpose: "Another." });
    expect(await submitApplication(visitor(), changed)).toMatchObject({ repeated: true });
    expect((await list({ q: form["did"] })).applications).toMatchObject([{ purpose: form["purpose"] }]);
  });

  it("is rejected for a DID whose token works, and accepted after it has ended; an organisation may have two keys", async () => {
    const did = `did:fed:s1:${randomUUID()}`;
    const organisation = `Guild ${randomUUID()}`;
    const yesterday = new Date(Date.now() - DAY_MILLISECONDS);
    const issue = { label: "", expires_in_days: 1 } as const;
    await issueCredential(by(ann, yesterday), { kind: "agent", did, ...issue });
    const form = agentForm({ did });
    await submitApplication(visitor(), application(form));
    expect(await getApplicationBySecret(visitor(), { secret: form["secret"] ?? "" })).toMatchObject({
      status: "pending",
    });

    const other = `${did}-2`;
    await issueCredential(by(ann), { kind: "agent", did: other, ...issue });
    await issueCredential(by(ann), { kind: "provider", organisation, ...issue });
    await expect(submitApplication(visitor(), application(agentForm({ did: other })))).rejects.toMatchObject({
      message: expect.stringContaining("already has a token"),
      field: "did",
    });
    expect((await list({ q: other })).total).toBe(0);
    await sent(providerForm({ organisation }));
  });

  it("another person’s secret or an invalid one finds nothing", async () => {
    for (const secret of [makeSecret(), "", "x", "fgs_apl_\0", "%"]) {
      await expect(getApplicationBySecret(visitor(), { secret })).rejects.toMatchObject({ kind: "notFound" });
      await expect(claimToken(visitor(), { secret })).rejects.toMatchObject({ kind: "notFound" });
      await expect(withdrawApplication(visitor(), { secret })).rejects.toMatchObject({ kind: "notFound" });
    }
  });
});

describe("deciding", () => {
  it("is for operators only", async () => {
    const { id, did } = await sent();
    const callers: Caller[] = [
      { kind: "agent", credentialId: randomUUID(), did, tier: "T4" },
      { kind: "provider", credentialId: randomUUID(), organisation: "Guild" },
    ];
    for (const caller of callers) {
      const ctx = by(caller);
      const refused = { kind: "operatorOnly" };
      await expect(approveApplication(ctx, { id, tier: null, note: "" })).rejects.toMatchObject(refused);
      await expect(rejectApplication(ctx, { id, seen: "pending", note: "No." })).rejects.toMatchObject(refused);
      await expect(listApplications(ctx, ApplicationQuery.parse({}))).rejects.toMatchObject(refused);
      await expect(getApplication(ctx, { id })).rejects.toMatchObject(refused);
    }
    await expect(approveApplication(visitor(), { id, tier: null, note: "" })).rejects.toMatchObject({
      kind: "unauthenticated",
    });
    expect((await getApplication(by(ann), { id })).application.status).toBe("pending");
  });

  it("of two concurrent operators one decides, the other learns who did, and there is one log entry", async () => {
    const { id, did } = await sent();
    const { done, errors } = await outcomes([
      approveApplication(by(ann), { id, tier: null, note: "" }),
      rejectApplication(by(ben), { id, seen: "pending", note: "Unknown to us." }),
    ]);
    expect(done).toBe(1);
    const { status, decided_by } = (await getApplication(by(ann), { id })).application;
    expect(errors[0]).toMatchObject({ kind: "conflict", message: expect.stringContaining(`by ${decided_by}`) });
    expect(await actsOn(did)).toMatchObject([{ kind: `application.${status}`, actor: decided_by }]);
  });

  it("an application that was withdrawn in the meantime is not approved, and the operator gets an error", async () => {
    const { id, secret, did } = await sent();
    await withdrawApplication(visitor(), { secret });
    const approval = approveApplication(by(ann), { id, tier: null, note: "" });
    await expect(approval).rejects.toMatchObject({
      message: expect.stringContaining("The applicant withdrew this application"),
    });
    expect((await actsOn(did)).map(({ kind }) => kind)).toEqual(["application.withdrawn"]);
  });

  it("logs neither an e-mail address nor a purpose", async () => {
    const { id, did } = await sent();
    await rejectApplication(by(ann), { id, seen: "pending", note: "Unknown to us." });
    const [act] = await actsOn(did);
    expect(act).toEqual({
      kind: "application.rejected",
      actor: `operator:${ann.operator}`,
      details: { application: id, reason: "Unknown to us." },
    });
  });

  it("an approval can be taken back until the token is claimed, not unseen", async () => {
    const { id, secret } = await approved();
    await expect(rejectApplication(by(ben), { id, seen: "pending", note: "No." })).rejects.toMatchObject({
      kind: "conflict",
    });
    await rejectApplication(by(ben), { id, seen: "approved", note: "A mistake." });
    expect(await getApplicationBySecret(visitor(), { secret })).toMatchObject({
      status: "rejected",
      note: "A mistake.",
    });
    await expect(claimToken(visitor(), { secret })).rejects.toMatchObject({
      message: "This application was rejected.",
    });
    const claimed = await approved();
    await claimToken(visitor(), { secret: claimed.secret });
    const late = rejectApplication(by(ben), { id: claimed.id, seen: "approved", note: "No." });
    await expect(late).rejects.toMatchObject({ message: expect.stringContaining("Revoke the credential") });
  });

  it("an organisation is granted no tier", async () => {
    const { id } = await sent(providerForm());
    const approval = approveApplication(by(ann), { id, tier: "T2", note: "" });
    await expect(approval).rejects.toMatchObject({ kind: "invalid", field: "tier" });
    expect((await getApplication(by(ann), { id })).application.status).toBe("pending");
  });

  it("after a rejection or a withdrawal the same DID may apply again", async () => {
    const did = `did:fed:s1:${randomUUID()}`;
    const first = await sent(agentForm({ did }));
    await rejectApplication(by(ann), { id: first.id, seen: "pending", note: "Say more." });
    const second = await sent(agentForm({ did }));
    await withdrawApplication(visitor(), { secret: second.secret });
    const third = await sent(agentForm({ did }));
    const { background } = await getApplication(by(ann), { id: third.id });
    expect(background).toMatchObject({ member: null, working_tokens: 0 });
    expect(background.related.map(({ id }) => id).sort()).toEqual([first.id, second.id].sort());
  });

  it("shows an operator who is a member already", async () => {
    const did = `did:fed:s1:${randomUUID()}`;
    const organisation = `Guild ${randomUUID()}`;
    await registerAgent(by({ kind: "provider", credentialId: randomUUID(), organisation }), { did });
    const { id } = await sent(agentForm({ did, organisation: organisation.toUpperCase() }));
    const { background } = await getApplication(by(ann), { id });
    expect(background).toMatchObject({ member: { owner: "organisation", organisation }, hands_over: false });
    const key = await sent(providerForm({ organisation: organisation.toUpperCase() }));
    expect((await getApplication(by(ann), { id: key.id })).background).toMatchObject({ member: null, agents: 1 });
  });

  it("an id that is none is not found", async () => {
    for (const id of ["", "7", randomUUID()]) {
      await expect(getApplication(by(ann), { id })).rejects.toMatchObject({ kind: "notFound" });
      await expect(approveApplication(by(ann), { id, tier: null, note: "" })).rejects.toMatchObject({
        kind: "notFound",
      });
    }
  });
});

describe("the list of applications", () => {
  it("lists pending ones first, filters by status, searches literally, and counts all", async () => {
    const mark = randomUUID();
    const organisation = `100%_\\ ${mark}`;
    const pending = await sent(agentForm({ organisation }));
    const later = await approved(agentForm({ organisation }));
    const found = await list({ q: `%_\\ ${mark}` });
    expect(found.applications.map(({ id }) => id)).toEqual([pending.id, later.id]);
    expect((await list({ q: mark, status: "approved" })).applications.map(({ id }) => id)).toEqual([later.id]);
    expect((await list({ q: `%${mark}%` })).total).toBe(0);
    expect((await list({ q: "\0" })).total).toBe(0);
    const youngest = await sent(agentForm({ organisation }));
    const inOrder = (await list({ q: mark })).applications.map(({ id }) => id);
    expect(inOrder).toEqual([pending.id, youngest.id, later.id]);
    const { by_status, total } = await list({});
    expect(Object.values(by_status).reduce((sum, count) => sum + count)).toBe(total);
  });
});

describe("an application", () => {
  it("loses its address and purpose 30 days after the decision, and nothing else", async () => {
    const ago = (days: number) => new Date(Date.now() - days * DAY_MILLISECONDS);
    const decidedAgo = (days: number) => by(ann, ago(days));
    const [rejected, claimed, recent, waiting] = [await sent(), await sent(), await sent(), await sent()];
    await rejectApplication(decidedAgo(31), { id: rejected.id, seen: "pending", note: "No." });
    await approveApplication(decidedAgo(31), { id: claimed.id, tier: null, note: "Welcome." });
    await claimToken(by({ kind: "anonymous" }, ago(31)), { secret: claimed.secret });
    await rejectApplication(decidedAgo(29), { id: recent.id, seen: "pending", note: "No." });
    const stored = async ({ id }: { id: string }) => (await getApplication(by(ann), { id })).application;
    const before = await Promise.all([rejected, claimed, recent, waiting].map(stored));
    expect(await eraseApplicants(database())).toBe(2);
    const erased = { email: "", purpose: "" };
    const [one, two, three, four] = before;
    expect(await Promise.all([rejected, claimed, recent, waiting].map(stored))).toEqual([
      { ...one, ...erased },
      { ...two, ...erased },
      three,
      four,
    ]);
    expect([three?.email, four?.purpose]).not.toContain("");
  });
});
