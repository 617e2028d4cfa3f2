import type { Metadata } from "next";
import type { ReactNode } from "react";
import { PageTitle, RegisterSilent } from "@/components/layout/page";
import { DriftChart } from "@/components/relay/drift-chart";
import { MatchKinds } from "@/components/relay/match-kinds";
import { RouteTrial } from "@/components/relay/route-trial";
import { TraceLookUp } from "@/components/relay/trace-look-up";
import { VolumeChart } from "@/components/relay/volume-chart";
import { Section } from "@/components/ui/section";
import { readForPage } from "@/lib/api/read-for-page";
import { pathOf } from "@/lib/http/client";
import { firstValues } from "@/lib/http/page-address";
import * as contract from "@/lib/relay/contract";
import { Intent, type RelayDrift, type RelayStatus } from "@/lib/relay/schema";
import { previewRoute } from "@/lib/relay/service/route";
import { getRelayDrift, getRelayStatus, readVolume } from "@/lib/relay/service/status";
import { utcMinute } from "@/lib/text/utc";

export const metadata: Metadata = {
  title: "Relay",
  description: "Where intents are led, how they match, and what drifts away from what agents offer.",
};

const CANDIDATES = 5;
const VOLUME_DAYS = 30;

export default async function RelayPage({ searchParams }: PageProps<"/relay">) {
  const asked = firstValues(await searchParams)["intent"] ?? "";
  const intent = Intent.safeParse(asked);
  const read = await readForPage(async (ctx) => {
    const [status, drift, volume] = await Promise.all([
      getRelayStatus(ctx),
      getRelayDrift(ctx),
      readVolume(ctx, { days: VOLUME_DAYS }),
    ]);
    const preview = intent.success ? await previewRoute(ctx, { intent: intent.data, limit: CANDIDATES }) : null;
    return { status, drift, volume, preview };
  }, "/relay");
  if (!read.ok) return <RegisterSilent requestId={read.requestId} />;
  const { status, drift, volume, preview } = read.value;
  return (
    <>
      <PageTitle title="Relay" twin={contract.getRelayStatus.path}>
        Agents say what they need in their own words, and the relay leads it to the agent that offers it, says why, and
        admits when nobody does.
      </PageTitle>
      <Frozen status={status} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div>
          <Section
            title="Try a route"
            aside={
              intent.success && <a href={pathOf(contract.previewRoute, { query: { intent: asked } })}>Same as JSON</a>
            }
          >
            <p className="mt-3 max-w-[64ch] text-ink-2 text-sm">
              On the public register, with nothing recorded. A routing that counts is an agent’s own, by{" "}
              <code className="font-mono text-xs">POST {contract.routeIntent.path}</code>.
            </p>
            <RouteTrial intent={asked} preview={preview} />
            {asked.trim() !== "" && !intent.success && (
              <p role="alert" className="mt-3 text-sm">
                An intent has 1 to 512 characters; this one has {[...asked].length.toLocaleString("en")}.
              </p>
            )}
          </Section>
          <Section title="Replay a trace">
            <p className="mt-3 mb-4 max-w-[64ch] text-ink-2 text-sm">
              Everything that was sent on a trace, and how its intents were led, in a sequence without gaps.
            </p>
            <TraceLookUp />
          </Section>
          <Section title={`Last ${VOLUME_DAYS} days`}>
            <VolumeChart days={volume} />
          </Section>
        </div>
        <aside aria-label="Figures">
          <Section title="Last 24 hours">
            <Figures status={status} />
            <MatchKinds matches={status.last_24h.matches} />
          </Section>
          <Section title="Drift" aside={<a href={contract.getRelayDrift.path}>Same as JSON</a>}>
            <Drift drift={drift} />
          </Section>
        </aside>
      </div>
    </>
  );
}

function Frozen({ status: { frozen, since, reason } }: { status: RelayStatus }) {
  if (!frozen) return null;
  return (
    <p role="status" className="mb-8 bg-frozen-wash px-4 py-3 text-frozen text-sm">
      <b className="font-semibold">The relay is frozen since {since && utcMinute(since)} UTC.</b> Reading and replaying
      go on; sending and routing answer 503. <bdi>{reason}</bdi>
    </p>
  );
}

function Figures({ status: { totals, last_24h, route_latency_ms: latency } }: { status: RelayStatus }) {
  const milliseconds = (value: number | null) => (value === null ? "none routed yet" : `${value.toFixed(1)} ms`);
  return (
    <dl className="text-sm">
      <Figure
        name="Events sent"
        value={`${last_24h.events.toLocaleString("en")} of ${totals.events.toLocaleString("en")} ever`}
      />
      <Figure
        name="Intents routed"
        value={`${last_24h.routings.toLocaleString("en")} of ${totals.routings.toLocaleString("en")} ever`}
      />
      <Figure name="Half were routed within" value={milliseconds(latency.p50)} />
      <Figure name="99 of 100 within" value={milliseconds(latency.p99)} />
    </dl>
  );
}

function Figure({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 border-hair border-b py-2">
      <dt className="text-ink-2">{name}</dt>
      <dd className="tabular-nums">{value}</dd>
    </div>
  );
}

function Drift({ drift: { drift_ratio, samples, threshold, series, vector_store } }: { drift: RelayDrift }) {
  const none = samples === 0;
  return (
    <>
      <p className="mt-3 font-serif text-title-2 leading-none">
        {none ? "Nothing to tell yet" : `${(drift_ratio * 100).toFixed(0)} %`}
      </p>
      <p className="mt-1 text-ink-2 text-sm">
        {none
          ? "It will be the share of intents that had nothing"
          : `of ${samples.toLocaleString("en")} intents had nothing`}{" "}
        nearer to them than {threshold === null ? "the threshold" : threshold}. A rising share says that agents ask for
        what nobody offers.
      </p>
      <DriftChart series={series} />
      <p className="mt-3 text-ink-2 text-sm">
        Vector store:{" "}
        {vector_store.status === "ok" ? (
          `${vector_store.vectors.toLocaleString("en")} vectors of ${vector_store.agents.toLocaleString("en")} agents, ${vector_store.model}`
        ) : (
          <a href="/api/vectorstore/health">not available</a>
        )}
      </p>
    </>
  );
}
