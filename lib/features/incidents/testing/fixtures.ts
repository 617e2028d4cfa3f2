import { POST as confirmRoute } from "@/app/api/incident/[id]/confirm/route";
import { POST as postmortemRoute } from "@/app/api/incident/[id]/postmortem/route";
import { POST as strikeRoute } from "@/app/api/incident/[id]/strike/route";
import { POST as transitionRoute } from "@/app/api/incident/[id]/transition/route";
import { POST as updateRoute } from "@/app/api/incident/[id]/update/route";
import { POST as openRoute } from "@/app/api/incident/open/route";
import type { Database } from "@/lib/database/open";
import { freshDid, memberFixtures } from "@/lib/features/agents/testing/fixtures";
import { RecordAudit } from "@/lib/features/council/schema";
import { recordAudit } from "@/lib/features/council/service/audit";
import { post } from "@/lib/testing/call";
import { Incident } from "../schema";

/** Those who play in the tests of incidents, on one database. */
export function incidentFixtures(database: () => Database) {
  const members = memberFixtures(database);
  const { ctx, registered, tokenOf } = members;
  /** A T1 agent with its token. */
  const reporter = async () => {
    const did = await registered(freshDid("reporter"));
    return { did, token: await tokenOf(did) };
  };
  /** An agent registered a year ago that earned T3. */
  const trusted = async () => {
    const yearAgo = new Date(Date.now() - 365 * 86_400_000);
    const did = await registered(freshDid("trusted"), undefined, yearAgo);
    for (const auditor of ["did:fed:s0:one", "did:fed:s0:one", "did:fed:s0:two"]) {
      await recordAudit(ctx(), RecordAudit.parse({ did, auditor, verdict: "pass" }));
    }
    return did;
  };
  const open = async (body: Record<string, unknown>, token: string): Promise<Incident> => {
    const { body: answer } = await post(openRoute, { title: "It went wrong", severity: "LOW", ...body }, { token });
    return Incident.parse(answer);
  };
  const move = (id: number, status: string, token: string, more: Record<string, unknown> = {}) =>
    post(transitionRoute, { status, note: `to ${status}`, ...more }, { token, params: { id: String(id) } });
  const confirm = (id: number, token: string, more: Record<string, unknown> = {}) =>
    post(confirmRoute, { note: "The trace shows it.", ...more }, { token, params: { id: String(id) } });
  const strike = (id: number, did: string, token: string) =>
    post(strikeRoute, { did, note: "It was elsewhere." }, { token, params: { id: String(id) } });
  const update = (id: number, token: string, more: Record<string, unknown> = {}) =>
    post(updateRoute, { note: "The cause is found.", ...more }, { token, params: { id: String(id) } });
  const write = (id: number, text: string, token: string) =>
    post(postmortemRoute, { text }, { token, params: { id: String(id) } });
  return { ...members, reporter, trusted, open, move, confirm, strike, update, write };
}
