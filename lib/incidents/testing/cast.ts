import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { POST as strikeRoute } from "@/app/api/incident/[id]/strike/route";
import { POST as transitionRoute } from "@/app/api/incident/[id]/transition/route";
import { POST as openRoute } from "@/app/api/incident/open/route";
import { issueCredential } from "@/lib/access/service/credentials";
import { registerAgent } from "@/lib/agents/service/register";
import { systemContext } from "@/lib/context";
import { RecordAudit } from "@/lib/council/schema";
import { recordAudit } from "@/lib/council/service/audit";
import type { Database } from "@/lib/db/open";
import { agents } from "@/lib/db/schema/agents";
import { ledgerActs } from "@/lib/db/schema/ledger";
import { post } from "@/lib/testing/call";
import { Incident } from "../schema";

/** Those who play in the tests of incidents, on one database. */
export function castOn(database: () => Database) {
  const ctx = (now = new Date()) => ({ ...systemContext(database()), clock: () => now });
  const freshDid = (name = "agent") => `did:fed:s1:${name}-${randomUUID().slice(0, 8)}`;
  const record = { role: "r", model: "m", skills: ["s"], capabilities: ["c"] };

  const registered = async (did = freshDid(), organisation?: string): Promise<string> => {
    const caller = organisation
      ? ({ kind: "provider", credentialId: "c", organisation } as const)
      : ({ kind: "system" } as const);
    await registerAgent({ ...ctx(), caller }, { did, ...record });
    return did;
  };
  /** A T1 agent with its token. */
  const reporter = async () => {
    const did = await registered(freshDid("reporter"));
    return { did, token: (await issueCredential(ctx(), { kind: "agent", did, label: "" })).token };
  };
  /** An agent registered a year ago that earned T3. */
  const trusted = async () => {
    const did = freshDid("trusted");
    await registerAgent(ctx(new Date(Date.now() - 365 * 86_400_000)), { did, ...record });
    for (const auditor of ["did:fed:s0:one", "did:fed:s0:one", "did:fed:s0:two"]) {
      await recordAudit(ctx(), RecordAudit.parse({ did, auditor, verdict: "pass" }));
    }
    return did;
  };
  const operatorToken = async () => (await issueCredential(ctx(), { kind: "operator", label: "" })).token;
  const standing = async (did: string) => {
    const [row] = await database().select().from(agents).where(eq(agents.did, did));
    return { tier: row?.trustTier, score: row?.trustScore, granted: row?.grantedTier };
  };
  const actsOn = async (subject: string) =>
    (await database().select().from(ledgerActs).where(eq(ledgerActs.subject, subject)).orderBy(ledgerActs.seq)).map(
      ({ kind }) => kind,
    );
  const open = async (body: Record<string, unknown>, token: string): Promise<Incident> => {
    const { body: answer } = await post(openRoute, { title: "It went wrong", severity: "LOW", ...body }, { token });
    return Incident.parse(answer);
  };
  const move = (id: number, status: string, token: string, more: Record<string, unknown> = {}) =>
    post(transitionRoute, { status, note: `to ${status}`, ...more }, { token, params: { id: String(id) } });
  const strike = (id: number, did: string, token: string) =>
    post(strikeRoute, { did, note: "It was elsewhere." }, { token, params: { id: String(id) } });
  return { ctx, freshDid, registered, reporter, trusted, operatorToken, standing, actsOn, open, move, strike };
}
