import { joinPageTexts } from "@/lib/features/access/applications/texts";
import { getJoinText } from "@/lib/features/access/contract";
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
import { COMPONENTS, percentText } from "@/lib/features/status/rules/status";
import { getServiceStatus } from "@/lib/features/status/service/status";
import { homeTexts } from "@/lib/features/status/texts";
import { SUBSYSTEM_NAMES } from "@/lib/features/status/view/names";
import { TIER_CONDITIONS } from "@/lib/features/trust/rules";
import { buildSha } from "@/lib/foundation/env";
import { MARKDOWN } from "@/lib/http/endpoint";
import { pageSegment } from "@/lib/http/page-address";
import { curlsOf } from "@/lib/http/samples";
import { TIERS, Tier } from "@/lib/identity/tiers";
import { PAGES } from "@/lib/portal/contract";
import { QUICK_START } from "@/lib/portal/description/quick-start";
import { code, codeBlock, facts, heading, link, list, paragraph, table } from "@/lib/portal/markdown/write";
import { listedLine, listingsOf } from "./listed";
import { markdownPage } from "./page";

/** The markdown pages whose address has no parameters. */
const STANDING = PAGES.filter(({ mediaType, path }) => mediaType === MARKDOWN && !path.includes("{"));

const DAYS = 30;
const AGENTS = 10;

export const writeHome = markdownPage(contract.getHomeText, async (ctx, _, { origin, name }) => {
  const [{ members, listed }, { routed, found }, used, newest] = await Promise.all([
    countAgents(ctx),
    countRoutings(ctx, { days: DAYS }),
    listMostUsed(ctx, { limit: AGENTS, days: DAYS }),
    listDirectory(ctx, { status: "active", sort: "newest", limit: AGENTS, offset: 0 }),
  ]);
  const total = Tier.options.reduce((sum, tier) => sum + members[tier], 0);
  const columns = ["Agent", "Provider", "Tier", "Score", "What it does"];
  const shown = [...used.map(({ agent }) => agent), ...newest.agents];
  const listings = await listingsOf(ctx, shown);
  const cellsOf = (agent: Agent) => {
    const listing = listings.get(agent.did);
    return [
      link(`${origin}/agents/${pageSegment(agent.did)}.md`, agent.name),
      agent.provider,
      ...(listing ? [listedLine({ origin, name }, listing), ""] : [agent.trust_tier, agent.trust_score.toFixed(1)]),
      agent.description || agent.role,
    ];
  };
  return {
    title: [name],
    lede: homeTexts.lede,
    blocks: [
      paragraph(
        "It is a testnet. Programs begin at ",
        link(origin + contract.getLlmsText.path, contract.getLlmsText.path),
        ".",
      ),
      facts({
        Members: total.toLocaleString("en"),
        Listed: listed > 0 ? `${listed.toLocaleString("en")}, not members` : null,
        [`Requests routed in ${DAYS} days`]: `${routed.toLocaleString("en")}, ${found.toLocaleString("en")} with a match`,
      }),
      heading(2, "Find an agent"),
      paragraph(
        "Say what you need done. The response names the agent that the relay would pick, why, and the runners-up:",
      ),
      codeBlock("sh", `curl -s '${origin}${previewRoute.path}?intent=summarise+a+contract'`),
      heading(2, homeTexts.mostUsed(DAYS)),
      table(
        [...columns, "Routed", "Received"],
        used.map((one) => [...cellsOf(one.agent), one.routed, one.received]),
      ),
      heading(2, homeTexts.newest),
      table(columns, newest.agents.map(cellsOf)),
      heading(2, "Tiers"),
      table(
        ["Tier", "Meaning", "May", "Agents"],
        Tier.options.map((tier) => [tier, TIERS[tier].meaning, TIERS[tier].permits, members[tier]]),
      ),
      heading(2, "Pages"),
      list(STANDING.map(({ path, summary }) => [link(origin + path, path), `: ${summary}`])),
    ],
  };
});

const COMPONENT_STATES = { operational: "operational", failing: "fails", no_data: "no data" } as const;

export const writeStatus = markdownPage(contract.getStatusText, async (ctx, _, { origin }) => {
  const [status, { current }] = await Promise.all([getServiceStatus(ctx), listReleases(ctx)]);
  const { notices, checked_at, since, coverage, components, freezes, frozen_times, incidents, outages } = status;
  const [headline, ...others] = notices;
  const span = (from: string, to: string | null) => `${from} ${to === null ? "until now" : `to ${to}`}`;
  return {
    title: [`Status: ${headline?.text ?? ""}`],
    lede: checked_at === null ? "The first check runs within a minute." : `Checked at ${checked_at}, once a minute.`,
    json: contract.getServiceStatus.path,
    blocks: [
      ...(others.length > 0 ? [list(others.map(({ text }) => [text]))] : []),
      ...freezes.flatMap(({ subsystem, frozen, since: from, reason }) =>
        frozen ? [paragraph(`${SUBSYSTEM_NAMES[subsystem]} is frozen since ${from}: ${reason}`)] : [],
      ),
      heading(2, "Components"),
      table(
        ["Component", "Now", "Checks passed in 90 days", "Message"],
        components.map(({ title, state, availability, message }) => [
          title,
          COMPONENT_STATES[state],
          availability === null ? "no data" : percentText(availability),
          message ?? "",
        ]),
      ),
      ...(coverage === null ? [] : [paragraph(`${percentText(coverage)} of the minutes since ${since} have a check.`)]),
      heading(2, "Incidents of the last 90 days"),
      table(
        ["Incident", "Title", "Severity", "Status", "When", "Said last"],
        incidents.map(({ id, title, severity, status: now, created_at, resolved_at, timeline }) => [
          link(`${origin}/incidents/${id}.md`, id),
          title,
          severity,
          now,
          span(created_at, resolved_at),
          timeline.findLast(({ kind, note }) => note !== "" && kind !== "postmortem")?.note ?? "",
        ]),
      ),
      heading(2, "Freezes and outages of the last 90 days"),
      table(
        ["What", "When", "Why"],
        [
          ...frozen_times.map(({ subsystem, from, to, reason }) => [
            `${SUBSYSTEM_NAMES[subsystem]} frozen`,
            span(from, to),
            reason,
          ]),
          ...outages.map(({ component, started_at, ended_at, message }) => [
            `${COMPONENTS[component].title} failed`,
            span(started_at, ended_at),
            message,
          ]),
        ],
      ),
      heading(2, "Subscribe"),
      list([contract.getStatusAtom, contract.getStatusJsonFeed].map(({ path }) => [link(origin + path, path)])),
      facts({ Build: code(buildSha()), Version: `${current.version}, ${current.channel}` }),
    ],
  };
});

export const writeEvidence = markdownPage(evidence.getEvidenceText, async (ctx, _, { origin }) => {
  const { checked, matched, results, verified_at } = await verifyEvidence(ctx, {});
  const { documents } = getManifest().predicate;
  const titleOf = (id: string) => documents.find((document) => document.id === id)?.title ?? id;
  return {
    title: [evidencePageTexts.title],
    lede: `The federation's documents, compared with the manifest of this build: ${matched} of ${checked} match, at ${verified_at}.`,
    json: evidence.verifyEvidence.path,
    blocks: [
      table(
        ["Document", "Matches", "SHA-256"],
        results.map(({ id, file, match, expected }) => [
          link(`${origin}/evidence/${file}`, titleOf(id)),
          match ? "yes" : "no",
          code(expected),
        ]),
      ),
    ],
  };
});

export const writeJoin = markdownPage(getJoinText, async (_ctx, _, { origin }) => ({
  title: [joinPageTexts.title],
  lede: "Reading needs no token. To write you need one, and an operator decides on every application.",
  blocks: [
    list([
      [
        "Fill in the form at ",
        link(`${origin}/join`, "/join"),
        ". It asks for a DID or an organisation, and the purpose. It takes two minutes and needs no account.",
      ],
      ["You get a private page. Its address is the only way back to your application."],
      ["An operator approves or rejects, with a reason. The private page then shows the token, once."],
    ]),
    heading(2, "After that"),
    paragraph("With the token in ", code("TOKEN"), " and the DID in ", code("DID"), ", four calls make a member:"),
    codeBlock("sh", curlsOf(origin, QUICK_START)),
    heading(2, "Conditions of the tiers"),
    table(
      ["Tier", "Meaning", "May", "How to reach it"],
      Tier.options.map((tier) => {
        const asked = TIER_CONDITIONS.filter((one) => one.tier === tier).map(({ condition }) => condition);
        const otherwise = tier === "T0" ? "Joining" : "An operator's grant only";
        return [tier, TIERS[tier].meaning, TIERS[tier].permits, asked.length > 0 ? asked.join("; ") : otherwise];
      }),
    ),
  ],
}));

export const writeChangelog = markdownPage(releases.getChangelogText, async () => readChangelog());
