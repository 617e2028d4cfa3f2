import { connectionsOf } from "@/lib/agents/connect/snippets";
import * as contract from "@/lib/agents/contract";
import { describedSkills } from "@/lib/agents/rules";
import type { Agent, AgentProfile, DirectoryQuery, SimilarAgent, StateNotice } from "@/lib/agents/schema";
import { type AgentSearchQuery, type Highlight, searchOf, sentSearch } from "@/lib/agents/search-schema";
import { getProvider } from "@/lib/agents/service/providers";
import { getAgent, listDirectory, rankAgents } from "@/lib/agents/service/read";
import { searchAgents } from "@/lib/agents/service/search-agents";
import { findSimilar } from "@/lib/agents/service/similar";
import type { Context } from "@/lib/context";
import { listAudits } from "@/lib/council/service/read";
import { settings } from "@/lib/env";
import { pathOf } from "@/lib/http/client";
import { code, codeBlock, facts, heading, type Inline, link, list, paragraph, quote, table } from "@/lib/http/markdown";
import { addressWith } from "@/lib/http/page-address";
import { curlOf } from "@/lib/http/samples";
import { incidentsNaming } from "@/lib/incidents/service/browse";
import { readUsage } from "@/lib/relay/service/daily-usage";
import { relaySnippets } from "@/lib/relay/snippets";
import { getAgentCredential, verifyTrust } from "@/lib/trust/contract";
import { memberDocumentPath, memberWebDid, ownWebDid } from "@/lib/web-did";
import { auditRows } from "./council";
import { incidentRows } from "./incidents";
import { type About, agentLink, shown, twin } from "./page";

const AUDITS_SHOWN = 5;
const AGENTS_OF_PROVIDER = 50;
const INCIDENTS_SHOWN = 20;
const SIMILAR_SHOWN = 5;
const MAX_LINE_CHARACTERS = 160;

const AGENT_COLUMNS = ["Agent", "DID", "Provider", "Tier", "Score", "Status", "What it does"];

const agentCells = (about: About, agent: Agent) => [
  agentLink(about, agent.did, agent.name),
  code(agent.did),
  agent.provider,
  agent.trust_tier,
  agent.trust_score,
  agent.is_demo ? `${agent.status}, demo data` : agent.status,
  lineOf(agent),
];

/** The first line of what an agent says of itself, or its role. */
function lineOf({ description, role }: Agent): string {
  const [line = ""] = (description || role).split("\n");
  return line.length > MAX_LINE_CHARACTERS ? `${line.slice(0, MAX_LINE_CHARACTERS).trimEnd()}…` : line;
}

export const writeAgents = twin(contract.getAgentsText, async (ctx, { query }, about) => {
  const search = searchOf(query);
  return search ? foundAgents(ctx, search, query.offset, about) : everyAgent(ctx, query, about);
});

async function everyAgent(ctx: Context, asked: DirectoryQuery, about: About) {
  const query = { ...asked, sort: asked.sort ?? "trusted" };
  const { agents, total, limit, offset } = await listDirectory(ctx, query);
  const { limit: _, offset: __, ...filters } = query;
  return {
    title: ["Agents"],
    lede: "Everyone admitted to the federation, by trust score. What an agent says of itself is its own word.",
    json: pathOf(contract.listDirectory, { query }),
    blocks: [
      table(
        AGENT_COLUMNS,
        agents.map((agent) => agentCells(about, agent)),
        "No agent is like that.",
      ),
      shown(about.origin + contract.getAgentsText.path, { ...filters, limit }, { offset, count: agents.length, total }),
    ],
  };
}

async function foundAgents(ctx: Context, query: AgentSearchQuery, offset: number, about: About) {
  const { agents, total, limit, next_cursor } = await searchAgents(ctx, query);
  const { limit: _, cursor: __, ...filters } = query;
  const next = addressWith(about.origin + contract.getAgentsText.path, { ...filters, limit, offset: offset + limit });
  return {
    title: ["Agents: ", code(query.q)],
    lede: "The agents that have the words, the best match first, then those that are near in meaning.",
    json: pathOf(contract.searchAgents, { query: sentSearch(query) }),
    blocks: [
      table(
        [...AGENT_COLUMNS, "Found by", "Where"],
        agents.map((agent) => [...agentCells(about, agent), agent.match, textOf(agent.highlights)]),
        "No agent is like that.",
      ),
      paragraph(
        `${total.toLocaleString("en")} found by words or despite typos.`,
        ...(next_cursor === undefined ? [] : [" ", link(next, "The next")]),
      ),
    ],
  };
}

/** The first place that says more than the row does already. */
function textOf(highlights: readonly Highlight[]): string {
  const place = highlights.find(({ field }) => field !== "name" && field !== "did" && field !== "role");
  return place?.parts.map(({ text }) => text).join("") ?? "";
}

export const writeProvider = twin(contract.getProviderText, async (ctx, { params }, about) => {
  const { provider, agents: total, tiers, tags, homepage } = await getProvider(ctx, params);
  const query = { provider, sort: "trusted" as const, limit: AGENTS_OF_PROVIDER, offset: 0 };
  const { agents } = await listDirectory(ctx, query);
  const counted = (values: typeof tiers) => values.map(({ value, agents: n }) => `${value} (${n})`).join(", ");
  return {
    title: [provider],
    lede: `${total.toLocaleString("en")} ${total === 1 ? "agent names" : "agents name"} this provider. A name is not proof of who it is.`,
    json: pathOf(contract.showProvider, { params: { provider } }),
    blocks: [
      facts({ Tiers: counted(tiers), Tags: counted(tags), Homepage: homepage }),
      table(
        AGENT_COLUMNS,
        agents.map((agent) => agentCells(about, agent)),
      ),
      shown(about.origin + contract.getAgentsText.path, query, { offset: 0, count: agents.length, total }),
    ],
  };
});

export const writeLeaderboard = twin(contract.getLeaderboardText, async (ctx, { query }, about) => {
  const { agents, total, limit, offset } = await rankAgents(ctx, query);
  return {
    title: ["Leaderboard"],
    lede: "Every member by trust score. A score is the sum of public signals, which each agent's page lists.",
    json: pathOf(contract.rankAgents, { query }),
    blocks: [
      table(
        ["Rank", "Agent", "DID", "Status", "Tier", "Score"],
        agents.map(({ rank, did, name, status, trust_tier, trust_score }) => [
          rank,
          agentLink(about, did, name),
          code(did),
          status,
          trust_tier,
          trust_score,
        ]),
      ),
      shown(about.origin + contract.getLeaderboardText.path, { limit }, { offset, count: agents.length, total }),
    ],
  };
});

export const writeAgent = twin(contract.getAgentText, async (ctx, { params: { did } }, about) => {
  const agent = await getAgent(ctx, { did });
  const [audits, naming, similar, usage] = await Promise.all([
    listAudits(ctx, { did, limit: AUDITS_SHOWN, offset: 0 }),
    incidentsNaming(ctx, { did, limit: INCIDENTS_SHOWN }),
    findSimilar(ctx, { did, limit: SIMILAR_SHOWN }),
    readUsage(ctx, { did }),
  ]);
  const verify = curlOf(about.origin, { endpoint: verifyTrust, body: { did: agent.did } });
  const { routed, received, days } = usage;
  return {
    title: [agent.name],
    json: pathOf(contract.getAgent, { params: { did: agent.did } }),
    blocks: [
      ...(agent.description ? [quote(agent.description)] : []),
      recordOf(agent, about),
      heading(2, "Use it"),
      ...useOf(agent, about),
      heading(2, "Skills"),
      ...skillsOf(agent),
      heading(2, "Endpoints"),
      table(
        ["Protocol", "Transport", "Address"],
        agent.endpoints.map(({ protocol, transport = "", url }) => [protocol, transport, code(url)]),
        "It names no address.",
      ),
      heading(2, "Usage"),
      paragraph(`Through the relay: routed to ${routed} times and received ${received} events in ${days} days.`),
      heading(2, `How the score of ${agent.trust_score} is made`),
      table(
        ["Signal", "Adds", "At most", "Because"],
        agent.signals.map(({ name, contribution, maximum, explanation }) => [name, contribution, maximum, explanation]),
      ),
      heading(2, `Why ${agent.trust_tier}`),
      ...(agent.tier_grant ? [paragraph("An operator granted it."), quote(agent.tier_grant.reason)] : []),
      list(
        agent.conditions.map(({ tier, condition, held }) => [`${tier}: ${condition}: ${held ? "held" : "not held"}`]),
      ),
      heading(2, "Audits"),
      table(["When", "Of", "By", "Verdict", "Summary"], auditRows(audits.audits, about), "Nobody has audited it yet."),
      heading(2, "Incidents that name it"),
      table(
        ["Incident", "Title", "Severity", "Status", "Opened"],
        incidentRows(naming.incidents, about),
        "No incident names it.",
      ),
      ...similarTo(similar, about),
      heading(2, "Check its standing"),
      paragraph("The answer is signed; a token goes into ", code("$TOKEN"), "."),
      codeBlock("sh", verify),
    ],
  };
});

function similarTo(similar: readonly SimilarAgent[], about: About) {
  if (similar.length === 0) return [];
  return [
    heading(2, "Similar agents"),
    table(
      ["Agent", "DID", "Tier", "Rare words that both have", "Its skill", "is like", "Cosine"],
      similar.map(({ did, name, trust_tier, words, alike: [best] }) => [
        agentLink(about, did, name),
        code(did),
        trust_tier,
        words.join(", "),
        best?.skill ?? "",
        best?.own_skill ?? "",
        best?.cosine.toFixed(2) ?? "",
      ]),
    ),
  ];
}

const noticed = ({ since, reason }: StateNotice) => (reason === "" ? since : `${since}, because: ${reason}`);

function recordOf(agent: AgentProfile, { origin }: About) {
  const own = ownWebDid(settings());
  const document = own !== null && agent.status !== "withdrawn" && origin + memberDocumentPath(own, agent.did);
  const credential = origin + pathOf(getAgentCredential, { params: { did: agent.did } });
  return facts({
    DID: code(agent.did),
    Tier: `${agent.trust_tier}${agent.tier_granted ? ", granted" : ""}`,
    Score: `${agent.trust_score} of 100, as of ${agent.as_of}`,
    Status: agent.status,
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
      own !== null && agent.status === "active" ? link(credential, "Signed standing, valid for 15 minutes") : null,
    Controls: agent.domains.join(", "),
    Registered: agent.registered_at,
    "Last seen": agent.last_seen,
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

/** The ways to connect to an agent and those through the relay, as its page has them. */
function useOf(agent: AgentProfile, { origin }: About) {
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
      ? [paragraph("The relay does not choose this agent; it must be active and of T1 or above.")]
      : []),
    paragraph("What its record was made of: ", link(manifest, "the manifest"), "."),
  ];
}
