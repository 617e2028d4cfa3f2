import { getAgent } from "@/lib/features/agents/contract";
import { listedTexts, listingOf } from "@/lib/features/agents/listing";
import type { Agent } from "@/lib/features/agents/schema";
import { proveAnchor } from "@/lib/features/anchors/contract";
import { getAudit } from "@/lib/features/council/contract";
import type { Audit } from "@/lib/features/council/schema";
import { passagesOf, spellMet } from "@/lib/features/directory/highlights";
import { matchOf } from "@/lib/features/directory/match";
import { disputeInWords } from "@/lib/features/disputes/view";
import { getIncident } from "@/lib/features/incidents/contract";
import type { ListedIncident } from "@/lib/features/incidents/schema";
import { findingOf, SEVERITY_NAMES, STATUS_NAMES } from "@/lib/features/incidents/view/names";
import { replayTrace } from "@/lib/features/relay/contract";
import { listReleases } from "@/lib/features/releases/contract";
import type { Release } from "@/lib/features/releases/schema";
import { getRfc } from "@/lib/features/rfcs/contract";
import type { RfcSummary } from "@/lib/features/rfcs/schema";
import { shortened } from "@/lib/foundation/text/cut";
import { pathOf } from "@/lib/http/client";
import type { Match } from "@/lib/search/ranking/agent-index";
import type { PortalPage } from "./portal-pages";
import type { SearchHit } from "./schema";

/** Joins facts, and leaves out missing ones. */
const said = (...facts: string[]) => facts.filter((fact) => fact !== "").join(", ");
const dayOf = (instant: string) => instant.slice(0, 10);

/** About three lines of a result. */
const MAX_DESCRIPTION = 200;

/** A listed record has no standing. */
export function agentResult({ did, name, role, status, trust_tier, listed_from, description }: Agent): SearchHit {
  const listing = listingOf({ did, listed_from });
  const standing = listing
    ? said(listedTexts.inWords(listing), status === "unverified" ? "" : status)
    : said(trust_tier, status);
  return {
    kind: "agent",
    id: did,
    title: name,
    about: said(standing, role),
    ...(description === "" ? {} : { description: shortened(description, MAX_DESCRIPTION) }),
    json: pathOf(getAgent, { params: { did } }),
  };
}

/** Returns the result for an agent that the ranker found. @param asked the words of the question that tell something */
export function rankedResult(agent: Agent, found: Match, asked: readonly string[]): SearchHit {
  const { p, level, met } = found;
  const match = matchOf(found, asked);
  return {
    ...agentResult(agent),
    ...(match === "words" ? {} : { match }),
    fit: level,
    p,
    met: spellMet(met, passagesOf(agent)),
  };
}

export function incidentResult(incident: ListedIncident): SearchHit {
  const { dispute, id, title, severity, status, created_at } = incident;
  return {
    kind: "incident",
    id: String(id),
    title,
    about: said(
      SEVERITY_NAMES[severity],
      STATUS_NAMES[status].toLowerCase(),
      findingOf(incident) ?? "",
      disputeInWords(dispute) ?? "",
      `opened ${dayOf(created_at)}`,
    ),
    json: pathOf(getIncident, { params: { id: String(id) } }),
  };
}

export function rfcResult({ number, title, status }: Pick<RfcSummary, "number" | "title" | "status">): SearchHit {
  return {
    kind: "rfc",
    id: String(number),
    title,
    about: status.toLowerCase(),
    json: pathOf(getRfc, { params: { number: String(number) } }),
  };
}

export function auditResult({ id, did, auditor, verdict, created_at, disputed, decision }: Audit): SearchHit {
  return {
    kind: "audit",
    id,
    title: did,
    about: said(verdict, `by ${auditor}`, dayOf(created_at), disputeInWords(disputed ? "disputed" : decision) ?? ""),
    json: pathOf(getAudit, { params: { id } }),
  };
}

interface KnownEntry {
  log: string;
  seq: number;
  id: string;
  hash: string;
}

export function entryResult({ log, seq, id, hash }: KnownEntry): SearchHit {
  const place = seq.toLocaleString("en");
  return {
    kind: "entry",
    id,
    title: log === "anchors" ? `Anchor ${place}` : `Council log, entry ${place}`,
    about: hash,
    json: pathOf(proveAnchor, { params: { id } }),
  };
}

export function traceResult(trace_id: string, events: number): SearchHit {
  return {
    kind: "trace",
    id: trace_id,
    title: trace_id,
    about: events === 1 ? "1 event" : `${events} events`,
    json: pathOf(replayTrace, { params: { trace_id } }),
  };
}

export function releaseResult({ version, channel, date }: Release): SearchHit {
  return { kind: "release", id: version, title: version, about: said(channel, date), json: listReleases.path };
}

export function pageResult({ path, title, about, json }: PortalPage): SearchHit {
  return { kind: "page", id: path, title, about, ...(json === undefined ? {} : { json }) };
}
