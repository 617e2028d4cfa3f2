import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { registerAgent } from "@/lib/features/agents/service/register";
import { setStatus } from "@/lib/features/agents/service/set-status";
import { updateAgent } from "@/lib/features/agents/service/update";
import { freshDid } from "@/lib/features/agents/testing/fixtures";
import { setFreeze } from "@/lib/features/council/freezes/service/freezes";
import type { RedactRecord } from "@/lib/features/council/redactions/schema";
import { RecordAudit } from "@/lib/features/council/schema";
import { recordAudit } from "@/lib/features/council/service/audit";
import { OpenIncident } from "@/lib/features/incidents/schema";
import { openIncident } from "@/lib/features/incidents/service/open";
import { strikeAgent } from "@/lib/features/incidents/service/strike";
import { transitionIncident } from "@/lib/features/incidents/service/transition";
import { SendEvent } from "@/lib/features/relay/schema";
import { sendEvent } from "@/lib/features/relay/service/send";
import { reviewRfc } from "@/lib/features/rfcs/service/review";
import { syncRfcs } from "@/lib/features/rfcs/service/sync-rfcs";
import { rfcTextOf } from "@/lib/features/rfcs/service/texts";

export const RFC_NUMBER = 9_001;
const TEXT = `---\nnumber: ${RFC_NUMBER}\ntitle: A rule\nstatus: DRAFT\ncreated: 2026-01-01\nauthors: x\n---\n\nA rule.\n`;

/**
 * Stores every kind of text that can be redacted, as an operator, with a sealed incident.
 * @param mark returns a text that occurs nowhere else, for a name
 * @returns the redactions that remove them
 */
export async function storeTexts(operator: Context, mark: (what: string) => string) {
  const did = freshDid("redacted");
  const system: Context = { ...operator, caller: { kind: "system" } };
  await registerAgent(system, { did, skills: ["s"] });
  const incident = await openIncident(
    operator,
    OpenIncident.parse({
      ...{ title: mark("title"), description: mark("description"), severity: "LOW", affected: [did] },
    }),
  );
  const id = String(incident.id);
  await strikeAgent(operator, { id, did, note: mark("struck"), reporter_agreed: false });
  const step = { id, unfounded: false, reporter_agreed: false } as const;
  await transitionIncident(operator, { ...step, status: "RESOLVED", note: mark("resolved") });
  const sealed = await transitionIncident(operator, { ...step, status: "EXPORTED", note: mark("exported") });
  const findings = [mark("finding"), { said: mark("structured") }];
  const audit = await recordAudit(
    operator,
    RecordAudit.parse({ did, verdict: "pass", summary: mark("summary"), findings }),
  );
  await syncRfcs(system, [rfcTextOf("9001.md", Buffer.from(TEXT))]);
  const review = await reviewRfc(operator, {
    ...{ number: String(RFC_NUMBER), verdict: "comment", text: mark("review"), idempotency_key: randomUUID() },
  });
  const event = await sendEvent(
    system,
    SendEvent.parse({ src_did: did, intent: mark("intent"), payload: { said: mark("payload") } }),
    null,
  );
  for (const description of [mark("described"), ""]) {
    await updateAgent(operator, { did, patch: { description }, ifMatch: undefined });
  }
  await setStatus(operator, { did, status: "suspended", reason: mark("suspended") });
  await setFreeze(operator, { subsystem: "relay", frozen: true, reason: "A trial." });
  await setFreeze(operator, { subsystem: "relay", frozen: false, reason: mark("freeze") });
  const seqOf = async (subject: string, kind: string) => {
    const acts = await operator.db.select().from(ledgerActs).where(eq(ledgerActs.subject, subject));
    return String(acts.findLast((act) => act.kind === kind)?.seq);
  };
  const steps = sealed.timeline.filter(({ note }) => note !== "");
  const reason = "It named a person.";
  const redactions: RedactRecord[] = [
    { subject: "incident", id, fields: ["title", "description"], reason },
    ...steps.map(({ seq }): RedactRecord => ({ subject: "act", id: String(seq), fields: ["note"], reason })),
    { subject: "audit", id: audit.id, fields: ["summary", "findings"], reason },
    { subject: "review", id: review.id, fields: ["text"], reason },
    { subject: "version", id: did, fields: ["description"], reason },
    { subject: "event", id: event.id, fields: ["intent", "payload"], reason },
    { subject: "act", id: await seqOf(did, "agent.suspended"), fields: ["reason"], reason },
    { subject: "act", id: await seqOf("relay", "relay.unfrozen"), fields: ["reason"], reason },
  ];
  return { did, incident: incident.id, audit, redactions };
}
