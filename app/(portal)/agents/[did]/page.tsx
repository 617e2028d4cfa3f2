import type { Metadata, ResolvingMetadata } from "next";
import { headers } from "next/headers";
import { cache } from "react";
import { EndpointList } from "@/components/agents/agent-details";
import { AgentHistory } from "@/components/agents/agent-history";
import { BadgePanel } from "@/components/agents/badge-panel";
import { FollowPanel } from "@/components/agents/follow-panel";
import { ClaimBox, ListedTrust } from "@/components/agents/listed";
import { AgentNotFound } from "@/components/agents/look-up-form";
import { ManifestViewer } from "@/components/agents/manifest-viewer";
import { ProfileHead } from "@/components/agents/profile-head";
import { RecordList } from "@/components/agents/record-list";
import { ScoreDetails } from "@/components/agents/score-details";
import { ServerAbout } from "@/components/agents/server-about";
import { SimilarList } from "@/components/agents/similar-list";
import { SkillList } from "@/components/agents/skill-list";
import { StateNotices } from "@/components/agents/state-notices";
import { TrustBox } from "@/components/agents/trust-box";
import { UsageSection } from "@/components/agents/usage-section";
import { UseBox } from "@/components/agents/use-box";
import { WhatChanged } from "@/components/agents/what-changed";
import { DatabaseUnavailable } from "@/components/layout/page";
import { profileHref } from "@/components/marks/profile-href";
import { Section } from "@/components/ui/section";
import { publicUrl } from "@/lib/api/public-url";
import { connectionsOf } from "@/lib/features/agents/connect/snippets";
import * as contract from "@/lib/features/agents/contract";
import { listedTexts, listingOf } from "@/lib/features/agents/listing";
import { noticesOf } from "@/lib/features/agents/notices";
import { describeAgent, softwareOf } from "@/lib/features/agents/previews";
import { describedSkills } from "@/lib/features/agents/rules";
import { readManifest } from "@/lib/features/agents/service/manifest";
import { getAgent } from "@/lib/features/agents/service/read";
import { listVersions } from "@/lib/features/agents/service/versions";
import { failedLastAudit } from "@/lib/features/council/rules";
import { readNamesIn } from "@/lib/features/council/service/agent-names";
import { listAudits } from "@/lib/features/council/service/read";
import * as directory from "@/lib/features/directory/contract";
import { findSimilar } from "@/lib/features/directory/service/similar";
import { listIncidentsNaming } from "@/lib/features/incidents/service/browse";
import { getEvidencePack } from "@/lib/features/packs/contract";
import { getAgentUsage } from "@/lib/features/relay/contract";
import { readUsage } from "@/lib/features/relay/service/daily-usage";
import { relaySnippets } from "@/lib/features/relay/snippets";
import { listTrustHistory as historyEndpoint, recomputeTrust, showTrustBadge } from "@/lib/features/trust/contract";
import { listTrustHistory } from "@/lib/features/trust/service/history";
import { settings } from "@/lib/foundation/env";
import { pathOf } from "@/lib/http/client";
import { decodedSegment } from "@/lib/http/page-address";
import { ownWebDid } from "@/lib/identity/web-did";
import { doorSnippets } from "@/lib/interop/a2a/snippets";
import { feedAlternates } from "@/lib/next/feed-links";
import { foundOrNull, readForPage, setPageStatus } from "@/lib/portal/read-for-page";

/** The newest changes that are drawn: more than a year if each day has one. */
const CHANGES_DRAWN = 500;

/** The others are on the pages of all audits and all incidents. */
const AUDITS_SHOWN = 5;
const INCIDENTS_SHOWN = 20;
const SIMILAR_SHOWN = 5;
const VERSIONS_SHOWN = 5;

type Props = PageProps<"/agents/[did]">;

const readAgent = cache((did: string) =>
  readForPage(async (ctx) => {
    const agent = await foundOrNull(getAgent(ctx, { did }));
    if (agent === null) return null;
    const [history, versions, audits, naming, similar, usage, manifest] = await Promise.all([
      listTrustHistory(ctx, { did, limit: CHANGES_DRAWN, offset: 0 }),
      listVersions(ctx, { did, limit: VERSIONS_SHOWN, cursor: undefined }),
      listAudits(ctx, { did, limit: AUDITS_SHOWN, offset: 0 }),
      listIncidentsNaming(ctx, { did, limit: INCIDENTS_SHOWN }),
      findSimilar(ctx, { did, limit: SIMILAR_SHOWN }),
      readUsage(ctx, { did }),
      readManifest(ctx, { did }),
    ]);
    const names = await readNamesIn(ctx, audits);
    const now = ctx.clock().toISOString();
    return { agent, history, versions, audits, names, naming, similar, usage, manifest, now };
  }, "/agents/{did}"),
);

export async function generateMetadata({ params }: Props, above: ResolvingMetadata): Promise<Metadata> {
  const read = await readAgent(decodedSegment((await params).did));
  if (!read.ok || !read.value) return { title: "Agent not found" };
  const { agent } = read.value;
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
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  if (read.value === null) {
    setPageStatus(404);
    return <AgentNotFound />;
  }
  const { agent, history, versions, audits, names, naming, similar, usage, manifest, now } = read.value;
  const listing = listingOf(agent);
  const origin = publicUrl({ headers: await headers() });
  const named = { params: { did: agent.did } };
  const skills = describedSkills(agent);
  const isImportedTool = skills.length === 1 && skills[0]?.description === agent.description;
  return (
    <>
      <script type="application/ld+json">{softwareOf(agent, origin + profileHref(agent.did))}</script>
      <ProfileHead agent={agent} failedLastAudit={failedLastAudit(audits.audits)} />
      <StateNotices agent={agent} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-9 border-total border-t pt-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr] lg:[grid-template-areas:'use_side'_'rest_side']">
        <div className="min-w-0 lg:[grid-area:use]">
          {noticesOf(agent).length === 0 && (
            <UseBox
              direct={connectionsOf(agent)}
              relayed={[...doorSnippets(agent, origin), ...relaySnippets(agent, origin)]}
              repository={agent.repository}
              care={listing && listedTexts.unchecked}
            />
          )}
        </div>
        <aside aria-label="Trust and details" className="min-w-0 lg:[grid-area:side]">
          {listing ? <ListedTrust agent={agent} /> : <TrustBox agent={agent} />}
          {listing && <ClaimBox did={agent.did} />}
          <div className="mt-7">
            <Section title="Details">
              <RecordList agent={agent} ownDid={ownWebDid(settings())} />
            </Section>
          </div>
          {similar.length > 0 && (
            <Section
              title="Similar agents"
              aside={<a href={pathOf(directory.listSimilarAgents, { ...named, query: {} })}>As JSON</a>}
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
          <ServerAbout manifest={agent.capability_manifest} />
          {agent.endpoints.length > 0 && (
            <Section title="Endpoints" aside="As the agent says itself">
              <EndpointList endpoints={agent.endpoints} />
            </Section>
          )}
          <UsageSection usage={usage} jsonPath={pathOf(getAgentUsage, named)} />
          <ScoreDetails
            agent={agent}
            isListed={listing !== undefined}
            facts={pathOf(recomputeTrust, { ...named, query: {} })}
            jsonPath={pathOf(contract.getAgent, named)}
          />
          <AgentHistory
            agent={agent}
            history={history}
            audits={audits}
            names={names}
            naming={naming}
            now={now}
            jsonPath={pathOf(historyEndpoint, { ...named, query: {} })}
            packPath={pathOf(getEvidencePack, { ...named, query: {} })}
          />
          <WhatChanged versions={versions} jsonPath={pathOf(contract.listAgentVersions, { ...named, query: {} })} />
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
        words={listing ? `${agent.name}: ${listedTexts.inWords(listing)}` : `${agent.name}: trust tier and score`}
        picture={origin + pathOf(showTrustBadge, named)}
        page={origin + profileHref(agent.did)}
      />
    </>
  );
}
