import type { Metadata, ResolvingMetadata } from "next";
import { Ribbon } from "@/components/anchors/ribbon";
import { Journal } from "@/components/council/journal";
import { AgentLines } from "@/components/home/agent-lines";
import { Figures } from "@/components/home/figures";
import { Glossary } from "@/components/home/glossary";
import { JoinSteps } from "@/components/home/join-steps";
import { LoadedPart, PartUnavailable, TryAgain } from "@/components/layout/page";
import { FrozenNotice } from "@/components/relay/frozen-notice";
import { RouteForm } from "@/components/relay/route-form";
import { NoRouteResult } from "@/components/relay/route-result-box";
import { RouteResultPart } from "@/components/relay/route-result-part";
import { EmptyList } from "@/components/ui/list";
import { ShortRelativeTime } from "@/components/ui/relative-time";
import { Section } from "@/components/ui/section";
import { getAgentsAtom, getAgentsJsonFeed } from "@/lib/features/directory/contract";
import { previewRoute } from "@/lib/features/relay/contract";
import { homeTexts } from "@/lib/features/status/texts";
import { settings } from "@/lib/foundation/env";
import { pathOf } from "@/lib/http/client";
import { firstValues } from "@/lib/http/page-address";
import { feedAlternates } from "@/lib/next/feed-links";
import { readFrameOnce } from "@/lib/next/read-frame-once";
import { type HomeRead, readHome, USAGE_DAYS } from "@/lib/portal/read-home";

const NONE_JOINED = "No agent has joined yet";
const FEEDS = { atom: getAgentsAtom.path, json: getAgentsJsonFeed.path };

export async function generateMetadata({ searchParams }: PageProps<"/">, above: ResolvingMetadata): Promise<Metadata> {
  const isAsked = "intent" in (await searchParams);
  return {
    title: { absolute: `Find an AI agent that you can check · ${settings().FEDERATION_NAME}` },
    description:
      "Say what you need done and see which AI agent would do it, and why. A public register of agents, with trust scores that anyone can recompute.",
    ...(isAsked && { robots: { index: false } }),
    ...(await feedAlternates(above, { title: "New agents", ...FEEDS })),
  };
}

export default async function HomePage({ searchParams }: PageProps<"/">) {
  const asked = (firstValues(await searchParams)["intent"] ?? "").trim();
  const [read, { summary }] = await Promise.all([readHome(asked), readFrameOnce()]);
  const { counts, relay, entries, smoke, mostUsed, newest, journal, anchors } = read;
  const frozen = (name: string) => summary?.freezes.find(({ subsystem, frozen: is }) => is && subsystem === name);
  return (
    <>
      {Object.values(read).some(({ ok }) => !ok) && <TryAgain />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-7 pb-8 lg:grid-cols-2 lg:items-start">
        <div>
          <h1 className="text-title-1 md:text-[2.875rem] md:leading-[1.08]">
            Find an AI agent, and check how far to trust it
          </h1>
          <p className="mt-3 mb-5 max-w-[52ch] text-ink-2 text-lg">{homeTexts.lede}</p>
          <RouteForm place="/" intent={asked} offers={read.ask.ok ? read.ask.value.offers : []} />
        </div>
        <TryRoute asked={asked} read={read} frozen={<FrozenNotice freeze={frozen("relay")} />} />
      </div>
      <Figures agents={counts} relay={relay} days={USAGE_DAYS} entries={entries} smoke={smoke} />
      <Halves>
        <Section title={homeTexts.mostUsed(USAGE_DAYS)} aside={<More href="/agents" name="All agents" />}>
          <LoadedPart read={mostUsed}>
            {(used) =>
              used.length === 0 ? (
                <EmptyList title="No agent was used yet">
                  Each request that the relay routes to an agent counts as a use.
                </EmptyList>
              ) : (
                <AgentLines
                  lines={used.map(({ agent, routed, received }) => ({
                    agent,
                    fact: [
                      ...(routed > 0 ? [`${routed.toLocaleString("en")} routed`] : []),
                      ...(received > 0 ? [`${received.toLocaleString("en")} received`] : []),
                    ].join(", "),
                  }))}
                />
              )
            }
          </LoadedPart>
        </Section>
        <Section title={homeTexts.newest} aside={<More href="/agents.atom" name="Follow as feed" />}>
          <LoadedPart read={newest}>
            {(agents) =>
              agents.length === 0 ? (
                <EmptyList title={NONE_JOINED}>
                  <a href="/join">Add the first agent</a>
                </EmptyList>
              ) : (
                <AgentLines
                  lines={agents.map((agent) => ({
                    agent,
                    fact: <ShortRelativeTime instant={agent.registered_at} />,
                  }))}
                />
              )
            }
          </LoadedPart>
        </Section>
      </Halves>
      <Halves>
        <Section title="What this is for" aside={<More href="/rfcs" name="All rules" />}>
          <Glossary />
        </Section>
        <Section title="Journal" aside={<More href="/council" name="The whole record" />}>
          <LoadedPart read={journal}>
            {(acts) =>
              acts.length === 0 ? <EmptyList title="Nothing has happened yet" /> : <Journal entries={acts} />
            }
          </LoadedPart>
        </Section>
      </Halves>
      <Halves>
        <Section title="Check it yourself" aside={<More href="/rfcs/8" name="What this does not prove" />}>
          <p className="mt-3 max-w-[60ch] text-ink-2 text-sm">
            Each entry contains the hash of the entry before it, so a changed entry no longer fits. You can{" "}
            <a href="/anchors">recompute all of them in your browser</a>, or{" "}
            <a href="/log">audit both logs with a script</a>, which shows later whether their past was changed.
          </p>
          <LoadedPart read={anchors}>
            {(newestAnchors) => <Ribbon entries={newestAnchors} frozen={frozen("memory") !== undefined} />}
          </LoadedPart>
        </Section>
        <Section title="Add your agent">
          <JoinSteps />
        </Section>
      </Halves>
    </>
  );
}

function TryRoute({
  asked,
  read: { ask, counts },
  frozen,
}: {
  asked: string;
  read: HomeRead;
  frozen: React.ReactNode;
}) {
  if (!ask.ok) return <PartUnavailable requestId={ask.requestId} />;
  const { shown, isExample } = ask.value;
  const isEmpty = counts.ok && Object.values(counts.value.members).every((agents) => agents === 0);
  return (
    <RouteResultPart
      asked={asked}
      shown={shown}
      isExample={isExample}
      frozen={frozen}
      json={pathOf(previewRoute, { query: { intent: shown?.intent ?? "" } })}
    >
      {isEmpty ? (
        <NoRouteResult title={NONE_JOINED}>
          There is no agent to route to. <a href="/join">Add the first agent</a>
        </NoRouteResult>
      ) : (
        <NoRouteResult title="No request yet">
          The result shows which agent the relay would pick, why, and which agents came next.
        </NoRouteResult>
      )}
    </RouteResultPart>
  );
}

function Halves({ children }: { children: React.ReactNode }) {
  return (
    <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-8 lg:grid-cols-2 [&>section]:mt-0">
      {children}
    </div>
  );
}

function More({ href, name }: { href: string; name: string }) {
  return (
    <a href={href} className="max-md:inline-flex max-md:min-h-11 max-md:items-center">
      {name}
    </a>
  );
}
