import type { Context } from "@/lib/authority/context";
import { connectionsOf } from "@/lib/features/agents/connect/snippets";
import * as contract from "@/lib/features/agents/contract";
import { type Listing, listedTexts } from "@/lib/features/agents/listing";
import { describedSkills } from "@/lib/features/agents/rules";
import type { Agent, AgentProfile, SimilarAgent, StateNotice } from "@/lib/features/agents/schema";
import { getAgent } from "@/lib/features/agents/service/read";
import { agentPageTexts } from "@/lib/features/agents/texts";
import { listAudits } from "@/lib/features/council/service/read";
import * as directory from "@/lib/features/directory/contract";
import type { DirectoryQuery } from "@/lib/features/directory/directory-schema";
import { type AgentSearchQuery, type Highlight, searchOf, sentSearch } from "@/lib/features/directory/search-schema";
import { listDirectory, rankAgents } from "@/lib/features/directory/service/list";
import { getProvider } from "@/lib/features/directory/service/providers";
import { searchAgents } from "@/lib/features/directory/service/search-agents";
import { findSimilar } from "@/lib/features/directory/service/similar";
import { listIncidentsNaming } from "@/lib/features/incidents/service/browse";
import { readUsage } from "@/lib/features/relay/service/daily-usage";
import { relaySnippets } from "@/lib/features/relay/snippets";
import { getAgentCredential, verifyTrust } from "@/lib/features/trust/contract";
import { settings } from "@/lib/foundation/env";
import { pathOf } from "@/lib/http/client";
import { addressWith } from "@/lib/http/page-address";
import { curlOf } from "@/lib/http/samples";
import { memberDocumentPath, memberWebDid, ownWebDid } from "@/lib/identity/web-did";
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
import { auditRows } from "./council";
import { incidentRows } from "./incidents";
import { type Listings, listedBlocks, listedLine, listingsOf } from "./listed";
import { agentLink, markdownPage, type SiteContext, shown } from "./page";

const AUDITS_SHOWN = 5;
const AGENTS_OF_PROVIDER = 50;
const INCIDENTS_SHOWN = 20;
const SIMILAR_SHOWN = 5;
const MAX_LINE_CHARACTERS = 160;

const AGENT_COLUMNS = ["Agent", "DID", "Provider", "Tier", "Score", "Status", "What it does"];

const agentCells = (about: SiteContext, agent: Agent, listing: Listing | undefined) => [
  agentLink(about, agent.did, agent.name),
  code(agent.did),
  agent.provider,
  ...(listing ? [listedLine(about, listing), ""] : [agent.trust_tier, agent.trust_score]),
  agent.is_demo ? `${agent.status}, demo data` : agent.status,
  lineOf(agent),
];

/** Returns the first line of an agent's description, or its role. */
function lineOf({ description, role }: Agent): string {
  const [line = ""] = (description || role).split("\n");
  return line.length > MAX_LINE_CHARACTERS ? `${line.slice(0, MAX_LINE_CHARACTERS).trimEnd()}…` : line;
}

export const writeAgents = markdownPage(directory.getAgentsText, async (ctx, { query }, about) => {
  const search = searchOf(query);
  return search ? foundAgents(ctx, search, query.offset, about) : everyAgent(ctx, query, about);
});

async function everyAgent(ctx: Context, asked: DirectoryQuery, about: SiteContext) {
  const query = { ...asked, sort: asked.sort ?? "trusted" };
  const { agents, total, limit, offset } = await listDirectory(ctx, query);
  const { limit: _, offset: __, ...filters } = query;
  const listings = await listingsOf(ctx, agents);
  return {
    title: [agentPageTexts.directory],
    lede: `${agentPageTexts.directoryLede} They are listed by trust score. Nobody has checked what an agent says of itself.`,
    json: pathOf(directory.listDirectory, { query }),
    blocks: [
      table(
        AGENT_COLUMNS,
        agents.map((agent) => agentCells(about, agent, listings.get(agent.did))),
        "No agent matches.",
      ),
      shown(
        about.origin + directory.getAgentsText.path,
        { ...filters, limit },
        { offset, count: agents.length, total },
      ),
    ],
  };
}

async function foundAgents(ctx: Context, query: AgentSearchQuery, offset: number, about: SiteContext) {
  const { agents, total, limit, next_cursor } = await searchAgents(ctx, query);
  const { limit: _, cursor: __, ...filters } = query;
  const listings = await listingsOf(ctx, agents);
  const next = addressWith(about.origin + directory.getAgentsText.path, { ...filters, limit, offset: offset + limit });
  return {
    title: ["Agents: ", code(query.q)],
    lede: "Agents that have the words, the best match first. Then agents that are close in meaning.",
    json: pathOf(directory.searchAgents, { query: sentSearch(query) }),
    blocks: [
      table(
        [...AGENT_COLUMNS, "Found by", "Where"],
        agents.map((agent) => [
          ...agentCells(about, agent, listings.get(agent.did)),
          agent.match,
          textOf(agent.highlights),
        ]),
        "No agent matches.",
      ),
      paragraph(
        `${total.toLocaleString("en")} found by words or similar spelling.`,
        ...(next_cursor === undefined ? [] : [" ", link(next, "The next")]),
      ),
    ],
  };
}

/** Returns the first passage that says more than the row. */
function textOf(highlights: readonly Highlight[]): string {
  const place = highlights.find(({ field }) => field !== "name" && field !== "did" && field !== "role");
  return place?.parts.map(({ text }) => text).join("") ?? "";
}

export const writeProvider = markdownPage(directory.getProviderText, async (ctx, { params }, about) => {
  const { provider, agents: total, tiers, tags, homepage } = await getProvider(ctx, params);
  const query = { provider, sort: "trusted" as const, limit: AGENTS_OF_PROVIDER, offset: 0 };
  const { agents } = await listDirectory(ctx, query);
  const listings = await listingsOf(ctx, agents);
  const counted = (values: typeof tiers) => values.map(({ value, agents: n }) => `${value} (${n})`).join(", ");
  return {
    title: [provider],
    lede: `${total.toLocaleString("en")} ${total === 1 ? "agent names" : "agents name"} this provider. A name does not prove who runs the agent.`,
    json: pathOf(directory.showProvider, { params: { provider } }),
    blocks: [
      facts({ Tiers: counted(tiers), Tags: counted(tags), Homepage: homepage }),
      table(
        AGENT_COLUMNS,
        agents.map((agent) => agentCells(about, agent, listings.get(agent.did))),
      ),
      shown(about.origin + directory.getAgentsText.path, query, { offset: 0, count: agents.length, total }),
    ],
  };
});

export const writeLeaderboard = markdownPage(directory.getLeaderboardText, async (ctx, { query }, about) => {
  const { agents, total, limit, offset } = await rankAgents(ctx, query);
  const listings = await listingsOf(ctx, agents);
  return {
    title: [agentPageTexts.leaderboard],
    lede: agentPageTexts.leaderboardLede,
    json: pathOf(directory.rankAgents, { query }),
    blocks: [
      table(
        ["Rank", "Agent", "DID", "Status", "Tier", "Score"],
        agents.map(({ rank, did, name, status, trust_tier, trust_score }) => {
          const listing = listings.get(did);
          const standing = listing ? listedLine(about, listing) : trust_tier;
          return [rank, agentLink(about, did, name), code(did), status, standing, trust_score];
        }),
      ),
      shown(about.origin + directory.getLeaderboardText.path, { limit }, { offset, count: agents.length, total }),
    ],
  };
});

export const writeAgent = markdownPage(contract.getAgentText, async (ctx, { params: { did } }, about) => {
  const agent = await getAgent(ctx, { did });
  const [audits, naming, similar, usage] = await Promise.all([
    listAudits(ctx, { did, limit: AUDITS_SHOWN, offset: 0 }),
    listIncidentsNaming(ctx, { did, limit: INCIDENTS_SHOWN }),
    findSimilar(ctx, { did, limit: SIMILAR_SHOWN }),
    readUsage(ctx, { did }),
  ]);
  const listings = await listingsOf(ctx, [agent, ...similar]);
  const listing = listings.get(did);
  const verify = curlOf(about.origin, { endpoint: verifyTrust, body: { did: agent.did } });
  const { routed, received, days } = usage;
  return {
    title: [agent.name],
    json: pathOf(contract.getAgent, { params: { did: agent.did } }),
    blocks: [
      ...(agent.description ? [quote(agent.description)] : []),
      ...(listing ? listedBlocks(listing, about) : []),
      recordOf(agent, about, listing),
      heading(2, "Use it"),
      ...(listing ? [paragraph(listedTexts.unchecked)] : []),
      ...useOf(agent, about),
      heading(2, "Skills"),
      ...skillsOf(agent),
      heading(2, "Endpoints"),
      table(
        ["Protocol", "Transport", "Address"],
        agent.endpoints.map(({ protocol, transport = "", url }) => [protocol, transport, code(url)]),
        "No endpoint.",
      ),
      heading(2, "Usage"),
      paragraph(`In ${days} days the relay routed to it ${routed} times, and it received ${received} events.`),
      heading(2, `How the score of ${agent.trust_score} is made`),
      table(
        ["Signal", "Adds", "At most", "Because"],
        agent.signals.map(({ name, contribution, maximum, explanation }) => [name, contribution, maximum, explanation]),
      ),
      ...(listing ? [] : tierOf(agent)),
      heading(2, "Audits"),
      table(["When", "Of", "By", "Verdict", "Summary"], auditRows(audits.audits, about), "No audit yet."),
      heading(2, "Incidents that name it"),
      table(
        ["Incident", "Title", "Severity", "Status", "Opened"],
        incidentRows(naming.incidents, about),
        "No incidents.",
      ),
      ...similarTo(similar, listings, about),
      heading(2, "Check its standing"),
      paragraph("The response is signed. Put a token into ", code("$TOKEN"), "."),
      codeBlock("sh", verify),
    ],
  };
});

const tierOf = (agent: AgentProfile) => [
  heading(2, `Why ${agent.trust_tier}`),
  ...(agent.tier_grant ? [paragraph("An operator granted it."), quote(agent.tier_grant.reason)] : []),
  list(agent.conditions.map(({ tier, condition, held }) => [`${tier}: ${condition}: ${held ? "held" : "not held"}`])),
];

function similarTo(similar: readonly SimilarAgent[], listings: Listings, about: SiteContext) {
  if (similar.length === 0) return [];
  return [
    heading(2, "Similar agents"),
    table(
      ["Agent", "DID", "Tier", "Rare words that both have", "Its skill", "is like", "Cosine"],
      similar.map(({ did, name, trust_tier, words, alike: [best] }) => {
        const listing = listings.get(did);
        return [
          agentLink(about, did, name),
          code(did),
          listing ? listedLine(about, listing) : trust_tier,
          words.join(", "),
          best?.skill ?? "",
          best?.own_skill ?? "",
          best?.cosine.toFixed(2) ?? "",
        ];
      }),
    ),
  ];
}

const noticed = ({ since, reason }: StateNotice) => (reason === "" ? since : `${since}, because: ${reason}`);

function recordOf(agent: AgentProfile, { origin }: SiteContext, listing: Listing | undefined) {
  const own = ownWebDid(settings());
  const document = own !== null && agent.status !== "withdrawn" && origin + memberDocumentPath(own, agent.did);
  const credential = origin + pathOf(getAgentCredential, { params: { did: agent.did } });
  return facts({
    DID: code(agent.did),
    Tier: listing ? null : `${agent.trust_tier}${agent.tier_granted ? ", granted" : ""}`,
    Score: listing ? null : `${agent.trust_score} of 100, as of ${agent.as_of}`,
    Trust: listing ? `${listedTexts.noTrust}. ${listedTexts.inApi}` : null,
    Status: listing ? `${listedTexts.notMember.toLowerCase()}; ${agent.status} in the API` : agent.status,
    Suspended: agent.suspension && noticed(agent.suspension),
    Withdrawn: agent.withdrawal && noticed(agent.withdrawal),
    Deprecated: agent.deprecation && noticed(agent.deprecation),
    Successor: agent.successor,
    Role: agent.role,
    Model: agent.model_given ? agent.model : null,
    Provider: agent.provider,
    Version: agent.version,
    Licence: agent.licence,
    Homepage: agent.homepage,
    Repository: agent.repository,
    Tags: agent.tags.join(", "),
    Capabilities: agent.capabilities.length > 0 ? separated(agent.capabilities.map(code)) : null,
    "Public key": agent.public_key && [code(agent.public_key), agent.key_verified ? ", proven" : ", not proven"],
    "Web DID": own !== null && document ? link(document, memberWebDid(own, agent.did)) : null,
    Credential:
      own !== null && agent.status === "active" && !listing
        ? link(credential, "Signed standing, valid for 15 minutes")
        : null,
    Controls: agent.domains.join(", "),
    [listing ? listedTexts.since : "Registered"]: agent.registered_at,
    "Last seen": listing ? null : agent.last_seen,
    "Demo data": agent.is_demo ? "yes" : null,
  });
}

const separated = (words: Inline[]): Inline[] => words.flatMap((word, index) => (index === 0 ? [word] : [", ", word]));

function skillsOf(agent: AgentProfile) {
  const skills = describedSkills(agent);
  if (skills.length === 0) return [paragraph("None stated.")];
  return skills.flatMap(({ name, description, examples }) => [
    heading(3, name),
    ...(description ? [quote(description)] : []),
    ...(examples.length > 0
      ? [paragraph("Asked for, for example, by:"), list(examples.map((one) => [`“${one}”`]))]
      : []),
  ]);
}

/** Returns the ways to connect to an agent and to reach it through the relay, as on its page. */
function useOf(agent: AgentProfile, { origin }: SiteContext) {
  const direct = connectionsOf(agent);
  const relayed = relaySnippets(agent, origin);
  const manifest = origin + pathOf(contract.getAgentManifest, { params: { did: agent.did } });
  return [
    ...(direct.length === 0 ? [paragraph("No connection details published.")] : []),
    ...[...direct, ...relayed].flatMap(({ name, says, code: text, syntax, note }) => [
      heading(3, name),
      paragraph(note ? `${says} ${note}` : says),
      codeBlock(syntax, text),
    ]),
    ...(relayed.length === 0
      ? [paragraph("The relay does not choose this agent. It must be active and of T1 or above.")]
      : []),
    paragraph("The source of its record: ", link(manifest, "the manifest"), "."),
  ];
}
