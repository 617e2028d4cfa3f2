import { DISPUTED, disputeInWords } from "@/lib/features/disputes/view";
import { escapeMarkup, type Feed, type FeedEntry, paragraphs } from "@/lib/http/feed";
import type { RecentIncident } from "../schema";
import { incidentHref, REGISTER } from "./address";
import { findingOf, SEVERITY_NAMES, STATUS_NAMES } from "./names";

/** Returns severity, status and finding in words. */
function stateOf(incident: RecentIncident): string {
  const state = [
    SEVERITY_NAMES[incident.severity],
    STATUS_NAMES[incident.status].toLowerCase(),
    findingOf(incident),
    disputeInWords(incident.dispute),
  ];
  return state.filter(Boolean).join(", ");
}

function contentOf(incident: RecentIncident): string {
  const { incident_type, description, affected, last_note, postmortem } = incident;
  const named = affected.map((did) => `<li><code>${escapeMarkup(did)}</code></li>`).join("");
  return [
    paragraphs(`${stateOf(incident)}: ${incident_type}.`),
    paragraphs(description),
    named && `<p>It names:</p><ul>${named}</ul>`,
    incident.dispute === "disputed" ? paragraphs(DISPUTED) : "",
    last_note && `<p>Said last:</p><blockquote>${paragraphs(last_note)}</blockquote>`,
    postmortem && `<p>Postmortem:</p><blockquote>${paragraphs(postmortem)}</blockquote>`,
  ].join("");
}

function entryOf(incident: RecentIncident): FeedEntry {
  return {
    path: incidentHref(incident.id),
    title: `${stateOf(incident)}: ${incident.title}`,
    content: contentOf(incident),
    published: incident.created_at,
    updated: incident.updated_at,
    categories: [
      ...[incident.severity, incident.status],
      ...(incident.confirmed ? [] : ["UNCONFIRMED"]),
      ...(incident.dispute === "disputed" ? ["DISPUTED"] : []),
    ],
  };
}

/** Returns the feed of incidents, with one entry for each incident. */
export function viewFeed(incidents: readonly RecentIncident[]): Feed {
  return {
    title: "incidents",
    description: "What went wrong, who acted, and when.",
    page: REGISTER,
    entries: incidents.map(entryOf),
  };
}
