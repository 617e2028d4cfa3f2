import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { authenticate } from "@/lib/authority/authenticate";
import { agents } from "@/lib/database/schema/agents";
import { issueCredential } from "@/lib/features/access/service/credentials";
import { registerAgent } from "@/lib/features/agents/service/register";
import { ann, applicationFixtures, ben, DAY_MILLISECONDS, outcomes } from "../testing/fixtures";
import { agentForm, providerForm } from "../testing/form";
import { getApplicationBySecret } from "./by-secret";
import { claimToken } from "./claim";
import { approveApplication, rejectApplication } from "./decide";
import { getApplication } from "./read";
import { withdrawApplication } from "./withdraw";

const { database, by, visitor, actsOn, sent, approved } = applicationFixtures();
const freshDid = () => `did:fed:s1:${randomUUID()}`;
const later = (days: number) => new Date(Date.now() + days * DAY_MILLISECONDS);

describe("approving one application for a DID", () => {
  it("rejects the other open ones, and says why", async () => {
    const did = freshDid();
    const [first, second] = [await sent(agentForm({ did })), await sent(agentForm({ did }))];
    await approveApplication(by(ann), { id: second.id, tier: null, note: "" });
    expect(await getApplicationBySecret(visitor(), first)).toMatchObject({
      status: "rejected",
      note: "Another application for this DID was approved.",
    });
    expect((await actsOn(did)).map(({ kind }) => kind)).toEqual(["application.approved", "application.rejected"]);
    await expect(sent(agentForm({ did }))).rejects.toMatchObject({ kind: "didTaken", field: "did" });
  });

  it("and the withdrawal or rejection of another at once never stop each other", async () => {
    const others = [
      (second: { secret: string }) => withdrawApplication(visitor(), second),
      ({ id }: { id: string }) => rejectApplication(by(ben), { id, seen: "pending", note: "No." }),
    ];
    for (let round = 0; round < 12; round += 1) {
      const did = freshDid();
      const [first, second] = [await sent(agentForm({ did })), await sent(agentForm({ did }))];
      const { errors } = await outcomes([
        approveApplication(by(ann), { id: first.id, tier: null, note: "" }),
        ...others.map((other) => other(second)),
      ]);
      for (const error of errors) expect(error).toMatchObject({ kind: "conflict" });
      expect(await getApplicationBySecret(visitor(), first)).toMatchObject({ status: "approved" });
    }
  });

  it("of two approvals at once one counts", async () => {
    const did = freshDid();
    const [first, second] = [await sent(agentForm({ did })), await sent(agentForm({ did }))];
    const { done } = await outcomes([
      approveApplication(by(ann), { id: first.id, tier: null, note: "" }),
      approveApplication(by(ben), { id: second.id, tier: null, note: "" }),
    ]);
    expect(done).toBe(1);
    const states = [await getApplicationBySecret(visitor(), first), await getApplicationBySecret(visitor(), second)];
    expect(states.map(({ status }) => status).sort()).toEqual(["approved", "rejected"]);
  });

  it("is rejected if the DID has got a token or an organisation since", async () => {
    const held = await sent();
    await issueCredential(by(ann), { kind: "agent", did: held.did, label: "" });
    const owned = await sent();
    await registerAgent(by({ kind: "provider", credentialId: randomUUID(), organisation: "Other" }), owned);
    for (const { id } of [held, owned]) {
      const approval = approveApplication(by(ann), { id, tier: "T2", note: "" });
      await expect(approval).rejects.toMatchObject({ kind: "didTaken" });
      expect((await getApplication(by(ann), { id })).application.status).toBe("pending");
    }
  });

  it("leaves the other applications of an organisation open", async () => {
    const first = await sent(providerForm());
    const second = await sent(providerForm({ organisation: first.organisation }));
    await approveApplication(by(ann), { id: second.id, tier: null, note: "" });
    expect(await getApplicationBySecret(visitor(), first)).toMatchObject({ status: "pending" });
  });
});

describe("an approval lapses after 14 days", () => {
  it("then there is nothing to claim until an operator approves again, and the DID is free for others", async () => {
    const { id, secret, did } = await approved();
    expect(await getApplicationBySecret(by(ann, later(13.9)), { secret })).toMatchObject({ lapsed: false });
    const late = by({ kind: "anonymous" }, later(14.1));
    expect(await getApplicationBySecret(late, { secret })).toMatchObject({ lapsed: true });
    await expect(claimToken(late, { secret })).rejects.toMatchObject({
      kind: "conflict",
      message: expect.stringContaining("approval expired"),
    });
    const organisation = { kind: "provider", credentialId: randomUUID(), organisation: "Free Guild" } as const;
    await expect(registerAgent(by(organisation), { did })).rejects.toMatchObject({ kind: "didTaken" });
    await approveApplication(by(ben, later(14.1)), { id, tier: null, note: "" });
    await claimToken(late, { secret });
  });

  it("cannot be given again before, nor once an organisation owns the DID", async () => {
    const { id, did } = await approved();
    const again = { id, tier: null, note: "" };
    await expect(approveApplication(by(ben), again)).rejects.toMatchObject({ kind: "conflict" });
    const organisation = { kind: "provider", credentialId: randomUUID(), organisation: "Free Guild" } as const;
    await registerAgent(by(organisation, later(15)), { did });
    await expect(approveApplication(by(ben, later(15)), again)).rejects.toMatchObject({ kind: "didTaken" });
  });
});

describe("a key for an organisation that has agents or a key", () => {
  it("asks the operator to type its name, and gets its first spelling", async () => {
    const organisation = `Guild ${randomUUID()}`;
    await issueCredential(by(ann), { kind: "provider", organisation, label: "" });
    await registerAgent(by({ kind: "provider", credentialId: randomUUID(), organisation }), { did: freshDid() });
    const { id, secret } = await sent(providerForm({ organisation: organisation.toUpperCase() }));
    expect((await getApplication(by(ann), { id })).background).toMatchObject({ agents: 1, working_tokens: 1 });
    for (const typed of [{}, { organisation: "Guild" }, { organisation: organisation.replace("G", "\u050c") }]) {
      const approval = approveApplication(by(ann), { id, tier: null, note: "", ...typed });
      await expect(approval).rejects.toMatchObject({ kind: "invalid", field: "organisation" });
    }
    await approveApplication(by(ann), { id, tier: null, note: "", organisation });
    const { token } = await claimToken(visitor(), { secret });
    expect(await authenticate(by(ann), `Bearer ${token}`)).toMatchObject({ kind: "provider", organisation });
  });

  it("is not claimed by an approval from before, when the organisation had none and no name was typed", async () => {
    const organisation = `Guild ${randomUUID()}`;
    const [first, second] = [
      await approved(providerForm({ organisation })),
      await approved(providerForm({ organisation })),
    ];
    const { token } = await claimToken(visitor(), first);
    await expect(claimToken(visitor(), second)).rejects.toMatchObject({ kind: "conflict" });
    expect(await authenticate(by(ann), `Bearer ${token}`)).toMatchObject({ kind: "provider", organisation });
  });

  it("keys that are issued at once in two spellings are one organisation’s", async () => {
    const name = `Guild ${randomUUID()}`;
    const issue = (organisation: string) =>
      issueCredential(by(ann), { kind: "provider", organisation, label: "" }).then((issued) => issued.organisation);
    const names = await Promise.all([name, name.toUpperCase(), name.toLowerCase()].map(issue));
    expect(new Set(names).size).toBe(1);
  });

  it("a name that looks like a known one warns the approver, and is no conflict", async () => {
    const organisation = `Acme ${randomUUID()}`;
    await issueCredential(by(ann), { kind: "provider", organisation, label: "" });
    const { id } = await sent(providerForm({ organisation: organisation.replace("A", "\u0410") }));
    const { background } = await getApplication(by(ann), { id });
    expect(background).toMatchObject({ agents: 0, working_tokens: 0, look_alikes: [organisation] });
    await approveApplication(by(ann), { id, tier: null, note: "" });
  });
});

it("an application for an organisation’s DID repeats the organisation’s name, and leaves the agent with it", async () => {
  const organisation = `Guild ${randomUUID()}`;
  const key = { kind: "provider", credentialId: randomUUID(), organisation } as const;
  const did = freshDid();
  await registerAgent(by(key), { did });
  await expect(sent(agentForm({ did }))).rejects.toMatchObject({ kind: "didTaken", field: "organisation" });
  const { secret } = await approved(agentForm({ did, organisation: organisation.toUpperCase() }), "T2");
  const { token } = await claimToken(visitor(), { secret });
  const [row] = await database().select().from(agents).where(eq(agents.did, did));
  expect(row).toMatchObject({ ownerKind: "organisation", organisation, grantedTier: "T2" });
  await registerAgent(by(await authenticate(by(ann), `Bearer ${token}`)), { did });
  await registerAgent(by(key), { did });
});
