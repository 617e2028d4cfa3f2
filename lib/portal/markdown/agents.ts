import type { Context } from "@/lib/authority/context";
import { connectionsOf } from "@/lib/features/agents/connect/snippets";
import * as contract from "@/lib/features/agents/contract";
import { fieldName, readableChanges } from "@/lib/features/agents/differences";
import { isInUse } from "@/lib/features/agents/in-use";
import { listedTexts, listingOf } from "@/lib/features/agents/listing";
import { livenessLine } from "@/lib/features/agents/liveness/words";
import { aboutServer } from "@/lib/features/agents/manifests/server-about";
import { type Notice, noticesOf } from "@/lib/features/agents/notices";
import { describedSkills } from "@/lib/features/agents/rules";
import type { AgentProfile } from "@/lib/features/agents/schema";
import { getAgent } from "@/lib/features/agents/service/read";
import { listVersions } from "@/lib/features/agents/service/versions";
import { agentPageTexts } from "@/lib/features/agents/texts";
import type { AgentVersion } from "@/lib/features/agents/version-schema";
import { listAudits } from "@/lib/features/council/service/read";
import * as directory from "@/lib/features/directory/contract";
import type { DirectoryQuery } from "@/lib/features/directory/directory-schema";
import { searchOf } from "@/lib/features/directory/search-schema";
import { listDirectory, rankAgents } from "@/lib/features/directory/service/list";
import { getProvider } from "@/lib/features/directory/service/providers";
import { findSimilar } from "@/lib/features/directory/service/similar";
import type { SimilarAgent } from "@/lib/features/directory/similar-schema";
import { listIncidentsNaming } from "@/lib/features/incidents/service/browse";
import { readUsage } from "@/lib/features/relay/service/daily-usage";
import { relaySnippets } from "@/lib/features/relay/snippets";
import { getAgentCredential, verifyTrust } from "@/lib/features/trust/contract";
import { settings } from "@/lib/foundation/env";
import { pathOf } from "@/lib/http/client";
import { curlOf } from "@/lib/http/samples";
import { actorLabel } from "@/lib/identity/actor-label";
import { memberDocumentPath, memberWebDid, ownWebDid } from "@/lib/identity/web-did";
import { agentRow, nameOf } from "./agent-rows";
import { foundAgents } from "./found-agents";
import { listedContent, standingOf } from "./listed";
import { agentLink, markdownPage, shown } from "./page";
import { auditRow, incidentRow } from "./records";
import {
  type Content,
  code,
  codeBlock,
  facts,
  heading,
  link,
  list,
  listed,
  paragraph,
  quote,
  strong,
  table,
} from "./write";

const AUDITS_SHOWN = 5;
const AGENTS_OF_PROVIDER = 50;
const INCIDENTS_SHOWN = 20;
const SIMILAR_SHOWN = 5;
const VERSIONS_SHOWN = 5;
export const getAgentsText = markdownPage(directory.getAgentsText, async (ctx, { query }) => {
  const search = searchOf(query);
  return search ? foundAgents(ctx, search, query.offset) : everyAgent(ctx, query);
});

async function everyAgent(ctx: Context, asked: DirectoryQuery) {
  const query = { ...asked, sort: asked.sort ?? "trusted" };
  const { agents, total, offset } = await listDirectory(ctx, query);
  return {
    title: agentPageTexts.directory,
    lede: `${agentPageTexts.directoryLede} They are listed by trust score. Nobody has checked what an agent says of itself.`,
    json: pathOf(directory.listDirectory, { query }),
    content: [
      table(agents, agentRow, "No agent matches."),
      shown(directory.getAgentsText, query, { offset, count: agents.length, total }),
    ],
  };
}

export const getProviderText = markdownPage(directory.getProviderText, async (ctx, { params }) => {
  const { provider, agents: total, tiers, tags, homepage } = await getProvider(ctx, params);
  const query = { provider, sort: "trusted" as const, limit: AGENTS_OF_PROVIDER, offset: 0 };
  const { agents } = await listDirectory(ctx, query);
  const counted = (values: typeof tiers) =>
    values
      .map(({ value, agents: n, derived }) => `${value} (${n}${derived ? `, ${derived} from words` : ""})`)
      .join(", ");
  return {
    title: provider,
    lede: `${total.toLocaleString("en")} ${total === 1 ? "agent names" : "agents name"} this provider. A name does not prove who runs the agent.`,
    json: pathOf(directory.showProvider, { params: { provider } }),
    content: [
      facts({ Tiers: counted(tiers), Tags: counted(tags), Homepage: homepage }),
      table(agents, agentRow),
      shown(directory.getAgentsText, query, { offset: 0, count: agents.length, total }),
    ],
  };
});

export const getLeaderboardText = markdownPage(directory.getLeaderboardText, async (ctx, { query }) => {
  const { agents, total, offset } = await rankAgents(ctx, query);
  return {
    title: agentPageTexts.leaderboard,
    lede: agentPageTexts.leaderboardLede,
    json: pathOf(directory.rankAgents, { query }),
    content: [
      table(agents, ({ rank, status, ...agent }) => ({
        Rank: rank,
        ...nameOf(agent),
        Status: status,
        Tier: agent.trust_tier,
        Score: agent.trust_score,
      })),
      shown(directory.getLeaderboardText, query, { offset, count: agents.length, total }),
    ],
  };
});

export const getAgentText = markdownPage(contract.getAgentText, async (ctx, { params: { did } }, origin) => {
  const agent = await getAgent(ctx, { did });
  const [{ versions }, { audits }, { incidents }, similar, usage] = await Promise.all([
    listVersions(ctx, { did, limit: VERSIONS_SHOWN, cursor: undefined }),
    listAudits(ctx, { did, limit: AUDITS_SHOWN, offset: 0 }),
    listIncidentsNaming(ctx, { did, limit: INCIDENTS_SHOWN }),
    findSimilar(ctx, { did, limit: SIMILAR_SHOWN }),
    readUsage(ctx, { did }),
  ]);
  const listing = listingOf(agent);
  const notices = noticesOf(agent);
  const { tools, readme } = aboutServer(agent.capability_manifest);
  const { routed, received, days } = usage;
  return {
    title: agent.name,
    json: pathOf(contract.getAgent, { params: { did: agent.did } }),
    content: [
      notices.map(noticeContent),
      agent.description && quote(agent.description),
      listing && listedContent(listing),
      recordOf(agent),
    ],
    sections: {
      "Use it": notices.length === 0 && [listing && listedTexts.unchecked, waysOf(agent, origin)],
      Skills: skillsOf(agent),
      Tools: tools.length > 0 && list(tools.map(toolLine)),
      README: readme !== "" && quote(readme),
      Endpoints: table(
        agent.endpoints,
        ({ protocol, transport, url }) => ({
          Protocol: protocol,
          Transport: transport,
          Address: code(url),
        }),
        "No endpoint.",
      ),
      Usage: `In ${days} days the relay routed to it ${routed} times, and it received ${received} events.`,
      [`How the score of ${agent.trust_score} is made`]: table(
        agent.signals,
        ({ name, contribution, maximum, explanation }) => ({
          Signal: name,
          Adds: contribution,
          "At most": maximum,
          Because: explanation,
        }),
      ),
      [`Why ${agent.trust_tier}`]: listing ? null : tierOf(agent),
      "What changed": versions.length > 0 && [
        list(versions.map(versionLine)),
        paragraph(link(pathOf(contract.listAgentVersions, { params: { did }, query: {} }), "Each value as JSON")),
      ],
      Audits: table(audits, auditRow, "No audit yet."),
      "Incidents that name it": table(incidents, incidentRow, "No incidents."),
      "Similar agents": similar.length > 0 && table(similar, similarRow),
      "Check its standing": [
        paragraph("The response is signed. Put a token into ", code("$TOKEN"), "."),
        codeBlock("sh", curlOf(origin, { endpoint: verifyTrust, body: { did: agent.did } })),
      ],
    },
  };
});

const tierOf = ({ tier_grant, conditions }: AgentProfile) => [
  tier_grant && ["An operator granted it.", quote(tier_grant.reason)],
  list(conditions.map(({ tier, condition, held }) => `${tier}: ${condition}: ${held ? "held" : "not held"}`)),
];

const toolLine = ({ name, description }: { name: string; description: string }) =>
  description === "" ? [code(name)] : [code(name), `: ${description}`];

const versionLine = (version: AgentVersion) => {
  const fields = readableChanges(version).map(({ field }) => fieldName(field));
  const by = version.by === "" ? "" : `, by ${actorLabel(version.by)}`;
  return `${version.at}${by}: ${fields.join(", ")}`;
};

const similarRow = ({ alike: [best], ...agent }: SimilarAgent) => ({
  ...nameOf(agent),
  Tier: standingOf(agent).Tier,
  "Both say": agent.words.join(", "),
  "Its skill": best?.skill,
  "is like": best?.own_skill,
});

const noticeContent = ({ state, by, since, effect, reason, successor }: Notice): Content => [
  paragraph(strong(state), `${by}${since === undefined ? "" : ` on ${since}`}. ${effect}`),
  reason !== "" && ["Reason:", quote(reason)],
  successor !== undefined && paragraph("Use instead: ", agentLink(successor)),
];

function recordOf(agent: AgentProfile) {
  const listing = listingOf(agent);
  const own = ownWebDid(settings());
  const credential = own !== null && agent.status === "active";
  return facts({
    DID: code(agent.did),
    ...(listing
      ? {
          Trust: `${listedTexts.noTrust}. ${listedTexts.inApi}`,
          Status: isInUse(agent) ? listedTexts.notMember : `${agent.status}; ${listedTexts.notMember.toLowerCase()}`,
        }
      : {
          Tier: `${agent.trust_tier}${agent.tier_granted ? ", granted" : ""}`,
          Score: `${agent.trust_score} of 100, as of ${agent.as_of}`,
          Status: agent.status,
        }),
    Role: agent.role,
    Model: agent.model_given ? agent.model : null,
    Provider: agent.provider,
    Version: agent.version,
    Licence: agent.licence,
    Homepage: agent.homepage,
    Repository: agent.repository,
    Tags: agent.tags.join(", "),
    "Tags from its words": agent.derived_tags[0] && [
      agent.derived_tags.join(", "),
      [" (", link(contract.getTopicsText.path, "the table"), ")"],
    ],
    Capabilities: listed(agent.capabilities.map(code)),
    "Public key": agent.public_key && [code(agent.public_key), agent.key_verified ? ", proven" : ", not proven"],
    "Web DID":
      own !== null && agent.status !== "withdrawn"
        ? link(memberDocumentPath(own, agent.did), memberWebDid(own, agent.did))
        : null,
    Credential: credential
      ? link(pathOf(getAgentCredential, { params: { did: agent.did } }), "Signed standing, valid for 15 minutes")
      : null,
    Controls: agent.domains.join(", "),
    [listing ? listedTexts.since : "Registered"]: agent.registered_at,
    "Member since": agent.member_since === agent.registered_at ? null : agent.member_since,
    "Claim proven at": agent.claim_proof,
    "Last seen": listing ? null : agent.last_seen,
    Alive: listing ? null : livenessLine(agent.liveness),
    "Demo data": agent.is_demo ? "yes" : null,
  });
}

function skillsOf(agent: AgentProfile): Content {
  const skills = describedSkills(agent);
  if (skills.length === 0) return "None stated.";
  return skills.map(({ name, description, examples }) => [
    heading(3, name),
    description && quote(description),
    examples.length > 0 && ["Asked for, for example, by:", list(examples.map((one) => `“${one}”`))],
  ]);
}

/** Returns the ways to connect to an agent and to reach it through the relay, as on its page. */
function waysOf(agent: AgentProfile, origin: string): Content {
  const direct = connectionsOf(agent);
  const relayed = relaySnippets(agent, origin);
  const manifest = pathOf(contract.getAgentManifest, { params: { did: agent.did } });
  return [
    direct.length === 0 && "No connection details published.",
    [...direct, ...relayed].map(({ name, says, code: text, syntax, note }) => [
      heading(3, name),
      note ? `${says} ${note}` : says,
      codeBlock(syntax, text),
    ]),
    relayed.length === 0 &&
      (agent.listed_from
        ? "The relay may name it, but nobody reads its inbox until it is claimed."
        : "The relay does not choose this agent. It must be active and of T1 or above."),
    paragraph("The source of its record: ", link(manifest, "the manifest"), "."),
  ];
}
