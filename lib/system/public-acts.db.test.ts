import { randomUUID } from "node:crypto";
import { eq, or } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { GET as listActs } from "@/app/api/council/acts/route";
import { hashToken } from "@/lib/authority/tokens";
import { credentials } from "@/lib/database/schema/access";
import { applications } from "@/lib/database/schema/applications";
import { changes } from "@/lib/database/schema/change-feed";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { reports } from "@/lib/database/schema/reports";
import { claimToken } from "@/lib/features/access/applications/service/claim";
import { rejectApplication } from "@/lib/features/access/applications/service/decide";
import { withdrawApplication } from "@/lib/features/access/applications/service/withdraw";
import { ann } from "@/lib/features/access/applications/testing/fixtures";
import { agentForm, providerForm } from "@/lib/features/access/applications/testing/form";
import { issueCredential, revokeCredential, rotateCredential } from "@/lib/features/access/service/credentials";
import { storeOperator } from "@/lib/features/access/testing/operators";
import { grantTier } from "@/lib/features/agents/service/grant-tier";
import { registerAgent } from "@/lib/features/agents/service/register";
import { freshDid } from "@/lib/features/agents/testing/fixtures";
import { redactRecord } from "@/lib/features/council/redactions/service/redact";
import { PublicActList } from "@/lib/features/council/schema";
import { dismissReport, openReport } from "@/lib/features/incidents/reports/service/decide";
import { incidentFrom, reportFixtures } from "@/lib/features/incidents/reports/testing/fixtures";
import { get } from "@/lib/testing/call";
import { storeTexts } from "./testing/redactable";

const { database, by, visitor, sent, approved, reported } = reportFixtures();

/** An agent of the operators with a granted tier. */
async function imported(): Promise<string> {
  const did = freshDid("imported");
  await registerAgent(by({ kind: "system" }), { did });
  await grantTier(by(ann), { did, tier: "T4", reason: "Known." });
  return did;
}

async function handOver() {
  const did = await imported();
  const token = hashToken(randomUUID());
  const expired = { createdAt: new Date(0), expiresAt: new Date(1), createdBy: "system" };
  await database()
    .insert(credentials)
    .values({ id: randomUUID(), kind: "agent", tokenHash: token, did, label: "label-former", ...expired });
  const { secret, id } = await approved(agentForm({ did, email: "claimant@people.example" }), "T2");
  await claimToken(visitor(), { secret });
  return { did, application: id };
}

async function useCredentials() {
  const { id } = await issueCredential(by(ann), { kind: "agent", did: await imported(), label: "label-agent" });
  const successor = await rotateCredential(by(ann), { id });
  await revokeCredential(by(ann), { id: successor.id });
  await issueCredential(by(ann), { kind: "provider", organisation: "Guild", label: "label-provider" });
  const { id: other } = await issueCredential(by(ann), { kind: "operator", label: "label-other" });
  await revokeCredential(by(ann), { id: other });
  return id;
}

let claimed: Awaited<ReturnType<typeof handOver>>;
let credential: string;
beforeAll(async () => {
  await storeOperator(database(), ann, "label-operator");
  await storeTexts(by(ann), (what) => `${what}.`);
  claimed = await handOver();
  credential = await useCredentials();
  const organisation = await approved(providerForm({ email: "guild@people.example" }));
  await claimToken(visitor(), organisation);
  const rejected = await sent(agentForm({ email: "rejected@people.example" }));
  await rejectApplication(by(ann), { id: rejected.id, seen: "pending", note: "Not now." });
  await withdrawApplication(visitor(), await sent(agentForm({ email: "withdrawn@people.example" })));
  const opened = await reported({ email: "reporter@people.example" });
  await openReport(by(ann), incidentFrom(opened.id, { affected: claimed.did }));
  const dismissed = await reported({ email: "dismissed@people.example" });
  await dismissReport(by(ann), { id: String(dismissed.id), reason: "It was a test." });
});

async function readActs() {
  const acts: PublicActList["acts"] = [];
  for (let cursor: string | undefined; ; ) {
    const { body } = await get(listActs, { limit: "50", ...(cursor === undefined ? {} : { cursor }) });
    const page = PublicActList.parse(body);
    acts.push(...page.acts);
    if (page.next_cursor === undefined) return acts;
    cursor = page.next_cursor;
  }
}

describe("the council's public record", () => {
  it("names no credential, application, e-mail address or label", async () => {
    const acts = await readActs();
    const tokens = await database().select().from(credentials);
    const asked = await database().select().from(applications);
    const told = await database().select({ email: reports.email }).from(reports);
    const labels = tokens.map(({ label }) => label).filter((label) => label.startsWith("label-"));
    const emails = [...asked, ...told].map(({ email }) => email).filter((email) => email !== "");
    expect([labels.length, emails.length]).toEqual([6, 5]);
    const secrets = [...tokens.map(({ id }) => id), ...asked.map(({ id }) => id), ...labels, ...emails];
    for (const act of acts) {
      const text = JSON.stringify(act);
      const found = secrets.filter((secret) => text.includes(secret));
      expect(found, `${act.kind} ${text}`).toEqual([]);
      expect(text).not.toMatch(/@[a-z]+\.example/);
    }
    const shown = new Set(acts.filter(({ content }) => content === "public").map(({ kind }) => kind));
    for (const kind of ["agent.handed_over", "tier.granted", "tier.grant_withdrawn", "incident.opened"]) {
      expect(shown).toContain(kind);
    }
    expect(new Set(acts.map(({ kind }) => kind.split(".")[0]))).toEqual(
      new Set("agent application audit credential incident relay report rfc tier".split(" ")),
    );
  });

  it("says why a hand-over happened, and the operators find its tokens in the act about the application", async () => {
    const acts = (await readActs()).filter(({ subject }) => subject === claimed.did);
    const details = (kind: string) => acts.find((act) => act.kind === kind)?.details;
    expect(details("agent.handed_over")).toEqual({ by: "application", revoked: 1 });
    expect(details("tier.grant_withdrawn")).toMatchObject({ reason: "Its owner changed." });
    expect(details("tier.granted")?.["reason"]).toBe("An operator approved this tier with the agent's application.");
    const [former] = await database().select().from(credentials).where(eq(credentials.label, "label-former"));
    const about = await database().select().from(ledgerActs).where(eq(ledgerActs.subject, claimed.did));
    expect(about.find(({ kind }) => kind === "application.claimed")?.details).toMatchObject({
      application: claimed.application,
      revoked: [former?.id],
    });
  });

  it("does not name the agent of a private act when the act is redacted", async () => {
    const isPrivate = or(eq(ledgerActs.subject, claimed.did), eq(ledgerActs.subject, credential));
    const about = await database().select().from(ledgerActs).where(isPrivate);
    const act = about.find(({ kind }) => kind === "application.approved");
    if (!act) throw new Error("there is no act of the approval");
    await redactRecord(by(ann), { subject: "act", id: String(act.seq), fields: ["reason"], reason: "A name." });
    const [told] = await database()
      .select()
      .from(changes)
      .where(eq(changes.subject, `act:${act.seq}`));
    expect(told).toMatchObject({ kind: "record.redacted", dids: [] });
  });
});
