import * as contract from "@/lib/features/incidents/contract";
import { type ListedIncident, Severity } from "@/lib/features/incidents/schema";
import { browseIncidents } from "@/lib/features/incidents/service/browse";
import { countIncidents, getIncident } from "@/lib/features/incidents/service/read";
import { incidentPageTexts } from "@/lib/features/incidents/texts";
import { statusWithFinding } from "@/lib/features/incidents/view/names";
import { pathOf } from "@/lib/http/client";
import { pageSegment } from "@/lib/http/page-address";
import {
  code,
  codeBlock,
  facts,
  heading,
  type Inline,
  link,
  list,
  paragraph,
  quote,
  table,
} from "@/lib/portal/markdown/write";
import { actor } from "./council";
import { agentLink, markdownPage, type SiteContext, shown } from "./page";

export const incidentRows = (incidents: readonly ListedIncident[], { origin }: SiteContext): Inline[][] =>
  incidents.map((incident) => [
    link(`${origin}/incidents/${incident.id}.md`, incident.id),
    incident.title,
    incident.severity,
    statusWithFinding(incident),
    incident.created_at,
  ]);

export const writeIncidents = markdownPage(contract.getIncidentsText, async (ctx, { query }, about) => {
  const [{ incidents, total }, counts] = await Promise.all([browseIncidents(ctx, query), countIncidents(ctx)]);
  const { limit, offset, ...filters } = query;
  const of = (wanted: Severity) =>
    counts.reduce((sum, { severity, incidents: many }) => sum + (severity === wanted ? many : 0), 0);
  return {
    title: [incidentPageTexts.title],
    lede: `${incidentPageTexts.lede} Unsettled incidents are first.`,
    json: contract.listIncidents.path,
    blocks: [
      facts(Object.fromEntries(Severity.options.toReversed().map((severity) => [severity, of(severity)]))),
      table(
        ["Incident", "Title", "Severity", "Status", "Opened"],
        incidentRows(incidents, about),
        incidentPageTexts.none,
      ),
      shown(
        about.origin + contract.getIncidentsText.path,
        { ...filters, limit },
        { offset, count: incidents.length, total },
      ),
    ],
  };
});

export const writeIncident = markdownPage(contract.getIncidentText, async (ctx, { params }, about) => {
  const incident = await getIncident(ctx, params);
  const { id, affected, timeline, postmortem, seal } = incident;
  return {
    title: [`Incident ${id}: ${incident.title}`],
    json: pathOf(contract.getIncident, { params: { id: String(id) } }),
    blocks: [
      facts({
        Severity: incident.severity,
        Status: statusWithFinding(incident),
        Kind: incident.incident_type,
        "Reported by": actor(about, incident.reporter),
        "Confirmed by": incident.confirmed_by === null ? "not confirmed yet" : actor(about, incident.confirmed_by),
        Opened: incident.created_at,
        Resolved: incident.resolved_at,
        Trace:
          incident.trace_id && link(`${about.origin}/traces/${pageSegment(incident.trace_id)}.md`, incident.trace_id),
        "Proposes a freeze": incident.freeze_proposed ? "yes, and a person decides" : null,
      }),
      ...(incident.description ? [paragraph("In the reporter's words:"), quote(incident.description)] : []),
      heading(2, "Agents named"),
      ...(affected.length === 0
        ? [paragraph("None.")]
        : [list(affected.map(({ did, struck }) => [agentLink(about, did), struck ? ", struck by an operator" : ""]))]),
      heading(2, "What happened"),
      table(
        ["When", "What", "Who", "Note"],
        timeline.map(({ at, kind, actor: by, note, did }) => [
          at,
          did === null ? kind : `${kind} ${did}`,
          actor(about, by),
          kind === "postmortem" ? "" : note,
        ]),
      ),
      ...(postmortem
        ? [
            heading(2, "Postmortem"),
            paragraph(`Version ${postmortem.version}, ${postmortem.at}.`),
            codeBlock("markdown", postmortem.text),
          ]
        : []),
      ...(seal
        ? [
            heading(2, "Sealed"),
            facts({
              "SHA-256": code(seal.sha256),
              Record: link(about.origin + seal.record, seal.record),
              Anchor: seal.anchor_seq,
            }),
          ]
        : []),
    ],
  };
});
