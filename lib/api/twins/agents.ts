import * as contract from "@/lib/agents/contract";
import { describedSkills } from "@/lib/agents/rules";
import type { AgentProfile, SimilarAgent } from "@/lib/agents/schema";
import { getAgent, listDirectory, rankAgents } from "@/lib/agents/service/read";
import { findSimilar } from "@/lib/agents/service/similar";
import { listAudits } from "@/lib/council/service/read";
import { pathOf } from "@/lib/http/client";
import { code, codeBlock, facts, heading, type Inline, link, list, paragraph, quote, table } from "@/lib/http/markdown";
import { curlOf } from "@/lib/http/samples";
import { incidentsNaming } from "@/lib/incidents/service/browse";
import { verifyTrust } from "@/lib/trust/contract";
import { auditRows } from "./council";
import { incidentRows } from "./incidents";
import { type About, agentLink, shown, twin } from "./page";

const AUDITS_SHOWN = 5;
const INCIDENTS_SHOWN = 20;
const SIMILAR_SHOWN = 5;

export const writeAgents = twin(contract.getAgentsText, async (ctx, { query }, about) => {
  const { agents, total, limit, offset } = await listDirectory(ctx, query);
  const { limit: _, offset: __, ...filters } = query;
  return {
    title: ["Agents"],
    lede: "Everyone admitted to the federation, by trust score. What an agent says of itself is its own word.",
    json: pathOf(contract.listDirectory, { query }),
    blocks: [
      table(
        ["Agent", "DID", "Tier", "Score", "Role", "Status"],
        agents.map(({ did, name, trust_tier, trust_score, role, status, is_demo }) => [
          agentLink(about, did, name),
          code(did),
          trust_tier,
          trust_score,
          role,
          is_demo ? `${status}, demo data` : status,
        ]),
        "No agent is like that.",
      ),
      shown(about.origin + contract.getAgentsText.path, { ...filters, limit }, { offset, count: agents.length, total }),
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
  const [audits, naming, similar] = await Promise.all([
    listAudits(ctx, { did, limit: AUDITS_SHOWN, offset: 0 }),
    incidentsNaming(ctx, { did, limit: INCIDENTS_SHOWN }),
    findSimilar(ctx, { did, limit: SIMILAR_SHOWN }),
  ]);
  const verify = curlOf(about.origin, { endpoint: verifyTrust, body: { did: agent.did } });
  return {
    title: [agent.name],
    json: pathOf(contract.getAgent, { params: { did: agent.did } }),
    blocks: [
      ...(agent.description ? [quote(agent.description)] : []),
      recordOf(agent),
      heading(2, `How the score of ${agent.trust_score} is made`),
      table(
        ["Signal", "Adds", "At most", "Because"],
        agent.signals.map(({ name, contribution, maximum, explanation }) => [name, contribution, maximum, explanation]),
      ),
      heading(2, `Why ${agent.trust_tier}`),
      ...(agent.tier_granted ? [paragraph("An operator granted it.")] : []),
      list(
        agent.conditions.map(({ tier, condition, held }) => [`${tier}: ${condition}: ${held ? "held" : "not held"}`]),
      ),
      heading(2, "Skills"),
      ...skillsOf(agent, about),
      heading(2, "Where it answers"),
      table(
        ["Protocol", "Transport", "Address"],
        agent.endpoints.map(({ protocol, transport = "", url }) => [protocol, transport, code(url)]),
        "It names no address.",
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
      ["Agent", "DID", "Tier", "Its skill", "is like", "Cosine"],
      similar.map(({ did, name, trust_tier, alike: [best], cosine }) => [
        agentLink(about, did, name),
        code(did),
        trust_tier,
        best?.skill ?? "",
        best?.own_skill ?? "",
        cosine.toFixed(2),
      ]),
    ),
  ];
}

function recordOf(agent: AgentProfile) {
  return facts({
    DID: code(agent.did),
    Tier: `${agent.trust_tier}${agent.tier_granted ? ", granted" : ""}`,
    Score: `${agent.trust_score} of 100, as of ${agent.as_of}`,
    Status: agent.status,
    Suspended: agent.suspension && `${agent.suspension.since}, because: ${agent.suspension.reason}`,
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
    Registered: agent.registered_at,
    "Last seen": agent.last_seen,
    "Demo data": agent.is_demo ? "yes" : null,
  });
}

const separated = (words: Inline[]): Inline[] => words.flatMap((word, index) => (index === 0 ? [word] : [", ", word]));

function skillsOf(agent: AgentProfile, { origin }: About) {
  const skills = describedSkills(agent);
  if (skills.length === 0) return [paragraph("None stated.")];
  const routable = agent.status === "active" && agent.trust_tier !== "T0";
  return [
    ...skills.flatMap(({ name, description, examples }) => [
      heading(3, name),
      ...(description ? [quote(description)] : []),
      ...(examples.length > 0
        ? [paragraph("Asked for, for example, by:"), list(examples.map((one) => [`“${one}”`]))]
        : []),
    ]),
    paragraph(
      routable
        ? "The relay may choose this agent for an intent: "
        : "The relay does not choose this agent; it must be active and of T1 or above: ",
      link(`${origin}/relay.md`, "how the relay stands"),
      ".",
    ),
  ];
}
