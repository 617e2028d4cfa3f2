import type { Metadata } from "next";
import { headers } from "next/headers";
import { cache, type ReactNode } from "react";
import { AffectedList } from "@/components/incidents/affected-list";
import { Duration } from "@/components/incidents/duration";
import { FreezeProposal } from "@/components/incidents/freeze-proposal";
import { SealedRecord } from "@/components/incidents/sealed-record";
import { Timeline } from "@/components/incidents/timeline";
import { Breadcrumb, DatabaseUnavailable, NotFoundMessage, SameAsJson } from "@/components/layout/page";
import { Actor } from "@/components/marks/did";
import { DisputeMark } from "@/components/marks/dispute-mark";
import { FindingMark, SeverityMark, StatusMark } from "@/components/marks/incident-marks";
import { MayReply } from "@/components/replies/may-reply";
import { Accounts } from "@/components/replies/two-accounts";
import { CopyButton } from "@/components/ui/copy-button";
import { MarkdownText } from "@/components/ui/markdown-text";
import { Section } from "@/components/ui/section";
import { publicUrl } from "@/lib/api/public-url";
import { readNamesIn } from "@/lib/features/council/service/agent-names";
import { incidentRecord } from "@/lib/features/disputes/rules";
import { stateOfDisputes } from "@/lib/features/disputes/view";
import { getIncident as getIncidentEndpoint } from "@/lib/features/incidents/contract";
import type { Incident, Postmortem } from "@/lib/features/incidents/schema";
import { getIncident } from "@/lib/features/incidents/service/read";
import { incidentPageTexts } from "@/lib/features/incidents/texts";
import { consoleIncidentHref, incidentHref, REGISTER } from "@/lib/features/incidents/view/address";
import { findingOf, SEVERITY_NAMES, STATUS_NAMES } from "@/lib/features/incidents/view/names";
import { cut } from "@/lib/foundation/text/cut";
import { utcMinute } from "@/lib/foundation/text/utc";
import { pathOf } from "@/lib/http/client";
import { addressWith, decodedSegment, pageSegment } from "@/lib/http/page-address";
import type { AgentNames } from "@/lib/identity/did";
import { foundOrNull, readForPage, setPageStatus } from "@/lib/portal/read-for-page";

type Props = PageProps<"/incidents/[id]">;

const readIncident = cache((id: string) =>
  readForPage(async (ctx) => {
    const incident = await foundOrNull(getIncident(ctx, { id }));
    return incident && { incident, names: await readNamesIn(ctx, incident), now: ctx.clock().toISOString() };
  }, "/incidents/{id}"),
);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const id = decodedSegment((await params).id);
  const read = await readIncident(id);
  const incident = read.ok ? read.value?.incident : undefined;
  if (!incident) return { title: `Incident ${cut(id, 12)}` };
  const standing = [
    SEVERITY_NAMES[incident.severity],
    STATUS_NAMES[incident.status].toLowerCase(),
    findingOf(incident),
  ];
  return {
    title: `Incident ${incident.id}: ${incident.title}`,
    description: `${standing.filter(Boolean).join(", ")}. What happened, step by step.`,
  };
}

export default async function IncidentPage({ params }: Props) {
  const read = await readIncident(decodedSegment((await params).id));
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  if (read.value === null) return <NoSuchIncident />;
  const { incident, names, now } = read.value;
  const origin = publicUrl({ headers: await headers() });
  return (
    <>
      <Breadcrumb above={[{ name: incidentPageTexts.title, href: REGISTER }]} here={String(incident.id)} />
      <IncidentHead incident={incident} />
      {incident.disputes.length > 0 ? (
        <Accounts
          kind="incident"
          at={incident.created_at}
          by={incident.reporter}
          disputes={incident.disputes}
          names={names}
        >
          <Description incident={incident} />
        </Accounts>
      ) : (
        mayBeDisputed(incident) && <MayReply whose="an agent that it names" did={onlyNamed(incident)} />
      )}
      {incident.freeze_proposed && <FreezeProposal decideHref={consoleIncidentHref(incident.id)} />}
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div>
          {incident.disputes.length === 0 && incident.description && (
            <div className="mb-8 max-w-[68ch]">
              <Description incident={incident} />
            </div>
          )}
          <Section
            title="What happened"
            aside={
              <a href={addressWith("/council", { subject: incidentRecord(incident.id) })}>The acts, also redactions</a>
            }
          >
            <div className="pt-4">
              <Timeline incident={incident} names={names} />
            </div>
          </Section>
          {incident.postmortem && <PostmortemOf postmortem={incident.postmortem} />}
        </div>
        <aside aria-label="Record">
          <Section title="Agents named">
            <AffectedList incident={incident} names={names} />
          </Section>
          <Section title="Record">
            <RecordOf incident={incident} names={names} now={now} permalink={origin + incidentHref(incident.id)} />
          </Section>
          {incident.seal && (
            <Section title="Sealed">
              <SealedRecord seal={incident.seal} origin={origin} />
            </Section>
          )}
        </aside>
      </div>
    </>
  );
}

const stillNamed = ({ affected }: Incident) => affected.filter(({ struck }) => !struck);
const mayBeDisputed = (incident: Incident) => !incident.unfounded && stillNamed(incident).length > 0;

/** Returns the agent, if there is only one. */
function onlyNamed(incident: Incident): string | undefined {
  const [first, ...others] = stillNamed(incident);
  return others.length === 0 ? first?.did : undefined;
}

function Description({ incident: { description } }: { incident: Incident }) {
  return (
    <p className="whitespace-pre-line [overflow-wrap:anywhere]">
      {description ? <bdi>{description}</bdi> : "It has only a title."}
    </p>
  );
}

function IncidentHead({ incident }: { incident: Incident }) {
  const jsonPath = pathOf(getIncidentEndpoint, { params: { id: String(incident.id) } });
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-10 gap-y-3">
      <div className="min-w-0">
        <p className="text-ink-3 text-sm">{`Incident ${incident.id}, title as reported`}</p>
        <h1 className="text-title-1 [overflow-wrap:anywhere]">
          <bdi>{incident.title}</bdi>
        </h1>
        <p className="mt-2 flex flex-wrap items-baseline gap-x-6 gap-y-1 text-sm">
          <SeverityMark severity={incident.severity} />
          <StatusMark status={incident.status} />
          <bdi className="text-ink-2">{incident.incident_type}</bdi>
          <FindingMark incident={incident} />
          <DisputeMark state={stateOfDisputes(incident.disputes)} />
        </p>
      </div>
      <SameAsJson path={jsonPath} />
    </div>
  );
}

function PostmortemOf({ postmortem: { text, version, at } }: { postmortem: Postmortem }) {
  return (
    <div id="postmortem" className="mt-10 scroll-mt-6">
      <Section
        title="Postmortem"
        aside={
          <span className="text-ink-3 text-xs">
            Version {version}, <time dateTime={at}>{`${utcMinute(at)} UTC`}</time>
          </span>
        }
      >
        <div className="pt-4 [overflow-wrap:anywhere]">
          <MarkdownText text={text} />
        </div>
      </Section>
    </div>
  );
}

interface RecordOfProps {
  incident: Incident;
  names: AgentNames;
  now: string;
  permalink: string;
}

function RecordOf({ incident, names, now, permalink }: RecordOfProps) {
  const { reporter, confirmed_by, created_at, resolved_at, trace_id } = incident;
  return (
    <dl className="text-sm">
      <Line term="Reported by">
        <Actor name={reporter} names={names} />
      </Line>
      <Line term="Confirmed by">
        {confirmed_by === null ? "Not confirmed yet" : <Actor name={confirmed_by} names={names} />}
      </Line>
      <Line term="Duration">
        <Duration from={created_at} to={resolved_at} now={now} />
      </Line>
      {trace_id !== null && (
        <Line term="Trace">
          <span className="flex flex-wrap items-center gap-3">
            <a
              href={`/traces/${pageSegment(trace_id)}`}
              className="min-w-0 flex-1 font-mono text-xs [overflow-wrap:anywhere]"
            >
              {trace_id}
            </a>
            <CopyButton text={trace_id} what="the trace id" />
          </span>
        </Line>
      )}
      <Line term="Permalink">
        <span className="flex flex-wrap items-center gap-3">
          <a href={permalink} className="min-w-0 flex-1 font-mono text-xs [overflow-wrap:anywhere]">
            {permalink}
          </a>
          <CopyButton text={permalink} what="the permalink" />
        </span>
      </Line>
    </dl>
  );
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-baseline gap-3 border-hair border-b py-2.5">
      <dt className="text-ink-2">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

function NoSuchIncident() {
  setPageStatus(404);
  return (
    <NotFoundMessage title="Incident not found">
      The register has no incident with this number. <a href={REGISTER}>Show all incidents</a>.
    </NotFoundMessage>
  );
}
