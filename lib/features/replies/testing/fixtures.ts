import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { POST as decideRoute } from "@/app/api/incident/[id]/decide/route";
import { POST as replyRoute } from "@/app/api/incident/[id]/reply/route";
import { GET as getIncidentRoute } from "@/app/api/incident/[id]/route";
import type { Context } from "@/lib/authority/context";
import type { Database } from "@/lib/database/open";
import { operatorCaller } from "@/lib/features/access/testing/operators";
import { grantTier } from "@/lib/features/agents/service/grant-tier";
import { RecordAudit } from "@/lib/features/council/schema";
import { incidentRecord } from "@/lib/features/disputes/rules";
import { incidentFixtures } from "@/lib/features/incidents/testing/fixtures";
import { get, post } from "@/lib/testing/call";
import { recordAuditAndTell } from "../service/record-audit";

/** Accused agents and their owners, on one database. */
export function replyFixtures(database: () => Database) {
  const incidents = incidentFixtures(database);
  const { ctx, tokenOf, operatorToken, standing, trusted, open } = incidents;

  const operator = (): Context => ({ ...ctx(), caller: operatorCaller() });
  const agentCaller = (did: string): Context => ({
    ...ctx(),
    caller: { kind: "agent", credentialId: randomUUID(), did, tier: "T1" },
  });

  /** An agent that earned T3 and belongs to the holder of its token, named by an operator's incident. */
  async function accused(severity = "MAJOR") {
    const did = await trusted();
    const before = await standing(did);
    const token = await tokenOf(did);
    const operating = await operatorToken();
    const { id } = await open({ severity, affected: [did] }, operating);
    return { did, token, operating, id, before };
  }
  const reply = (id: number, token: string, text = "The sentence is quoted.", more = {}) =>
    post(replyRoute, { text, ...more }, { token, params: { id: String(id) } });
  const decide = (id: number, did: string, decision: string, token: string) =>
    post(decideRoute, { did, decision, reason: "The raw response shows it." }, { token, params: { id: String(id) } });
  const incidentOf = async (id: number) => (await get(getIncidentRoute, "", { id: String(id) })).body;

  /** Writes an earlier version into the table, because one version a day is possible. */
  async function earlierVersion(
    id: number,
    did: string,
    { version = 1, text = "An earlier version.", ago = "25 hours" },
  ) {
    await database().execute(sql`
      insert into replies (id, seq, record, did, version, author, owner_since, text, at, due_at)
      select gen_random_uuid(), -${sql.raw(String(Math.floor(Math.random() * 1e9)))}, ${incidentRecord(id)}, ${did}, ${version}, ${did},
        coalesce((select max(seq) from ledger_acts where subject = ${did} and kind = 'agent.handed_over'), 0),
        ${text}, now() - ${ago}::interval, now() + interval '13 days'`);
  }

  async function audited() {
    const did = await trusted();
    await grantTier(ctx(), { did, tier: "T4", reason: "Trusted." });
    const token = await tokenOf(did);
    const before = await standing(did);
    const input = RecordAudit.parse({
      did,
      auditor: "did:fed:s0:three",
      verdict: "fail",
      summary: "It invents sources.",
    });
    const { id } = await recordAuditAndTell(ctx(), input);
    return { did, token, id, before };
  }

  return { ...incidents, operator, agentCaller, accused, audited, reply, decide, incidentOf, earlierVersion };
}
