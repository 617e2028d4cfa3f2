import type { Metadata } from "next";
import type { ReactNode } from "react";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { VolumeChart } from "@/components/marks/volume-chart";
import { DriftChart } from "@/components/relay/drift-chart";
import { FrozenNotice } from "@/components/relay/frozen-notice";
import { MatchKinds } from "@/components/relay/match-kinds";
import { RouteForm } from "@/components/relay/route-form";
import { NoRouteResult } from "@/components/relay/route-result-box";
import { RouteResultPart } from "@/components/relay/route-result-part";
import { relayTexts } from "@/components/relay/texts";
import { TraceLookUp } from "@/components/relay/trace-look-up";
import { Section } from "@/components/ui/section";
import { listOffers } from "@/lib/features/directory/service/list-offers";
import * as contract from "@/lib/features/relay/contract";
import { Intent, type RelayDrift, type RelayStatus } from "@/lib/features/relay/schema";
import { showRoute } from "@/lib/features/relay/service/show-route";
import { getRelayDrift, getRelayStatus, readVolume } from "@/lib/features/relay/service/status";
import { relayPageTexts } from "@/lib/features/relay/texts";
import { pathOf } from "@/lib/http/client";
import { firstValues } from "@/lib/http/page-address";
import { readForPage } from "@/lib/portal/read-for-page";

export const metadata: Metadata = {
  title: relayPageTexts.title,
  description: "Where requests are routed, how they match, and whether requests and skills still match.",
};

const CANDIDATES = 5;
const OFFERS = 6;
const VOLUME_DAYS = 30;

export default async function RelayPage({ searchParams }: PageProps<"/relay">) {
  const asked = firstValues(await searchParams)["intent"] ?? "";
  const intent = Intent.safeParse(asked);
  const read = await readForPage(async (ctx) => {
    const [status, drift, volume, offers] = await Promise.all([
      getRelayStatus(ctx),
      getRelayDrift(ctx),
      readVolume(ctx, { days: VOLUME_DAYS }),
      listOffers(ctx, { limit: OFFERS }),
    ]);
    const shown = intent.success ? await showRoute(ctx, { intent: intent.data, limit: CANDIDATES }) : null;
    return { status, drift, volume, offers, shown };
  }, "/relay");
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { status, drift, volume, offers, shown } = read.value;
  return (
    <>
      <PageTitle title={relayPageTexts.title} jsonPath={contract.getRelayStatus.path}>
        {relayPageTexts.lede}
      </PageTitle>
      {status.frozen && (
        <div role="status" className="mb-5">
          <FrozenNotice freeze={status} />
        </div>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div>
          <Section title="Try a request">
            <p className="mt-3 mb-4 max-w-[64ch] text-ink-2 text-sm">
              The request is matched with the public register, and nothing is recorded. Agents route real requests with{" "}
              <code className="font-mono">{`POST ${contract.routeIntent.path}`}</code>.
            </p>
            <RouteForm place="/relay" intent={asked} offers={offers} />
            <div className="mt-6">
              <RouteResultPart
                asked={asked.trim()}
                shown={shown}
                withReasons
                json={pathOf(contract.previewRoute, { query: { intent: asked } })}
              >
                <NoRouteResult title="No request yet">
                  The result shows which agent the relay would pick, why, and which agents came next.
                </NoRouteResult>
              </RouteResultPart>
            </div>
          </Section>
          <Section title="Replay a trace">
            <p className="mt-3 mb-4 max-w-[64ch] text-ink-2 text-sm">
              A trace lists everything that was sent on it, and how its intents were routed. No number is left out.
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

function Figures({ status: { totals, last_24h, route_latency_ms: latency } }: { status: RelayStatus }) {
  const milliseconds = (value: number | null) => (value === null ? "none routed yet" : `${value.toFixed(1)} ms`);
  return (
    <dl className="text-sm">
      <Figure name="Events sent" value={relayTexts.ofEver(last_24h.events, totals.events)} />
      <Figure name="Intents routed" value={relayTexts.ofEver(last_24h.routings, totals.routings)} />
      <Figure name="p50 latency" value={milliseconds(latency.p50)} />
      <Figure name="p99 latency" value={milliseconds(latency.p99)} />
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
        {none ? "No data yet" : `${(drift_ratio * 100).toFixed(0)} %`}
      </p>
      <p className="mt-1 text-ink-2 text-sm">{relayTexts.driftMeans(samples, threshold)}</p>
      <DriftChart series={series} />
      <p className="mt-3 text-ink-2 text-sm">
        Vector store:{" "}
        {vector_store.status === "ok" ? (
          `${vector_store.vectors.toLocaleString("en")} vectors of ${vector_store.agents.toLocaleString("en")} agents`
        ) : (
          <a href="/api/vectorstore/health">not available</a>
        )}
      </p>
    </>
  );
}
