import { atomFeed, escapeMarkup, type Feed, type FeedEntry, jsonFeed } from "@/lib/http/feed";
import { getIncidentsAtom, getIncidentsJsonFeed } from "../contract";
import type { RecentIncident } from "../schema";
import { incidentHref, REGISTER } from "./address";
import { findingOf, SEVERITY_NAMES, STATUS_NAMES } from "./names";

/** Whose feed it is, and where it is asked for. */
export interface FeedAbout {
  service: string;
  /** This service's public address, without a slash at its end. */
  origin: string;
}

/** A paragraph for each line of a text. */
const paragraphs = (text: string) =>
  text
    .split(/\s*\n\s*/)
    .map((line) => (line === "" ? "" : `<p>${escapeMarkup(line)}</p>`))
    .join("");

/** Severity, status and finding, as a reader's list shows them. */
function stateOf(incident: RecentIncident): string {
  const state = [SEVERITY_NAMES[incident.severity], STATUS_NAMES[incident.status].toLowerCase(), findingOf(incident)];
  return state.filter(Boolean).join(", ");
}

function contentOf(incident: RecentIncident): string {
  const { incident_type, description, affected, last_note } = incident;
  const named = affected.map((did) => `<li><code>${escapeMarkup(did)}</code></li>`).join("");
  return [
    paragraphs(`${stateOf(incident)}: ${incident_type}.`),
    paragraphs(description),
    named && `<p>It names:</p><ul>${named}</ul>`,
    last_note && `<p>Said last:</p><blockquote>${paragraphs(last_note)}</blockquote>`,
  ].join("");
}

function entryOf(incident: RecentIncident): FeedEntry {
  return {
    path: incidentHref(incident.id),
    title: `${stateOf(incident)}: ${incident.title}`,
    content: contentOf(incident),
    published: incident.created_at,
    updated: incident.updated_at,
    categories: [incident.severity, incident.status, ...(incident.confirmed ? [] : ["UNCONFIRMED"])],
  };
}

function feedOf(incidents: readonly RecentIncident[], { service, origin }: FeedAbout, generatedAt: string): Feed {
  return {
    service,
    origin,
    title: "incidents",
    description: "What went wrong, who acted, and when.",
    page: REGISTER,
    entries: incidents.map(entryOf),
    generatedAt,
  };
}

/** JSON Feed 1.1, one item an incident. */
export function viewJsonFeed(incidents: readonly RecentIncident[], about: FeedAbout, generatedAt: string): string {
  return jsonFeed(feedOf(incidents, about, generatedAt), getIncidentsJsonFeed.path);
}

/** Atom (RFC 4287), one entry an incident. */
export function viewAtomFeed(incidents: readonly RecentIncident[], about: FeedAbout, generatedAt: string): string {
  return atomFeed(feedOf(incidents, about, generatedAt), getIncidentsAtom.path);
}
