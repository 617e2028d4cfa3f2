import type { Metadata } from "next";
import { cache } from "react";
import { DidText } from "@/components/agents/did";
import { profileHref } from "@/components/agents/profile-href";
import { ApplicationMark } from "@/components/applications/application-mark";
import { ApproveForm, RejectForm } from "@/components/applications/decision-forms";
import { WhatApplicantSaid } from "@/components/applications/what-applicant-said";
import { NothingHere } from "@/components/console/nothing-here";
import { Breadcrumb, PageTitle, RegisterSilent } from "@/components/layout/page";
import { FactList, Section } from "@/components/ui/section";
import { nameOperators } from "@/lib/access/service/credentials";
import { foundOrNull, setPageStatus } from "@/lib/api/read-for-page";
import { needsName } from "@/lib/applications/rules";
import type { Application, ApplicationBackground } from "@/lib/applications/schema";
import { getApplication } from "@/lib/applications/service/read";
import { readForConsole } from "@/lib/next/read-for-console";
import { utcMinute } from "@/lib/text/utc";
import { TIERS, Tier } from "@/lib/tiers";
import { approve, reject } from "../actions";

const TIERS_TO_GRANT = [
  { value: "", name: "To be earned, from T0" },
  ...Tier.options.map((tier) => ({ value: tier, name: `${tier} granted: ${TIERS[tier].meaning}` })),
];

const LIST = "/console/applications";
const utc = (instant: string) => `${utcMinute(instant)} UTC`;

type Props = PageProps<"/console/applications/[id]">;

/** One read serves the page and its title. */
const readPage = cache((id: string) =>
  readForConsole(async (ctx) => {
    const found = await foundOrNull(getApplication(ctx, { id }));
    return found && { ...found, names: await nameOperators(ctx, [found.application.decided_by ?? ""]) };
  }, `${LIST}/[id]`),
);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const read = await readPage((await params).id);
  const application = read.ok ? read.value?.application : undefined;
  const whose = application && (application.did ?? application.organisation);
  return { title: `${whose ?? "No such application"} · Applications` };
}

export default async function ApplicationPage({ params }: Props) {
  const { id } = await params;
  const read = await readPage(id);
  if (!read.ok) return <RegisterSilent requestId={read.requestId} />;
  if (read.value === null) {
    setPageStatus(404);
    return <NothingHere what="application" list={LIST} />;
  }
  const { application, background, names } = read.value;
  const { status, did, organisation } = application;
  return (
    <>
      <Breadcrumb above={[{ name: "Applications", href: LIST }]} here={id.slice(0, 8)} />
      <PageTitle title={did === null ? "An organisation’s key" : "A token for an agent"}>
        <span className="flex flex-wrap items-center gap-3">
          <ApplicationMark status={status} />
          {did === null ? <bdi className="[overflow-wrap:anywhere]">{organisation}</bdi> : <DidText did={did} />}
        </span>
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div>
          <Section title="What the applicant said">
            <WhatApplicantSaid application={application} />
          </Section>
          <Section title="What the register knows">
            <Known application={application} background={background} />
          </Section>
        </div>
        <aside aria-label="Decision">
          <Section title="Decision">
            <Decided application={application} names={names} />
            <div className="mt-5 grid gap-5">
              {(status === "pending" || background.lapsed) && (
                <ApproveForm
                  action={approve}
                  id={id}
                  did={did}
                  tiers={TIERS_TO_GRANT}
                  handsOver={background.hands_over}
                  asksName={needsName(background)}
                  again={background.lapsed}
                />
              )}
              {(status === "pending" || status === "approved") && <RejectForm action={reject} id={id} seen={status} />}
            </div>
          </Section>
        </aside>
      </div>
    </>
  );
}

const OWNERS = { agent: "It owns itself, by its own token", operator: "Operators own it", organisation: "" };

/** What an operator should look at before handing out power over a name. */
function Known({ application, background }: KnownProps) {
  const { did, organisation } = application;
  const { member, agents, working_tokens, related, look_alikes, lapsed } = background;
  return (
    <ul className="mt-3 list-disc pl-5 text-sm">
      {lapsed && <li className="py-0.5 font-semibold">The approval has lapsed: nobody claimed within 14 days.</li>}
      {look_alikes.length > 0 && (
        <li className="py-0.5 font-semibold">
          The name looks like that of another organisation:{" "}
          {look_alikes.map((name, index) => (
            <span key={name}>
              {index > 0 && ", "}
              <bdi>{name}</bdi>
            </span>
          ))}
          . Make sure which one applies.
        </li>
      )}
      {did !== null && !member && <li className="py-0.5">Nobody has joined under this DID.</li>}
      {did !== null && member && (
        <li className="py-0.5">
          <a href={profileHref(did)}>In the directory</a> since {utc(member.registered_at)}.{" "}
          {member.organisation === null ? (
            OWNERS[member.owner]
          ) : (
            <>
              It belongs to <bdi>{member.organisation}</bdi> and stays with it
            </>
          )}
          . Make sure that the applicant speaks for it: the token will.
        </li>
      )}
      <li className="py-0.5">
        {working_tokens === 0 ? "It has no working token." : `Working tokens already: ${working_tokens}.`}
        {agents !== null && (
          <>
            {" "}
            A key acts for every agent that was registered under the name <bdi>{organisation}</bdi>: now{" "}
            {agents.toLocaleString("en")}.
          </>
        )}
      </li>
      {related.length > 0 && (
        <li className="py-0.5">
          Other applications for the same{did !== null && "; approving this one rejects those that are open"}:
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
              by <bdi>{names[decided_by] ?? decided_by}</bdi>
            </>
          )}
        </>
      ),
    },
    note === "" ? [] : { name: "Written to the applicant", value: <bdi className="whitespace-pre-wrap">{note}</bdi> },
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
