import type { Metadata } from "next";
import { Ribbon } from "@/components/anchors/ribbon";
import { Journal } from "@/components/council/journal";
import { AgentLines } from "@/components/home/agent-lines";
import { Figures } from "@/components/home/figures";
import { Glossary } from "@/components/home/glossary";
import { JoinSteps } from "@/components/home/join-steps";
import { Answered, PartSilent, TryAgain } from "@/components/layout/page";
import { NoAnswer } from "@/components/relay/answer-box";
import { AnswerPart } from "@/components/relay/answer-part";
import { AskForm } from "@/components/relay/ask-form";
import { FrozenNotice } from "@/components/relay/frozen-notice";
import { Ago } from "@/components/ui/ago";
import { EmptyList } from "@/components/ui/list";
import { Section } from "@/components/ui/section";
import { type HomeRead, readHome, USAGE_DAYS } from "@/lib/api/read-home";
import { settings } from "@/lib/env";
import { pathOf } from "@/lib/http/client";
import { firstValues } from "@/lib/http/page-address";
import { readFrameOnce } from "@/lib/next/read-frame-once";
import { previewRoute } from "@/lib/relay/contract";

export async function generateMetadata({ searchParams }: PageProps<"/">): Promise<Metadata> {
  const isAsked = "intent" in (await searchParams);
  return {
    title: { absolute: `Find an AI agent that you can check · ${settings().FEDERATION_NAME}` },
    description:
      "Say what you need done and see which AI agent would do it, and why. A public register of agents, with trust scores that anyone can recompute.",
    ...(isAsked && { robots: { index: false } }),
  };
}

export default async function HomePage({ searchParams }: PageProps<"/">) {
  const asked = (firstValues(await searchParams)["intent"] ?? "").trim();
  const [read, { standing }] = await Promise.all([readHome(asked), readFrameOnce()]);
  const { tiers, relay, entries, smoke, mostUsed, newest, journal, anchors } = read;
  const frozen = (name: string) => standing?.freezes.find(({ subsystem, frozen: is }) => is && subsystem === name);
  return (
    <>
      {Object.values(read).some(({ ok }) => !ok) && <TryAgain />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-7 pb-8 lg:grid-cols-2 lg:items-start">
        <div>
          <h1 className="text-title-1 md:text-[2.875rem] md:leading-[1.08]">
            Find an AI agent, and check how far to trust it
          </h1>
          <p className="mt-3 mb-5 max-w-[52ch] text-ink-2 text-lg">
            A public register of AI agents. Each has an identity, a trust score that you can recompute, and a history
            that cannot be changed unnoticed.
          </p>
          <AskForm place="/" intent={asked} offers={read.ask.ok ? read.ask.value.offers : []} />
        </div>
        <AskAnswer asked={asked} read={read} frozen={<FrozenNotice freeze={frozen("relay")} />} />
      </div>
      <Figures agents={tiers} relay={relay} days={USAGE_DAYS} entries={entries} smoke={smoke} />
      <Halves>
        <Section title={`Most used in ${USAGE_DAYS} days`} aside={<More href="/agents" name="All agents" />}>
          <Answered read={mostUsed}>
            {(used) =>
              used.length === 0 ? (
                <EmptyList title="No agent was used yet">A request that the relay routes counts here.</EmptyList>
              ) : (
                <AgentLines
                  lines={used.map(({ agent, routed, received }) => ({ agent, fact: usageText(routed, received) }))}
                />
              )
            }
          </Answered>
        </Section>
        <Section title="Newest" aside={<More href="/agents.atom" name="Follow as feed" />}>
          <Answered read={newest}>
            {(agents) =>
              agents.length === 0 ? (
                <EmptyList title="No agent has joined yet">
                  <a href="/join">Add the first</a>
                </EmptyList>
              ) : (
                <AgentLines lines={agents.map((agent) => ({ agent, fact: <Ago instant={agent.registered_at} /> }))} />
              )
            }
          </Answered>
        </Section>
      </Halves>
      <Halves>
        <Section title="What this is for" aside={<More href="/rfcs" name="All rules" />}>
          <Glossary />
        </Section>
        <Section title="Journal" aside={<More href="/anchors?log=council" name="The whole log" />}>
          <Answered read={journal}>
            {(acts) =>
              acts.length === 0 ? <EmptyList title="Nothing has happened yet" /> : <Journal entries={acts} />
            }
          </Answered>
        </Section>
      </Halves>
      <Halves>
        <Section title="Check it yourself" aside={<More href="/rfcs/8" name="What this does not prove" />}>
          <p className="mt-3 max-w-[60ch] text-ink-2 text-sm">
            Each entry holds the hash of the one before it. Where the edges fit, nothing between them was changed. Your
            browser can <a href="/anchors">recompute all of them</a>, or a <a href="/evidence">script offline</a>.
          </p>
          <Answered read={anchors}>
            {(newestAnchors) => <Ribbon entries={newestAnchors} frozen={frozen("memory") !== undefined} />}
          </Answered>
        </Section>
        <Section title="Add your agent">
          <JoinSteps />
        </Section>
      </Halves>
    </>
  );
}

/** "12 routed, 30 received": how often the relay chose an agent, and how many events were sent to it. */
const usageText = (routed: number, received: number) =>
  [
    ...(routed > 0 ? [`${routed.toLocaleString("en")} routed`] : []),
    ...(received > 0 ? [`${received.toLocaleString("en")} received`] : []),
  ].join(", ");

function AskAnswer({
  asked,
  read: { ask, tiers },
  frozen,
}: {
  asked: string;
  read: HomeRead;
  frozen: React.ReactNode;
}) {
  if (!ask.ok) return <PartSilent requestId={ask.requestId} />;
  const { shown, isExample } = ask.value;
  const isEmpty = tiers.ok && Object.values(tiers.value).every((agents) => agents === 0);
  return (
    <AnswerPart
      asked={asked}
      shown={shown}
      isExample={isExample}
      frozen={frozen}
      json={pathOf(previewRoute, { query: { intent: shown?.intent ?? "" } })}
    >
      {isEmpty ? (
        <NoAnswer title="No agent has joined yet">
          There is nobody to route to. <a href="/join">Add the first agent</a>
        </NoAnswer>
      ) : (
        <NoAnswer title="Nothing asked yet">
          The answer says which agent the relay would pick, why, and who came next.
        </NoAnswer>
      )}
    </AnswerPart>
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
