import type { Metadata, ResolvingMetadata } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { DatabaseUnavailable, SameAsJson } from "@/components/layout/page";
import { NoticeMark } from "@/components/marks/notice-mark";
import { ComponentRows } from "@/components/status/component-rows";
import { DaysTable } from "@/components/status/days-table";
import { DemoNotice } from "@/components/status/demo-notice";
import { IncidentLane } from "@/components/status/incident-lane";
import { Maintenances } from "@/components/status/maintenance";
import { PastDisruptions } from "@/components/status/past-disruptions";
import { StatusIncidentEntry } from "@/components/status/status-incident";
import { StatusKey } from "@/components/status/status-key";
import { Subscribe } from "@/components/status/subscribe";
import { BUTTON } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { publicUrl } from "@/lib/api/public-url";
import { readNamesIn } from "@/lib/features/council/service/agent-names";
import { readDemoEnd } from "@/lib/features/council/service/demo-end";
import { REGISTER } from "@/lib/features/incidents/view/address";
import * as contract from "@/lib/features/status/contract";
import { endOf } from "@/lib/features/status/maintenance/rules";
import type { Maintenance } from "@/lib/features/status/maintenance/schema";
import { drawnDays, percentText } from "@/lib/features/status/rules/status";
import type { ServiceStatus, StatusNotice } from "@/lib/features/status/schema";
import { getServiceStatus } from "@/lib/features/status/service/status";
import { SUBSYSTEM_NAMES } from "@/lib/features/status/view/names";
import { utcMinute } from "@/lib/foundation/text/utc";
import { readForPage } from "@/lib/portal/read-for-page";

export async function generateMetadata(_props: unknown, above: ResolvingMetadata): Promise<Metadata> {
  const origin = publicUrl({ headers: await headers() });
  return {
    title: "Status",
    description: "Whether each part of the service works now and in the last 90 days, with incidents and freezes.",
    alternates: {
      types: {
        ...(await above).alternates?.types,
        "application/atom+xml": [{ url: origin + contract.getStatusAtom.path, title: "Status (Atom)" }],
        "application/feed+json": [{ url: origin + contract.getStatusJsonFeed.path, title: "Status (JSON Feed)" }],
      },
    },
  };
}

const isUnsettled = ({ status }: { status: string }) => status === "OPEN" || status === "FROZEN";

export default async function StatusPage() {
  const read = await readForPage(async (ctx) => {
    const status = await getServiceStatus(ctx);
    if (status.db_error) return { status, demoEnd: null, names: new Map() };
    return { status, demoEnd: await readDemoEnd(ctx), names: await readNamesIn(ctx, status.incidents) };
  }, "/status");
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { status, demoEnd, names } = read.value;
  const open = status.incidents.filter(isUnsettled);
  const past = status.incidents.filter((incident) => !isUnsettled(incident));
  const { maintenance, generated_at: now } = status;
  const isOver = (each: Maintenance) => endOf(each) <= Date.parse(now);
  const [planned, over] = [maintenance.filter((each) => !isOver(each)).toReversed(), maintenance.filter(isOver)];
  return (
    <>
      <Head status={status} />
      {demoEnd && <DemoNotice end={demoEnd} />}
      {open.length > 0 && (
        <Section title={`Open, confirmed ${open.length === 1 ? "incident" : "incidents"}`}>
          {open.map((incident, index) => (
            <StatusIncidentEntry key={incident.id} incident={incident} names={names} open={index === 0} />
          ))}
        </Section>
      )}
      {planned.length > 0 && (
        <div id="maintenance" className="scroll-mt-6">
          <Maintenances title="Planned maintenance" maintenances={planned} now={now} />
        </div>
      )}
      <LastDays status={status} />
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div>
          <Section title="Past incidents" aside={<a href={REGISTER}>All incidents, also unconfirmed</a>}>
            {past.length === 0 && <p className="py-3 text-ink-2 text-sm">None in the last 90 days.</p>}
            {past.map((incident) => (
              <StatusIncidentEntry key={incident.id} incident={incident} names={names} />
            ))}
          </Section>
          {status.frozen_times.length + status.outages.length > 0 && (
            <Section title="Freezes and outages">
              <PastDisruptions freezes={status.frozen_times} outages={status.outages} />
            </Section>
          )}
          {over.length > 0 && <Maintenances title="Past maintenance" maintenances={over} now={now} />}
        </div>
        <Subscribe />
      </div>
    </>
  );
}

const EDGES: Record<StatusNotice["kind"], string> = {
  operational: "border-accent",
  maintenance: "border-ink",
  planned: "border-accent",
  incident: "border-accent",
  degraded: "border-ink",
  unchecked: "border-rule",
  outage: "border-ink",
  frozen: "border-frozen",
  critical: "border-sev-critical",
};

function Head({ status: { notices, checked_at, freezes, components, db_error } }: { status: ServiceStatus }) {
  const [first, ...others] = notices;
  // Failures and freezes are listed below with their reasons.
  const unexplained = others.filter(({ kind }) => kind === "critical" || kind === "unchecked");
  const failing = components.filter(({ state }) => state === "failing");
  const frozen = freezes.filter((freeze) => freeze.frozen);
  return (
    <div
      className={`mb-10 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border border-hair border-l-4 bg-raised px-5 py-4 ${EDGES[first?.kind ?? "unchecked"]} border-y-hair border-r-hair`}
    >
      <div className="min-w-0">
        <h1 className="text-title-1 leading-tight [overflow-wrap:anywhere]">
          <bdi>{first?.text}</bdi>
        </h1>
        {unexplained.map(({ kind, text }) => (
          <p key={text} className="mt-1 flex items-center gap-2 font-semibold">
            <NoticeMark kind={kind} />
            <bdi className="min-w-0 [overflow-wrap:anywhere]">{text}</bdi>
          </p>
        ))}
        {db_error && (
          <Reason name="History" kind="unchecked">
            not available at the moment, because the database cannot be reached.
          </Reason>
        )}
        {failing.map(({ name, title, message, required }) => (
          <Reason key={name} name={title} kind={required ? "outage" : "degraded"}>
            {message ?? "The check fails."}
          </Reason>
        ))}
        {frozen.map(({ subsystem, reason, since }) => (
          <Reason key={subsystem} name={SUBSYSTEM_NAMES[subsystem]} kind="frozen">
            frozen by an operator since {utcMinute(since ?? "")} UTC. <bdi>{reason}</bdi>
          </Reason>
        ))}
        <p className="mt-2 text-ink-2 text-sm">
          {checked_at === null ? (
            "The first check runs within a minute."
          ) : (
            <>
              Checked at <time dateTime={checked_at}>{`${checked_at.slice(11, 16)} UTC`}</time>, once a minute.
            </>
          )}
        </p>
      </div>
      <a href="#subscribe" className={`${BUTTON.quiet} max-md:w-full`}>
        Subscribe
      </a>
    </div>
  );
}

function Reason({ name, kind, children }: { name: string; kind: StatusNotice["kind"]; children: ReactNode }) {
  return (
    <p className="mt-2 flex items-baseline gap-2 text-sm">
      <NoticeMark kind={kind} />
      <span className="min-w-0 max-w-[76ch] [overflow-wrap:anywhere]">
        <b className="font-semibold">{name}:</b> {children}
      </span>
    </p>
  );
}

function Measures({ components }: Pick<ServiceStatus, "components">) {
  return (
    <details className="mt-2 text-sm">
      <summary className="min-h-11 cursor-pointer content-center md:min-h-0">What each check does</summary>
      <dl className="mt-1 max-w-[76ch]">
        {components.map(({ name, title, measures }) => (
          <div key={name} className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-3 border-hair border-b py-1.5">
            <dt className="text-ink-2">{title}</dt>
            <dd>{measures}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function LastDays({ status }: { status: ServiceStatus }) {
  const { components, coverage, since, incidents, frozen_times, generated_at } = status;
  const drawn = components.map((component) => ({ ...component, drawn: drawnDays(component.days, status) }));
  const days = components[0]?.days.map(({ day }) => day) ?? [];
  return (
    <Section title="Last 90 days" aside={<SameAsJson path={contract.getServiceStatus.path} />}>
      <ComponentRows components={drawn} />
      {days.length > 0 && <IncidentLane days={days} incidents={incidents} freezes={frozen_times} now={generated_at} />}
      <StatusKey />
      <p className="mt-2 max-w-[76ch] text-ink-2 text-xs">
        The percentage is the share of a component’s checks that passed. Our own service checks once a minute.
        {coverage !== null &&
          since !== null &&
          ` ${`${percentText(coverage)} of the minutes since ${since.slice(0, 10)} have a check. The other minutes count neither as up nor as down.`}`}{" "}
        A freeze is an operator’s decision and is counted separately. What fails during planned maintenance counts
        neither as up nor as down. p50 and p95 say how long the requests of the 90 days took, measured by our own
        servers: half of them, and 95 of 100, took at most this. Those of the API are of all its paths except A2A and
        MCP.
      </p>
      <Measures components={components} />
      {drawn.length > 0 && <DaysTable components={drawn} />}
    </Section>
  );
}
