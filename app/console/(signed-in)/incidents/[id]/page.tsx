import type { Metadata } from "next";
import { cache } from "react";
import { NothingHere } from "@/components/console/nothing-here";
import {
  ConfirmationForm,
  MoveForm,
  PostmortemForm,
  StrikeForm,
  UpdateForm,
} from "@/components/incidents/decision-forms";
import { Timeline } from "@/components/incidents/timeline";
import { Breadcrumb, DatabaseUnavailable } from "@/components/layout/page";
import { Actor } from "@/components/marks/did";
import { FindingMark, SeverityMark, StatusMark } from "@/components/marks/incident-marks";
import { MarkdownText } from "@/components/ui/markdown-text";
import { Section } from "@/components/ui/section";
import { readNamesIn } from "@/lib/features/council/service/agent-names";
import { listFromReports } from "@/lib/features/incidents/reports/service/own-words";
import type { Incident } from "@/lib/features/incidents/schema";
import { getIncident } from "@/lib/features/incidents/service/read";
import { incidentHref } from "@/lib/features/incidents/view/address";
import { addressWith, decodedSegment, firstValues } from "@/lib/http/page-address";
import type { AgentNames } from "@/lib/identity/did";
import { readForConsole } from "@/lib/next/read-for-console";
import { foundOrNull, setPageStatus } from "@/lib/portal/read-for-page";
import { Permitted } from "../../permitted";
import { Work } from "../../work";
import { confirm, move, publish, strike, update } from "../actions";

type Props = PageProps<"/console/incidents/[id]">;

const readPage = cache((id: string) =>
  readForConsole(async (ctx) => {
    const incident = await foundOrNull(getIncident(ctx, { id }));
    if (incident === null) return null;
    const fromReport = (await listFromReports(ctx, [incident.id])).has(incident.id);
    return { incident, names: await readNamesIn(ctx, incident), fromReport };
  }, "/console/incidents/{id}"),
);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const read = await readPage(decodedSegment((await params).id));
  const incident = read.ok ? read.value?.incident : undefined;
  return {
    title: `${incident ? `${incident.id}: ${incident.title}` : "No such incident"} · Incidents`,
  };
}

export default async function IncidentPage({ params, searchParams }: Props) {
  const { from } = firstValues(await searchParams);
  const read = await readPage(decodedSegment((await params).id));
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  if (read.value === null) {
    setPageStatus(404);
    return <NothingHere title="No such incident" list="/console/incidents" />;
  }
  const { incident, names, fromReport } = read.value;
  return (
    <>
      <Breadcrumb above={[{ name: "Incidents", href: "/console/incidents" }]} here={String(incident.id)} />
      <h1 className="text-title-1 [overflow-wrap:anywhere]">
        <bdi>{incident.title}</bdi>
      </h1>
      <p className="mt-2 mb-8 flex flex-wrap items-baseline gap-x-6 gap-y-1 text-sm">
        <SeverityMark severity={incident.severity} />
        <StatusMark status={incident.status} />
        <FindingMark incident={incident} />
        <a href={incidentHref(incident.id)}>Public page</a>
      </p>
      <Work queue={incident.freeze_proposed ? "freeze" : "incident"} id={String(incident.id)} from={from} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 lg:grid-cols-2">
        <div>
          <Section title="Decide">
            <Moves incident={incident} fromReport={fromReport} />
          </Section>
          {incident.status !== "EXPORTED" && (
            <Section title="Freeze a subsystem">
              <FreezeDecision incident={incident} />
            </Section>
          )}
          <Section title="Agents named">
            <Strikes incident={incident} names={names} fromReport={fromReport} />
          </Section>
        </div>
        <div>
          <Section title="What happened">
            <div className="pt-4">
              {incident.description && (
                <p className="mb-5 whitespace-pre-line text-sm [overflow-wrap:anywhere]">
                  <bdi>{incident.description}</bdi>
                </p>
              )}
              <Timeline incident={incident} names={names} />
            </div>
          </Section>
          {incident.postmortem && (
            <div id="postmortem" className="mt-10">
              <Section title="Postmortem">
                <div className="pt-4 [overflow-wrap:anywhere]">
                  <MarkdownText text={incident.postmortem.text} />
                </div>
              </Section>
            </div>
          )}
        </div>
      </div>
    </>
  );
}

interface StepsProps {
  incident: Incident;
  /** Whether a private report led to it. */
  fromReport: boolean;
}

function Moves({ incident: { id, confirmed, unfounded, status, postmortem, transitions }, fromReport }: StepsProps) {
  if (transitions.length === 0)
    return <p className="py-3 text-ink-2 text-sm">This record is sealed. There is nothing to decide.</p>;
  return (
    <Permitted to="incident.transition">
      <div className="grid gap-4 pt-4">
        {!confirmed && !unfounded && <ConfirmationForm action={confirm} id={id} fromReport={fromReport} />}
        <UpdateForm action={update} id={id} fromReport={fromReport} />
        {status === "RESOLVED" && (
          <PostmortemForm
            key={postmortem?.version}
            action={publish}
            id={id}
            fromReport={fromReport}
            text={postmortem?.text ?? ""}
          />
        )}
        {transitions.map((to) => (
          <MoveForm key={to} action={move} id={id} fromReport={fromReport} to={to} />
        ))}
      </div>
    </Permitted>
  );
}

/** Links the page that freezes a subsystem. The incident is only the reason for it. */
function FreezeDecision({ incident: { id, title, freeze_proposed } }: { incident: Incident }) {
  return (
    <div className="grid gap-3 pt-3 text-sm">
      {freeze_proposed && (
        <p className="border-sev-critical border-l-4 bg-sev-critical-wash px-4 py-3">
          <b className="font-semibold">A freeze is proposed.</b> Decide whether to freeze the subsystem that the
          incident concerns.
        </p>
      )}
      <p>
        <a href={addressWith("/console/freezes", { reason: `Incident ${id}: ${title}` })}>
          Freeze the relay or memory, with this incident as the reason
        </a>
      </p>
    </div>
  );
}

function Strikes({ incident, names, fromReport }: StepsProps & { names: AgentNames }) {
  const { id, status, affected, unfounded } = incident;
  if (affected.length === 0) return <p className="py-3 text-ink-2 text-sm">It names no agent.</p>;
  return (
    <ul>
      {affected.map(({ did, struck }) => (
        <li key={did} className="grid gap-3 border-hair border-b py-3 text-sm">
          <Actor name={did} names={names} />
          {struck && <p className="text-ink-2">{`Struck on ${struck.at.slice(0, 10)}.`}</p>}
          {!struck && !unfounded && status !== "EXPORTED" && (
            <Permitted to="incident.transition" silent>
              <StrikeForm action={strike} id={id} did={did} fromReport={fromReport} />
            </Permitted>
          )}
        </li>
      ))}
    </ul>
  );
}
