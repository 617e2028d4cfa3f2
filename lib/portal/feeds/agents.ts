import type { Context } from "@/lib/authority/context";
import { claimHref, type Listing, listedTexts, listingOf } from "@/lib/features/agents/listing";
import type { Agent } from "@/lib/features/agents/schema";
import { type AgentAct, listAgentActs } from "@/lib/features/agents/service/list-agent-acts";
import { getAgent } from "@/lib/features/agents/service/read";
import type { DirectoryFilters } from "@/lib/features/directory/directory-schema";
import { listNewestAgents } from "@/lib/features/directory/service/list";
import type { NamingIncident } from "@/lib/features/incidents/schema";
import { listIncidentsNaming } from "@/lib/features/incidents/service/browse";
import { incidentHref } from "@/lib/features/incidents/view/address";
import { findingOf, SEVERITY_NAMES, STATUS_NAMES } from "@/lib/features/incidents/view/names";
import { ownValue } from "@/lib/foundation/own-values";
import { escapeMarkup, type Feed, type FeedEntry, paragraphs } from "@/lib/http/feed";
import { addressWith, pageSegment } from "@/lib/http/page-address";
import { auditEntries } from "./audits";

const RECENT = 50;
const PAGE = "/agents";

const profileOf = (did: string) => `${PAGE}/${pageSegment(did)}`;

/** Says that a record is listed, from where, and how to claim it. Addresses that begin with a slash are of this site. */
function listedLine({ did, from, since }: Listing): string {
  const { before, after, claim } = listedTexts.line;
  const linked = (href: string, words: string) => `<a href="${escapeMarkup(href)}">${escapeMarkup(words)}</a>`;
  return `<p>${before}${linked(from.href, from.name)}${after(since)}${linked(claimHref(did), claim)}</p>`;
}

/** Returns the description of an agent in a feed. It contains no score, because scores change every day. */
function aboutOf(agent: Agent): string {
  const { did, description, provider, role, skills } = agent;
  const listing = listingOf(agent);
  const facts = [
    ["DID", did],
    ["Provider", provider],
    ["Role", role],
    ["Skills", skills.join(", ")],
  ].filter(([, value]) => value !== "");
  const items = facts.map(([name, value = ""]) => `<li>${name}: ${escapeMarkup(value)}</li>`);
  return `${listing ? listedLine(listing) : ""}${paragraphs(description)}<ul>${items.join("")}</ul>`;
}

function agentEntry(agent: Agent): FeedEntry {
  return {
    path: profileOf(agent.did),
    title: agent.name,
    content: aboutOf(agent),
    published: agent.registered_at,
    updated: agent.registered_at,
    categories: [
      ...agent.tags,
      ...(agent.is_demo ? ["demo data"] : []),
      ...(agent.listed_from ? [listedTexts.mark.toLowerCase()] : []),
    ],
  };
}

export async function readAgentsFeed(ctx: Context, { query }: { query: DirectoryFilters }): Promise<Feed> {
  const agents = await listNewestAgents(ctx, query);
  const filters = Object.entries(query).flatMap(([name, value]) => (value ? `${name} ${value}` : []));
  return {
    title: ["new agents", ...filters].join(", "),
    description: "The newest agents: members, and records listed from elsewhere. Descriptions are their own words.",
    page: addressWith(PAGE, { ...query, sort: "newest" }),
    entries: agents.map(agentEntry),
  };
}

/** The kinds of log entries in an agent's feed, and their titles. */
const ACTS: Record<string, (act: AgentAct) => string> = {
  "agent.deprecated": () => "deprecated",
  "agent.deprecation_lifted": () => "no longer deprecated",
  "agent.listing_ended": () => "became a member",
  "agent.handed_over": () => "has a new owner",
  "agent.reinstated": () => "reinstated",
  "agent.returned": () => "its owner brought it back",
  "agent.suspended": () => "suspended",
  "agent.withdrawn": () => "withdrawn",
  "domain.given_up": ({ host }) => `no longer claims to control ${host}`,
  "domain.lost": ({ host }) => `the proof of its control of ${host} ended`,
  "domain.proven": ({ host }) => `proved that it controls ${host}`,
  "key.proof_ended": () => "the proof of its key ended",
  "key.proven": () => "proved its key",
  "tier.changed": ({ from, to }) => `from tier ${from} to ${to}`,
  "tier.grant_lapsed": () => "its granted tier ended",
  "tier.grant_restored": () => "its granted tier is back",
  "tier.grant_withdrawn": () => "its granted tier was withdrawn",
  "tier.granted": ({ to }) => `granted tier ${to}`,
};

function actEntry({ did, name }: Agent, act: AgentAct): FeedEntry {
  const title = `${name}: ${ownValue(ACTS, act.kind)?.(act) ?? act.kind}`;
  return {
    path: `${profileOf(did)}#act-${act.seq}`,
    title,
    content: paragraphs(act.reason || title),
    published: act.at,
    updated: act.at,
    categories: [act.kind],
  };
}

function incidentEntry({ did, name }: Agent, incident: NamingIncident): FeedEntry {
  const { id, title, severity, status, struck, confirmed, created_at, resolved_at } = incident;
  const finding = struck ? "removed from it" : findingOf(incident);
  const state = [SEVERITY_NAMES[severity], STATUS_NAMES[status], finding].filter((word) => word !== null).join(", ");
  return {
    // The incidents' own feed has an entry for the incident itself.
    path: `${incidentHref(id)}#${pageSegment(did)}`,
    title: `${name}: incident ${id}, ${state.toLowerCase()}`,
    content: paragraphs(title),
    published: created_at,
    updated: resolved_at ?? created_at,
    categories: [severity, status, ...(confirmed ? [] : ["UNCONFIRMED"])],
  };
}

function firstEntry(agent: Agent): FeedEntry {
  const listing = listingOf(agent);
  return {
    ...agentEntry(agent),
    path: `${profileOf(agent.did)}#joined`,
    title: `${agent.name}: ${listing ? listedTexts.inWords(listing) : "joined the federation"}`,
  };
}

const newestFirst = (a: FeedEntry, b: FeedEntry) => b.updated.localeCompare(a.updated);

/**
 * Returns the feed of one agent: changes of its standing, status and keys, its audits, and the incidents that name it.
 */
export async function readAgentFeed(ctx: Context, { params: { did } }: { params: { did: string } }): Promise<Feed> {
  const agent = await getAgent(ctx, { did });
  const [acts, audits, naming] = await Promise.all([
    listAgentActs(ctx, { did, kinds: Object.keys(ACTS) }),
    auditEntries(ctx, { did }, agent.name),
    listIncidentsNaming(ctx, { did, limit: RECENT }),
  ]);
  const entries = [
    ...acts.map((act) => actEntry(agent, act)),
    ...audits,
    ...naming.incidents.map((incident) => incidentEntry(agent, incident)),
    firstEntry(agent),
  ];
  return {
    title: agent.name,
    description: `The events of ${did} in the federation.`,
    page: profileOf(did),
    entries: entries.sort(newestFirst).slice(0, RECENT),
  };
}
