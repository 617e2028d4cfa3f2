import type { Metadata } from "next";
import { cache } from "react";
import { ApplicantStatement } from "@/components/access/applications/applicant-statement";
import { ApplicationMark } from "@/components/access/applications/application-mark";
import { ApproveForm, RejectForm } from "@/components/access/applications/decision-forms";
import { ClaimChecked } from "@/components/access/applications/prove-claim";
import { NothingHere } from "@/components/console/nothing-here";
import { ReadingList } from "@/components/console/reading-list";
import { Breadcrumb, DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { DidText } from "@/components/marks/did";
import { profileHref } from "@/components/marks/profile-href";
import { FactList, Section } from "@/components/ui/section";
import { needsName } from "@/lib/features/access/applications/rules";
import type { Application, ApplicationBackground } from "@/lib/features/access/applications/schema";
import { getApplication } from "@/lib/features/access/applications/service/read";
import { nameOperators } from "@/lib/features/access/service/operators";
import { listReadings } from "@/lib/features/access/service/readings";
import { ownValue } from "@/lib/foundation/own-values";
import { utcMinute } from "@/lib/foundation/text/utc";
import { firstValues } from "@/lib/http/page-address";
import { TIERS, Tier } from "@/lib/identity/tiers";
import { readForConsole } from "@/lib/next/read-for-console";
import { foundOrNull, setPageStatus } from "@/lib/portal/read-for-page";
import { Permitted } from "../../permitted";
import { Work } from "../../work";
import { approve, reject } from "../actions";

const TIERS_TO_GRANT = [
  { value: "", name: "None: it is earned, from T0" },
  ...Tier.options.map((tier) => ({ value: tier, name: `${tier} granted: ${TIERS[tier].meaning}` })),
];

const LIST = "/console/applications";
const utc = (instant: string) => `${utcMinute(instant)} UTC`;

type Props = PageProps<"/console/applications/[id]">;

const readPage = cache((id: string) =>
  readForConsole(async (ctx) => {
    const found = await foundOrNull(getApplication(ctx, { id }));
    if (found === null) return null;
    const names = await nameOperators(ctx, [found.application.decided_by ?? ""]);
    return { ...found, names, readings: await listReadings(ctx, `application:${found.application.id}`) };
  }, `${LIST}/[id]`),
);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const read = await readPage((await params).id);
  const application = read.ok ? read.value?.application : undefined;
  const whose = application && (application.did ?? application.organisation);
  return { title: `${whose ?? "No such application"} · Applications` };
}

export default async function ApplicationPage({ params, searchParams }: Props) {
  const { id } = await params;
  const { from } = firstValues(await searchParams);
  const read = await readPage(id);
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  if (read.value === null) {
    setPageStatus(404);
    return <NothingHere title="No such application" list={LIST} />;
  }
  const { application, background, names, readings } = read.value;
  const { status, did, organisation } = application;
  return (
    <>
      <Breadcrumb above={[{ name: "Applications", href: LIST }]} here={id.slice(0, 8)} />
      <PageTitle title={did === null ? "An organisation’s token" : "A token for an agent"}>
        <span className="flex flex-wrap items-center gap-3">
          <ApplicationMark status={status} />
          {did === null ? <bdi className="[overflow-wrap:anywhere]">{organisation}</bdi> : <DidText did={did} />}
        </span>
      </PageTitle>
      <Work queue="application" id={id} from={from} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div>
          <Section title="What the applicant said">
            <ApplicantStatement application={application} />
          </Section>
          {application.claim_check && (
            <Section title="What was checked">
              <ClaimChecked check={application.claim_check} />
            </Section>
          )}
          <Section title="What the registry knows">
            <Known application={application} background={background} />
          </Section>
        </div>
        <aside aria-label="Decision">
          <Section title="Decision">
            <Decided application={application} names={names} />
            <Permitted to="application.decide">
              <div className="mt-5 grid gap-5">
                {(status === "pending" || background.lapsed) && (
                  <ApproveForm
                    action={approve}
                    id={id}
                    did={did}
                    tiers={TIERS_TO_GRANT}
                    takesOverDid={background.hands_over}
                    asksName={needsName(background)}
                    again={background.lapsed}
                  />
                )}
                {(status === "pending" || status === "approved") && (
                  <RejectForm action={reject} id={id} seen={status} />
                )}
              </div>
            </Permitted>
          </Section>
        </aside>
      </div>
      <ReadingList readings={readings} />
    </>
  );
}

const OWNERS = {
  agent: "It owns itself, with its own token",
  operator: "Operators own it",
  organisation: "",
};

function Known({ application, background }: KnownProps) {
  const { did, organisation } = application;
  const { member, agents, working_tokens, related, look_alikes, lapsed } = background;
  return (
    <ul className="mt-3 list-disc pl-5 text-sm">
      {lapsed && (
        <li className="py-0.5 font-semibold">
          The approval has expired, because the token was not claimed within 14 days.
        </li>
      )}
      {look_alikes.length > 0 && (
        <li className="py-0.5 font-semibold">
          The name looks like the name of another organisation:{" "}
          {look_alikes.map((name, index) => (
            <span key={name}>
              {index > 0 && ", "}
              <bdi>{name}</bdi>
            </span>
          ))}
          . Check which one applies.
        </li>
      )}
      {did !== null && !member && <li className="py-0.5">No agent has joined with this DID.</li>}
      {did !== null && member && (
        <li className="py-0.5">
          <a href={profileHref(did)}>In the directory</a> since {utc(member.registered_at)}.{" "}
          {member.organisation === null ? (
            member.listed ? (
              "It is listed: copied from elsewhere, and nobody has claimed it"
            ) : (
              OWNERS[member.owner]
            )
          ) : (
            <>
              It belongs to <bdi>{member.organisation}</bdi> and stays with it
            </>
          )}
          . Check that the applicant may act for it, because the token allows that.
        </li>
      )}
      <li className="py-0.5">
        {working_tokens === 0 ? "It has no working token." : `It already has working tokens: ${working_tokens}.`}
        {agents !== null && (
          <>
            {" "}
            A key acts for every agent that was registered under the name <bdi>{organisation}</bdi>. There are{" "}
            {agents.toLocaleString("en")} now.
          </>
        )}
      </li>
      {related.length > 0 && (
        <li className="py-0.5">
          {`Other applications for the same${did !== null ? ". If you approve this one, the open ones are rejected" : ""}:`}
          <ul>
            {related.map(({ id, status, created_at }) => (
              <li key={id}>
                <a href={`${LIST}/${id}`}>{utc(created_at)}</a>, {status}
              </li>
            ))}
          </ul>
        </li>
      )}
    </ul>
  );
}
interface KnownProps {
  application: Application;
  background: ApplicationBackground;
}

function Decided({ application, names }: { application: Application; names: Record<string, string> }) {
  const { status, decided_at, decided_by, note, granted_tier, claimed_at, credential_id } = application;
  if (decided_at === null || decided_by === null) return null;
  const what = status === "claimed" ? "approved" : status;
  const facts = [
    {
      name: `It was ${what}`,
      value: (
        <>
          {utc(decided_at)}
          {status !== "withdrawn" && (
            <>
              {" "}
              by <bdi>{ownValue(names, decided_by) ?? decided_by}</bdi>
            </>
          )}
        </>
      ),
    },
    note === "" ? [] : { name: "Note to the applicant", value: <bdi className="whitespace-pre-wrap">{note}</bdi> },
    granted_tier === null ? [] : { name: "Granted tier", value: granted_tier },
    claimed_at === null
      ? []
      : {
          name: "Token claimed",
          value: <a href={`/console/credentials/${credential_id}`}>{utc(claimed_at)}</a>,
        },
  ];
  return <FactList facts={facts.flat()} />;
}
