import type { Metadata } from "next";
import { cache } from "react";
import { ActList } from "@/components/console/act-list";
import { DecideForm } from "@/components/console/decide-form";
import { NothingHere } from "@/components/console/nothing-here";
import { Breadcrumb, DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { rfcHref } from "@/components/marks/rfc-href";
import { RfcStatusMark, TallyLine } from "@/components/rfcs/marks";
import { ReviewList } from "@/components/rfcs/review-list";
import { FactList, Section } from "@/components/ui/section";
import { listActsWithNames } from "@/lib/features/access/service/list-acts-with-names";
import { readNamesIn } from "@/lib/features/council/service/agent-names";
import { documentIdOf, isInForce, nextStatuses } from "@/lib/features/rfcs/rules";
import { listRfcs, readRfc } from "@/lib/features/rfcs/service/read";
import { addressWith, decodedSegment } from "@/lib/http/page-address";
import { readForConsole } from "@/lib/next/read-for-console";
import { foundOrNull, setPageStatus } from "@/lib/portal/read-for-page";
import { Permitted } from "../../permitted";
import { decide } from "../actions";

const ACTS_SHOWN = 20;

type Props = PageProps<"/console/rfcs/[number]">;

const readPage = cache((number: string) =>
  readForConsole(async (ctx) => {
    const rfc = await foundOrNull(readRfc(ctx, { number }));
    if (rfc === null) return null;
    const subject = documentIdOf(rfc.number);
    const [reviewers, { rfcs }, { acts, names }] = await Promise.all([
      readNamesIn(ctx, rfc.reviews),
      listRfcs(ctx, {}),
      listActsWithNames(ctx, { subject, limit: ACTS_SHOWN, offset: 0 }),
    ]);
    const successors = rfcs.filter((other) => other.number !== rfc.number && isInForce(other.status));
    return { rfc, reviewers, successors, acts, names };
  }, "/console/rfcs/{number}"),
);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const read = await readPage(decodedSegment((await params).number));
  const rfc = read.ok ? read.value?.rfc : undefined;
  return { title: `${rfc ? `${rfc.number}: ${rfc.title}` : "No such RFC"} · RFCs` };
}

export default async function RfcPage({ params }: Props) {
  const read = await readPage(decodedSegment((await params).number));
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  if (read.value === null) {
    setPageStatus(404);
    return <NothingHere title="No such RFC" list="/console/rfcs" />;
  }
  const { rfc, reviewers, successors, acts, names } = read.value;
  const next = nextStatuses(rfc.status);
  return (
    <>
      <Breadcrumb above={[{ name: "RFCs", href: "/console/rfcs" }]} here={`RFC ${rfc.number}`} />
      <PageTitle title={rfc.title}>{rfc.summary}</PageTitle>
      <FactList
        facts={[
          { name: "Status", value: <RfcStatusMark status={rfc.status} /> },
          { name: "Verdicts", value: <TallyLine tally={rfc.tally} /> },
          {
            name: "Links",
            value: <a href={rfcHref(rfc.number)}>The text</a>,
          },
        ]}
      />
      <div className="mt-10 grid gap-x-14 gap-y-10 lg:grid-cols-2">
        <Section title="Decide">
          <Permitted to="rfc.decide">
            <div className="mt-4 grid gap-4">
              {next.length === 0 && <p className="text-ink-2 text-sm">It is closed. There is nothing to decide.</p>}
              {next.map((status) => (
                <DecideForm
                  key={status}
                  action={decide}
                  number={rfc.number}
                  status={status}
                  successors={successors.map((other) => ({ number: other.number, title: other.title }))}
                />
              ))}
            </div>
          </Permitted>
        </Section>
        <div>
          <Section title="Reviews">
            <ReviewList reviews={rfc.reviews} names={reviewers} />
          </Section>
        </div>
      </div>
      <div className="mt-10">
        <Section
          title="On record"
          aside={<a href={addressWith("/console/activity", { subject: documentIdOf(rfc.number) })}>All its actions</a>}
        >
          <ActList acts={acts} names={names} />
        </Section>
      </div>
    </>
  );
}
