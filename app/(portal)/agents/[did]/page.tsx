import type { Metadata } from "next";
import { headers } from "next/headers";
import { cache } from "react";
import { EndpointList } from "@/components/agents/about";
import { BadgeSnippet } from "@/components/agents/badge-snippet";
import { AgentNotFound } from "@/components/agents/look-up-form";
import { ProfileHead, SuspensionNote } from "@/components/agents/profile-head";
import { profileHref } from "@/components/agents/profile-href";
import { RecordList } from "@/components/agents/record-list";
import { ScoreHistory } from "@/components/agents/score-history";
import { ScoreWaterfall } from "@/components/agents/score-waterfall";
import { SimilarList } from "@/components/agents/similar-list";
import { SkillList } from "@/components/agents/skill-list";
import { TierLadder, TierPermits } from "@/components/agents/tier-ladder";
import { AuditEntry } from "@/components/council/audit-entry";
import { NamingList } from "@/components/incidents/naming-list";
import { RegisterSilent } from "@/components/layout/page";
import { CodeTabs } from "@/components/ui/code";
import { Section } from "@/components/ui/section";
import { getAgent as getAgentEndpoint, listSimilarAgents } from "@/lib/agents/contract";
import { describedSkills } from "@/lib/agents/rules";
import type { AgentProfile } from "@/lib/agents/schema";
import { getAgent } from "@/lib/agents/service/read";
import { findSimilar } from "@/lib/agents/service/similar";
import { ENDPOINTS } from "@/lib/api/contract";
import { publicUrl } from "@/lib/api/public-url";
import { foundOrNull, readForPage, setPageStatus } from "@/lib/api/read-for-page";
import { listAudits } from "@/lib/council/service/read";
import { pathOf } from "@/lib/http/client";
import { decodedSegment } from "@/lib/http/page-address";
import { incidentsNaming } from "@/lib/incidents/service/browse";
import { listTrustHistory as historyEndpoint, recomputeTrust, showTrustBadge } from "@/lib/trust/contract";
import { listTrustHistory } from "@/lib/trust/service/history";

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
    const [history, audits, naming, similar] = await Promise.all([
      listTrustHistory(ctx, { did, limit: CHANGES_DRAWN, offset: 0 }),
      listAudits(ctx, { did, limit: AUDITS_SHOWN, offset: 0 }),
      incidentsNaming(ctx, { did, limit: INCIDENTS_SHOWN }),
      findSimilar(ctx, { did, limit: SIMILAR_SHOWN }),
    ]);
    return { agent, history, audits, naming, similar, now: ctx.clock().toISOString() };
  }, "/agents/{did}"),
);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const read = await readAgent(decodedSegment((await params).did));
  const agent = read.ok ? read.value?.agent : undefined;
  return {
    title: agent?.name ?? "No such agent",
    ...(agent ? { description: `${agent.name}, ${agent.did}: tier ${agent.trust_tier}.` } : {}),
  };
}

export default async function AgentPage({ params }: Props) {
  const read = await readAgent(decodedSegment((await params).did));
  if (!read.ok) return <RegisterSilent requestId={read.requestId} />;
  if (read.value === null) {
    setPageStatus(404);
    return <AgentNotFound />;
  }
  const { agent, history, audits, naming, similar, now } = read.value;
  const origin = publicUrl({ headers: await headers() });
  const named = { params: { did: agent.did } };
  const twin = pathOf(getAgentEndpoint, named);
  const making = pathOf(recomputeTrust, { ...named, query: {} });
  return (
    <>
      <ProfileHead agent={agent} />
      {agent.suspension && <SuspensionNote suspension={agent.suspension} />}
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 md:grid-cols-[minmax(0,5fr)_minmax(0,2.2fr)]">
        <div>
          <Section title="How the score is made" aside={<a href={twin}>Same as JSON</a>}>
            <ScoreWaterfall signals={agent.signals} score={agent.trust_score} />
            <p className="mt-3 max-w-[72ch] text-ink-3 text-xs">
              As of {agent.as_of}, UTC. The dotted lines are the scores that T2 and T3 ask for; a dashed box is what a
              signal could still add. Each line is a public fact: anyone gets the same number, from{" "}
              <a href={making}>all the facts as JSON</a>, with <a href="/evidence/recompute.mjs">a script</a>.
            </p>
            <BadgeSnippet
              words={`${agent.name}: trust tier and score`}
              picture={origin + pathOf(showTrustBadge, named)}
              page={origin + profileHref(agent.did)}
            />
          </Section>
          <Section
            title="Score since registration"
            aside={<a href={pathOf(historyEndpoint, { ...named, query: {} })}>Every change as JSON</a>}
          >
            <ScoreHistory history={history} now={now} />
          </Section>
          <Section
            title="Audits"
            aside={
              audits.total > 0 && (
                <a href={`/audits?did=${encodeURIComponent(agent.did)}`}>
                  {audits.total > AUDITS_SHOWN ? `All ${audits.total.toLocaleString("en")}` : "In the register"}
                </a>
              )
            }
          >
            {audits.total === 0 && <p className="py-3 text-ink-2 text-sm">Nobody has audited this agent yet.</p>}
            <ol>
              {audits.audits.map((audit) => (
                <AuditEntry key={audit.id} audit={audit} agentShown={false} />
              ))}
            </ol>
          </Section>
          <Section
            title="Incidents"
            aside={naming.total > INCIDENTS_SHOWN && `The newest of ${naming.total.toLocaleString("en")}`}
          >
            <NamingList incidents={naming.incidents} />
          </Section>
          <Section title="Skills">
            <SkillList skills={describedSkills(agent)} />
          </Section>
          {agent.endpoints.length > 0 && (
            <Section title="Where it answers" aside="As the agent says itself">
              <EndpointList endpoints={agent.endpoints} />
            </Section>
          )}
          {similar.length > 0 && (
            <Section
              title="Similar agents"
              aside={<a href={pathOf(listSimilarAgents, { ...named, query: {} })}>Same as JSON</a>}
            >
              <SimilarList agents={similar} />
            </Section>
          )}
          <Section title="How to route to this agent">
            <Routing agent={agent} origin={origin} twin={twin} />
          </Section>
        </div>
        <aside aria-label="Record">
          <Section title={`Why ${agent.trust_tier}`}>
            <TierLadder tier={agent.trust_tier} granted={agent.tier_granted} conditions={agent.conditions} />
          </Section>
          <Section title={`What ${agent.trust_tier} may do`}>
            <TierPermits tier={agent.trust_tier} />
          </Section>
          <Section title="Capabilities">
            {agent.capabilities.length === 0 && <p className="py-3 text-ink-2 text-sm">None stated.</p>}
            <ul className="font-mono text-xs">
              {agent.capabilities.map((capability) => (
                <li key={capability} className="border-hair border-b py-2 [overflow-wrap:anywhere]">
                  {capability}
                </li>
              ))}
            </ul>
          </Section>
          <Section title="Record">
            <RecordList agent={agent} />
          </Section>
        </aside>
      </div>
    </>
  );
}

const relayIsServed = ENDPOINTS.some(({ path }) => path === "/api/relay/route");

function Routing({ agent, origin, twin }: { agent: AgentProfile; origin: string; twin: string }) {
  const eligible = agent.status === "active" && agent.trust_tier !== "T0";
  const intent =
    describedSkills(agent)[0]?.examples[0] ?? agent.skills[0] ?? agent.capabilities[0] ?? "what you need done";
  const route = JSON.stringify({ src_did: "did:fed:s1:you", intent }).replaceAll("'", "\\u0027");
  const verify = JSON.stringify({ did: agent.did });
  return (
    <>
      <p className="my-3 max-w-[72ch] text-sm">
        {eligible
          ? "The relay may choose this agent: it is active and of T1 or above. Intents are matched with its skills, capabilities and role. Check its standing before you rely on it: the answer is signed."
          : "The relay does not choose this agent: for that it must be active and of T1 or above."}
        {relayIsServed || " This build does not serve the relay yet."}
      </p>
      <CodeTabs
        label="Call"
        samples={{
          "Check its standing": `curl -s ${origin}/api/trust/verify \\\n  -H "Authorization: Bearer $TOKEN" \\\n  -d '${verify}'`,
          "Read its record": `curl -s '${origin}${twin}'`,
          ...(eligible && relayIsServed
            ? {
                "Route an intent": `curl -s ${origin}/api/relay/route \\\n  -H "Authorization: Bearer $TOKEN" \\\n  -d '${route}'`,
              }
            : {}),
        }}
      />
    </>
  );
}
