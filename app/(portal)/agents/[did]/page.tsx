import type { Metadata, ResolvingMetadata } from "next";
import { headers } from "next/headers";
import { cache } from "react";
import { EndpointList } from "@/components/agents/about";
import { AgentHistory } from "@/components/agents/agent-history";
import { BadgePanel } from "@/components/agents/badge-panel";
import { FollowPanel } from "@/components/agents/follow-panel";
import { AgentNotFound } from "@/components/agents/look-up-form";
import { ManifestViewer } from "@/components/agents/manifest-viewer";
import { ProfileHead } from "@/components/agents/profile-head";
import { profileHref } from "@/components/agents/profile-href";
import { RecordList } from "@/components/agents/record-list";
import { ScoreFold } from "@/components/agents/score-fold";
import { SimilarList } from "@/components/agents/similar-list";
import { SkillList } from "@/components/agents/skill-list";
import { StateNotices } from "@/components/agents/state-notice";
import { TrustBox } from "@/components/agents/trust-box";
import { UsageSection } from "@/components/agents/usage-section";
import { UseBox } from "@/components/agents/use-box";
import { RegisterSilent } from "@/components/layout/page";
import { Section } from "@/components/ui/section";
import { connectionsOf } from "@/lib/agents/connect/snippets";
import * as contract from "@/lib/agents/contract";
import { describeAgent, softwareOf } from "@/lib/agents/previews";
import { describedSkills } from "@/lib/agents/rules";
import { readManifest } from "@/lib/agents/service/manifest";
import { getAgent } from "@/lib/agents/service/read";
import { findSimilar } from "@/lib/agents/service/similar";
import { publicUrl } from "@/lib/api/public-url";
import { foundOrNull, readForPage, setPageStatus } from "@/lib/api/read-for-page";
import { listAudits } from "@/lib/council/service/read";
import { settings } from "@/lib/env";
import { pathOf } from "@/lib/http/client";
import { decodedSegment } from "@/lib/http/page-address";
import { incidentsNaming } from "@/lib/incidents/service/browse";
import { feedAlternates } from "@/lib/next/feed-links";
import { getAgentUsage } from "@/lib/relay/contract";
import { readUsage } from "@/lib/relay/service/daily-usage";
import { relaySnippets } from "@/lib/relay/snippets";
import { listTrustHistory as historyEndpoint, recomputeTrust, showTrustBadge } from "@/lib/trust/contract";
import { listTrustHistory } from "@/lib/trust/service/history";
import { ownWebDid } from "@/lib/web-did";

/** More than a year of daily changes, or the newest of them. */
const CHANGES_DRAWN = 500;

/** The rest are a page of the register. */
const AUDITS_SHOWN = 5;
const INCIDENTS_SHOWN = 20;
const SIMILAR_SHOWN = 5;

type Props = PageProps<"/agents/[did]">;

/** One read serves the page and its title. */
const readAgent = cache((did: string) =>
  readForPage(async (ctx) => {
    const agent = await foundOrNull(getAgent(ctx, { did }));
    if (agent === null) return null;
    const [history, audits, passed, naming, similar, usage, manifest] = await Promise.all([
      listTrustHistory(ctx, { did, limit: CHANGES_DRAWN, offset: 0 }),
      listAudits(ctx, { did, limit: AUDITS_SHOWN, offset: 0 }),
      listAudits(ctx, { did, verdict: "pass", limit: 1, offset: 0 }),
      incidentsNaming(ctx, { did, limit: INCIDENTS_SHOWN }),
      findSimilar(ctx, { did, limit: SIMILAR_SHOWN }),
      readUsage(ctx, { did }),
      readManifest(ctx, { did }),
    ]);
    const now = ctx.clock().toISOString();
    return { agent, history, audits, passedAudits: passed.total, naming, similar, usage, manifest, now };
  }, "/agents/{did}"),
);

export async function generateMetadata({ params }: Props, above: ResolvingMetadata): Promise<Metadata> {
  const read = await readAgent(decodedSegment((await params).did));
  const agent = read.ok ? read.value?.agent : undefined;
  if (!agent) return { title: "Agent not found" };
  const named = { params: { did: agent.did } };
  const feeds = { atom: pathOf(contract.getAgentAtom, named), json: pathOf(contract.getAgentJsonFeed, named) };
  const { alternates } = await feedAlternates(above, { title: agent.name, ...feeds });
  const canonical = publicUrl({ headers: await headers() }) + profileHref(agent.did);
  return {
    title: agent.provider ? `${agent.name} by ${agent.provider}` : agent.name,
    description: describeAgent(agent),
    alternates: { ...alternates, canonical },
  };
}

export default async function AgentPage({ params }: Props) {
  const read = await readAgent(decodedSegment((await params).did));
  if (!read.ok) return <RegisterSilent requestId={read.requestId} />;
  if (read.value === null) {
    setPageStatus(404);
    return <AgentNotFound />;
  }
  const { agent, history, audits, passedAudits, naming, similar, usage, manifest, now } = read.value;
  const origin = publicUrl({ headers: await headers() });
  const named = { params: { did: agent.did } };
  const skills = describedSkills(agent);
  const isImportedTool = skills.length === 1 && skills[0]?.description === agent.description;
  return (
    <>
      <script type="application/ld+json">{softwareOf(agent, origin + profileHref(agent.did))}</script>
      <ProfileHead agent={agent} passedAudits={passedAudits} />
      <StateNotices agent={agent} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-9 border-total border-t pt-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr] lg:[grid-template-areas:'use_side'_'rest_side']">
        <div className="min-w-0 lg:[grid-area:use]">
          <UseBox direct={connectionsOf(agent)} relayed={relaySnippets(agent, origin)} repository={agent.repository} />
        </div>
        <aside aria-label="Trust and details" className="min-w-0 lg:[grid-area:side]">
          <TrustBox agent={agent} />
          <div className="mt-7">
            <Section title="Details">
              <RecordList agent={agent} ownDid={ownWebDid(settings())} />
            </Section>
          </div>
          {similar.length > 0 && (
            <Section
              title="Similar agents"
              aside={<a href={pathOf(contract.listSimilarAgents, { ...named, query: {} })}>As JSON</a>}
            >
              <SimilarList agents={similar} />
            </Section>
          )}
        </aside>
        <div className="min-w-0 lg:[grid-area:rest]">
          {!isImportedTool && (
            <Section title="Skills">
              <SkillList skills={skills} />
            </Section>
          )}
          {agent.endpoints.length > 0 && (
            <Section title="Endpoints" aside="As the agent says itself">
              <EndpointList endpoints={agent.endpoints} />
            </Section>
          )}
          <UsageSection usage={usage} twin={pathOf(getAgentUsage, named)} />
          <ScoreFold
            agent={agent}
            facts={pathOf(recomputeTrust, { ...named, query: {} })}
            twin={pathOf(contract.getAgent, named)}
          />
          <AgentHistory
            agent={agent}
            {...{ history, audits, naming, now }}
            twin={pathOf(historyEndpoint, { ...named, query: {} })}
          />
          <Section title="Manifest">
            <ManifestViewer {...manifest} address={pathOf(contract.getAgentManifest, named)} />
          </Section>
        </div>
      </div>
      <FollowPanel
        name={agent.name}
        atom={`${origin + profileHref(agent.did)}.atom`}
        json={`${origin + profileHref(agent.did)}.json`}
      />
      <BadgePanel
        words={`${agent.name}: trust tier and score`}
        picture={origin + pathOf(showTrustBadge, named)}
        page={origin + profileHref(agent.did)}
      />
    </>
  );
}
