import * as council from "@/lib/features/council/contract";
import type { Audit } from "@/lib/features/council/schema";
import { getAudit, getCouncilStatus, listAudits } from "@/lib/features/council/service/read";
import { auditPageTexts } from "@/lib/features/council/texts";
import type { Dispute } from "@/lib/features/disputes/schema";
import { disputeInWords, stateOfDisputes } from "@/lib/features/disputes/view";
import * as incidentContract from "@/lib/features/incidents/contract";
import { type ListedIncident, Severity } from "@/lib/features/incidents/schema";
import { browseIncidents } from "@/lib/features/incidents/service/browse";
import { countIncidents, getIncident } from "@/lib/features/incidents/service/read";
import { incidentPageTexts } from "@/lib/features/incidents/texts";
import { statusWithFinding } from "@/lib/features/incidents/view/names";
import * as relay from "@/lib/features/relay/contract";
import { replayTrace } from "@/lib/features/relay/service/replay";
import { getRelayDrift, getRelayStatus } from "@/lib/features/relay/service/status";
import { relayPageTexts } from "@/lib/features/relay/texts";
import * as rfcContract from "@/lib/features/rfcs/contract";
import { bodyOf } from "@/lib/features/rfcs/rules";
import { listRfcs, readRfc } from "@/lib/features/rfcs/service/read";
import { rfcPageTexts } from "@/lib/features/rfcs/texts";
import { pathOf } from "@/lib/http/client";
import { pageSegment } from "@/lib/http/page-address";
import { actor, agentLink, markdownPage, shown } from "./page";
import { type Content, code, codeBlock, facts, link, list, listed, paragraph, quote, table, verbatim } from "./write";

const EVENTS = 200;

const stateOf = ({ disputed, decision }: Pick<Audit, "disputed" | "decision">) => (disputed ? "disputed" : decision);

export const auditRow = (audit: Audit) => {
  const { id, created_at, did, auditor, verdict, summary } = audit;
  return {
    When: link(`/audits/${id}.md`, created_at),
    Of: agentLink(did),
    By: actor(auditor),
    Verdict: [verdict, disputeInWords(stateOf(audit))].filter(Boolean).join(", "),
    Summary: summary,
  };
};

export const incidentRow = (incident: ListedIncident) => ({
  Incident: link(`/incidents/${incident.id}.md`, incident.id),
  Title: incident.title,
  Severity: incident.severity,
  Status: [statusWithFinding(incident), disputeInWords(incident.dispute)].filter(Boolean).join(", "),
  Opened: incident.created_at,
});

/** Returns the replies in full, and the decisions. They are others' words. */
function replySections(disputes: readonly Dispute[]): Content {
  if (disputes.length === 0) return null;
  return disputes.map(({ did, due_at, disputed, replies, decision }) => [
    replies.map(({ author, version, at, text, superseded }) => [
      paragraph(
        ...["For ", agentLink(did), ", by ", actor(author), `, ${at}, version ${version}`],
        superseded ? ", which its author replaced:" : ":",
      ),
      quote(text),
    ]),
    disputed && `An operator decides by ${due_at}.`,
    decision && [
      paragraph("Decided about ", agentLink(did), ` by ${decision.by}, ${decision.at}: ${decision.decision}.`),
      quote(decision.reason),
    ],
  ]);
}

export const getAuditText = markdownPage(council.getAuditText, async (ctx, { params }) => {
  const audit = await getAudit(ctx, params);
  const { id, did, auditor, verdict, summary, findings, evidence, seq, created_at, disputes } = audit;
  const statements = (all: readonly unknown[]) =>
    all.length > 0 && list(all.map((one) => (typeof one === "string" ? one : code(JSON.stringify(one)))));
  return {
    title: ["Audit of ", agentLink(did)],
    json: pathOf(council.getAudit, { params: { id } }),
    content: [
      facts({
        Verdict: [verdict, disputeInWords(stateOf(audit))].filter(Boolean).join(", "),
        Of: agentLink(did),
        By: actor(auditor),
        When: created_at,
        "In the council's log": link(`/council/acts/${seq}.md`, seq),
      }),
      summary && ["In the auditor's words:", quote(summary)],
    ],
    sections: {
      Findings: statements(findings),
      Evidence: statements(evidence),
      "Replies and decision": replySections(disputes),
    },
  };
});

export const getAuditsText = markdownPage(council.getAuditsText, async (ctx, { query }) => {
  const [{ audits, total, offset }, { stats }] = await Promise.all([listAudits(ctx, query), getCouncilStatus(ctx)]);
  return {
    title: auditPageTexts.title,
    lede: `${auditPageTexts.lede} The newest audit is first. Summaries are the auditors' words.`,
    json: pathOf(council.listAudits, { query }),
    content: [
      facts({
        "On record": stats.total_audits,
        Completed: stats.completed_audits,
        "Active agents of tier T1 or above": stats.verified_agents,
      }),
      table(audits, auditRow, auditPageTexts.none),
      shown(council.getAuditsText, query, { offset, count: audits.length, total }),
    ],
  };
});

export const getIncidentsText = markdownPage(incidentContract.getIncidentsText, async (ctx, { query }) => {
  const [{ incidents, total }, counts] = await Promise.all([browseIncidents(ctx, query), countIncidents(ctx)]);
  const of = (wanted: Severity) =>
    counts.reduce((sum, { severity, incidents: many }) => sum + (severity === wanted ? many : 0), 0);
  return {
    title: incidentPageTexts.title,
    lede: `${incidentPageTexts.lede} Unsettled incidents are first.`,
    json: incidentContract.listIncidents.path,
    content: [
      facts(Object.fromEntries(Severity.options.toReversed().map((severity) => [severity, of(severity)]))),
      table(incidents, incidentRow, incidentPageTexts.none),
      shown(incidentContract.getIncidentsText, query, { offset: query.offset, count: incidents.length, total }),
    ],
  };
});

export const getIncidentText = markdownPage(incidentContract.getIncidentText, async (ctx, { params }) => {
  const incident = await getIncident(ctx, params);
  const { id, trace_id, description, affected, timeline, postmortem, seal } = incident;
  return {
    title: `Incident ${id}: ${incident.title}`,
    json: pathOf(incidentContract.getIncident, { params: { id: String(id) } }),
    content: [
      facts({
        Severity: incident.severity,
        Status: statusWithFinding(incident),
        Dispute: disputeInWords(stateOfDisputes(incident.disputes)),
        Kind: incident.incident_type,
        "Reported by": actor(incident.reporter),
        "Confirmed by": incident.confirmed_by === null ? "not confirmed yet" : actor(incident.confirmed_by),
        Opened: incident.created_at,
        Resolved: incident.resolved_at,
        Trace: trace_id && link(`/traces/${pageSegment(trace_id)}.md`, trace_id),
        "Proposes a freeze": incident.freeze_proposed ? "yes, and a person decides" : null,
      }),
      description && ["In the reporter's words:", quote(description)],
    ],
    sections: {
      "Agents named":
        affected.length === 0
          ? "None."
          : list(affected.map(({ did, struck }) => [agentLink(did), struck ? ", struck by an operator" : ""])),
      "What happened": table(timeline, ({ at, kind, actor: by, note, did }) => ({
        When: at,
        What: did === null ? kind : `${kind} ${did}`,
        Who: actor(by),
        Note: kind === "postmortem" ? "" : note,
      })),
      Postmortem: postmortem && [
        `Version ${postmortem.version}, ${postmortem.at}.`,
        codeBlock("markdown", postmortem.text),
      ],
      "Replies and decisions": replySections(incident.disputes),
      Sealed:
        seal &&
        facts({ "SHA-256": code(seal.sha256), Record: link(seal.record, seal.record), Anchor: seal.anchor_seq }),
    },
  };
});

export const getRfcsText = markdownPage(rfcContract.getRfcsText, async (ctx, { query }) => {
  const { rfcs, by_status, total } = await listRfcs(ctx, query);
  return {
    title: rfcPageTexts.title,
    lede: rfcPageTexts.lede,
    json: pathOf(rfcContract.listRfcs, { query }),
    content: [
      facts({ ...by_status, "In all": total }),
      table(
        rfcs,
        ({ number, title, status, since, summary }) => ({
          RFC: link(`/rfcs/${number}.md`, number),
          Title: title,
          Status: status,
          Since: since.slice(0, 10),
          "What it says": summary,
        }),
        rfcPageTexts.none,
      ),
    ],
  };
});

export const getRfcText = markdownPage(rfcContract.getRfcText, async (ctx, { params }) => {
  const rfc = await readRfc(ctx, params);
  const rule = (number: number) => link(`/rfcs/${number}.md`, `RFC ${number}`);
  return {
    title: `RFC ${rfc.number}: ${rfc.title}`,
    json: pathOf(rfcContract.getRfc, { params: { number: String(rfc.number) } }),
    content: [
      facts({
        Status: rfc.status,
        Since: rfc.since,
        "Superseded by": rfc.superseded_by && rule(rfc.superseded_by),
        Supersedes: listed(rfc.supersedes.map(rule)),
        Authors: rfc.authors.join(", "),
        "SHA-256 of the text": code(rfc.sha256),
        Reviews: `${rfc.tally.approve} approve, ${rfc.tally.object} object, ${rfc.tally.comment} comment`,
      }),
      verbatim(bodyOf(rfc.text)),
    ],
    sections: {
      Reviews: [
        rfc.reviews.length === 0 && "None yet.",
        rfc.reviews.map(({ reviewer, verdict, created_at, current, text }) => [
          paragraph(actor(reviewer), `, ${created_at}: ${verdict}${current ? "" : ", no longer counted"}`),
          text && quote(text),
        ]),
      ],
      Decisions: table(rfc.decisions, ({ decided_at, status, actor: by, reason }) => ({
        When: decided_at,
        Status: status,
        By: actor(by),
        Reason: reason,
      })),
    },
  };
});

export const getRelayText = markdownPage(relay.getRelayText, async (ctx, _, origin) => {
  const [status, drift] = await Promise.all([getRelayStatus(ctx), getRelayDrift(ctx)]);
  const { last_24h, totals, route_latency_ms: latency } = status;
  const within = (milliseconds: number | null) =>
    milliseconds === null ? "none routed yet" : `${milliseconds.toFixed(1)} ms`;
  return {
    title: relayPageTexts.title,
    lede: relayPageTexts.lede,
    json: relay.getRelayStatus.path,
    content: facts({
      Frozen: status.frozen ? `since ${status.since}: ${status.reason}` : "no",
      "Events sent": `${last_24h.events} in 24 hours, ${totals.events} ever`,
      "Intents routed": `${last_24h.routings} in 24 hours, ${totals.routings} ever`,
      "Matched in 24 hours": `${last_24h.matches.semantic} semantic, ${last_24h.matches.syntactic} by words, ${last_24h.matches.none} without a match`,
      "p50 latency": within(latency.p50),
      "p99 latency": within(latency.p99),
      Drift: `${drift.drifted} of ${drift.samples} requests in 24 hours had no match${drift.threshold === null ? "" : ` of ${drift.threshold} or more`}`,
      "Vector store": drift.vector_store.status,
    }),
    sections: {
      "Try a route": [
        "Without a token. Nothing is stored:",
        codeBlock("sh", `curl -s '${origin}${relay.previewRoute.path}?intent=summarise+a+contract'`),
      ],
    },
  };
});

export const getTraceText = markdownPage(relay.getTraceText, async (ctx, { params }) => {
  const trace = await replayTrace(ctx, { ...params, limit: EVENTS, after: 0 });
  return {
    title: ["Trace ", code(trace.trace_id)],
    lede: "All events of the trace, and how its intents were routed. Intents are the senders' words.",
    json: pathOf(relay.replayTrace, { params, query: {} }),
    content: [
      table(trace.events, ({ seq, received_at, record, kind, src_did, dst_did, intent }) => ({
        "No.": seq,
        Received: received_at,
        What: record === "routing" ? "routing" : kind,
        From: actor(src_did),
        To: dst_did === null ? "nobody" : actor(dst_did),
        Intent: intent,
      })),
      trace.next !== null && `The first ${EVENTS} of ${trace.count}. The JSON has all.`,
    ],
  };
});
