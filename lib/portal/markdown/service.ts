import { joinPageTexts } from "@/lib/features/access/applications/texts";
import * as access from "@/lib/features/access/contract";
import type { Agent } from "@/lib/features/agents/schema";
import { countAgents } from "@/lib/features/agents/service/read";
import { listDirectory } from "@/lib/features/directory/service/list";
import * as evidence from "@/lib/features/evidence/contract";
import { getManifest, verifyEvidence } from "@/lib/features/evidence/service/verify";
import { evidencePageTexts } from "@/lib/features/evidence/texts";
import { previewRoute } from "@/lib/features/relay/contract";
import { listMostUsed } from "@/lib/features/relay/service/most-used";
import { countRoutings } from "@/lib/features/relay/service/status";
import * as releases from "@/lib/features/releases/contract";
import { listReleases, readChangelog } from "@/lib/features/releases/service";
import * as contract from "@/lib/features/status/contract";
import { boundText } from "@/lib/features/status/rules/latencies";
import { COMPONENTS, percentText } from "@/lib/features/status/rules/status";
import { getServiceStatus } from "@/lib/features/status/service/status";
import { homeTexts } from "@/lib/features/status/texts";
import { SUBSYSTEM_NAMES } from "@/lib/features/status/view/names";
import { TIER_CONDITIONS } from "@/lib/features/trust/rules";
import { buildSha } from "@/lib/foundation/build";
import { settings } from "@/lib/foundation/env";
import { MARKDOWN } from "@/lib/http/endpoint";
import { curlsOf } from "@/lib/http/samples";
import { TIERS, Tier } from "@/lib/identity/tiers";
import { PAGES } from "@/lib/portal/contract";
import { QUICK_START } from "@/lib/portal/description/quick-start";
import { standingOf } from "./listed";
import { agentLink, markdownPage } from "./page";
import { code, codeBlock, facts, link, list, paragraph, table } from "./write";

/** The markdown pages whose address has no parameters. */
const STANDING = PAGES.filter(({ mediaType, path }) => mediaType === MARKDOWN && !path.includes("{"));

const DAYS = 30;
const AGENTS = 10;

const tierRow = (tier: Tier) => ({ Tier: tier, Meaning: TIERS[tier].meaning, May: TIERS[tier].permits });

export const getHomeText = markdownPage(contract.getHomeText, async (ctx, _, origin) => {
  const [{ members, listed }, { routed, found }, used, newest] = await Promise.all([
    countAgents(ctx),
    countRoutings(ctx, { days: DAYS }),
    listMostUsed(ctx, { limit: AGENTS, days: DAYS }),
    listDirectory(ctx, { status: "active", sort: "newest", limit: AGENTS, offset: 0 }),
  ]);
  const total = Tier.options.reduce((sum, tier) => sum + members[tier], 0);
  const agentRow = (agent: Agent) => ({
    Agent: agentLink(agent.did, agent.name),
    Provider: agent.provider,
    ...standingOf(agent),
    "What it does": agent.description || agent.role,
  });
  return {
    title: settings().FEDERATION_NAME,
    lede: homeTexts.lede,
    content: [
      paragraph("It is a testnet. Programs begin at ", link(contract.getLlmsText.path, contract.getLlmsText.path), "."),
      facts({
        Members: total.toLocaleString("en"),
        Listed: listed > 0 ? `${listed.toLocaleString("en")}, not members` : null,
        [`Requests routed in ${DAYS} days`]: `${routed.toLocaleString("en")}, ${found.toLocaleString("en")} with a match`,
      }),
    ],
    sections: {
      "Find an agent": [
        "Say what you need done. The response names the agent that the relay would pick, why, and the runners-up:",
        codeBlock("sh", `curl -s '${origin}${previewRoute.path}?intent=summarise+a+contract'`),
      ],
      [homeTexts.mostUsed(DAYS)]: table(used, ({ agent, routed: asked, received }) => ({
        ...agentRow(agent),
        Routed: asked,
        Received: received,
      })),
      [homeTexts.newest]: table(newest.agents, agentRow),
      Tiers: table(Tier.options, (tier) => ({ ...tierRow(tier), Members: members[tier] })),
      Pages: list(STANDING.map(({ path, summary }) => [link(path, path), `: ${summary}`])),
    },
  };
});

const COMPONENT_STATES = {
  operational: "operational",
  failing: "fails",
  maintenance: "fails during planned maintenance",
  no_data: "no data",
  not_set_up: "not set up",
} as const;

export const getStatusText = markdownPage(contract.getStatusText, async (ctx) => {
  const [status, { current }] = await Promise.all([getServiceStatus(ctx), listReleases(ctx)]);
  const { notices, checked_at, since, coverage, components, maintenance, freezes, frozen_times } = status;
  const { incidents, outages } = status;
  const [headline, ...others] = notices;
  const span = (from: string, to: string | null) => `${from} ${to === null ? "until now" : `to ${to}`}`;
  const freezeRows = frozen_times.map(({ subsystem, from, to, reason }) => ({
    What: `${SUBSYSTEM_NAMES[subsystem]} frozen`,
    When: span(from, to),
    Why: reason,
  }));
  const outageRows = outages.map(({ component, started_at, ended_at, message }) => ({
    What: `${COMPONENTS[component].title} failed`,
    When: span(started_at, ended_at),
    Why: message,
  }));
  return {
    title: `Status: ${headline?.text ?? ""}`,
    lede: checked_at === null ? "The first check runs within a minute." : `Checked at ${checked_at}, once a minute.`,
    json: contract.getServiceStatus.path,
    content: [
      others.length > 0 && list(others.map(({ text }) => text)),
      freezes.map(
        ({ subsystem, frozen, since: from, reason }) =>
          frozen && `${SUBSYSTEM_NAMES[subsystem]} is frozen since ${from}: ${reason}`,
      ),
    ],
    sections: {
      Components: [
        table(components, ({ title, state, availability, latency, message, measures }) => ({
          Component: title,
          Now: COMPONENT_STATES[state],
          "Checks passed in 90 days": availability === null ? "no data" : percentText(availability),
          "p50 in 90 days": latency && boundText(latency.p50_ms),
          "p95 in 90 days": latency && boundText(latency.p95_ms),
          Message: message,
          "Its check": measures,
        })),
        coverage !== null && `${percentText(coverage)} of the minutes since ${since} have a check.`,
      ],
      "Planned maintenance": table(
        maintenance,
        ({ components: names, starts_at, ends_at, text, cancelled }) => ({
          Components: names.map((name) => COMPONENTS[name].title).join(", "),
          When: span(starts_at, ends_at),
          What: text,
          Cancelled: cancelled && `${cancelled.at}: ${cancelled.reason}`,
        }),
        "None is announced, and none was in these days.",
      ),
      "Incidents of the last 90 days": table(
        incidents,
        ({ id, title, severity, status: now, created_at, resolved_at, timeline }) => ({
          Incident: link(`/incidents/${id}.md`, id),
          Title: title,
          Severity: severity,
          Status: now,
          When: span(created_at, resolved_at),
          "Said last": timeline.findLast(({ kind, note }) => note !== "" && kind !== "postmortem")?.note,
        }),
      ),
      "Freezes and outages of the last 90 days": table([...freezeRows, ...outageRows], (row) => row),
      Subscribe: [
        list([contract.getStatusAtom, contract.getStatusJsonFeed].map(({ path }) => link(path, path))),
        facts({ Build: code(buildSha()), Version: `${current.version}, ${current.channel}` }),
      ],
    },
  };
});

export const getEvidenceText = markdownPage(evidence.getEvidenceText, async (ctx) => {
  const { checked, matched, results, verified_at } = await verifyEvidence(ctx, {});
  const { documents } = getManifest().predicate;
  const titleOf = (id: string) => documents.find((document) => document.id === id)?.title ?? id;
  return {
    title: evidencePageTexts.title,
    lede: `The federation's documents, compared with the manifest of this build: ${matched} of ${checked} match, at ${verified_at}.`,
    json: evidence.verifyEvidence.path,
    content: table(results, ({ id, file, match, expected }) => ({
      Document: link(`/evidence/${file}`, titleOf(id)),
      Matches: match ? "yes" : "no",
      "SHA-256": code(expected),
    })),
  };
});

function reached(tier: Tier): string {
  const asked = TIER_CONDITIONS.filter((one) => one.tier === tier).map(({ condition }) => condition);
  return asked.join("; ") || (tier === "T0" ? "Joining" : "An operator's grant only");
}

export const getJoinText = markdownPage(access.getJoinText, async (_ctx, _, origin) => ({
  title: joinPageTexts.title,
  lede: "Reading needs no token. To write you need one, and an operator decides on every application.",
  content: list([
    [
      "Fill in the form at ",
      link("/join", "/join"),
      ". It asks for a DID or an organisation, and the purpose. It takes two minutes and needs no account.",
    ],
    "You get a private page. Its address is the only way back to your application.",
    "An operator approves or rejects, with a reason. The private page then shows the token, once.",
  ]),
  sections: {
    "After that": [
      paragraph("With the token in ", code("TOKEN"), " and the DID in ", code("DID"), ", four calls make a member:"),
      codeBlock("sh", curlsOf(origin, QUICK_START)),
    ],
    "Conditions of the tiers": table(Tier.options, (tier) => ({
      ...tierRow(tier),
      "How to reach it": reached(tier),
    })),
  },
}));

export const getChangelogText = markdownPage(releases.getChangelogText, async () => readChangelog());
