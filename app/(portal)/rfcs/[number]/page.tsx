import type { Metadata } from "next";
import { cache, type ReactNode } from "react";
import { ShortHash } from "@/components/anchors/short-hash";
import { Breadcrumb, DatabaseUnavailable, NotFoundMessage, PageTitle } from "@/components/layout/page";
import { rfcHref } from "@/components/marks/rfc-href";
import { DecisionList } from "@/components/rfcs/decision-list";
import { RfcStatusMark, TallyLine } from "@/components/rfcs/marks";
import { ReviewList } from "@/components/rfcs/review-list";
import { RfcText } from "@/components/rfcs/rfc-text";
import { CopyButton } from "@/components/ui/copy-button";
import { Section } from "@/components/ui/section";
import { readNamesIn } from "@/lib/features/council/service/agent-names";
import * as contract from "@/lib/features/rfcs/contract";
import { documentIdOf, fileOf, sectionsOf } from "@/lib/features/rfcs/rules";
import type { Rfc } from "@/lib/features/rfcs/schema";
import { readRfc } from "@/lib/features/rfcs/service/read";
import { rfcPageTexts } from "@/lib/features/rfcs/texts";
import { cut } from "@/lib/foundation/text/cut";
import { pathOf } from "@/lib/http/client";
import { decodedSegment } from "@/lib/http/page-address";
import { foundOrNull, readForPage, setPageStatus } from "@/lib/portal/read-for-page";

const STATES = {
  DRAFT: "Proposed. It is not a rule yet, and reviews are open.",
  ACTIVE: "In force. Reviews are open.",
  FROZEN: "In force, and can no longer change.",
  SUPERSEDED: "No longer in force.",
} as const;

type Props = PageProps<"/rfcs/[number]">;

const readPage = cache((number: string) =>
  readForPage(async (ctx) => {
    const rfc = await foundOrNull(readRfc(ctx, { number }));
    return rfc && { rfc, names: await readNamesIn(ctx, [rfc.reviews, rfc.decisions]) };
  }, "/rfcs/{number}"),
);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const number = decodedSegment((await params).number);
  const read = await readPage(number);
  const rfc = read.ok ? read.value?.rfc : null;
  return {
    title: rfc ? `RFC ${rfc.number}: ${rfc.title}` : `RFC ${cut(number, 4)}`,
    description: "A rule of the federation, with its reviews and decisions.",
  };
}

export default async function RfcPage({ params }: Props) {
  const read = await readPage(decodedSegment((await params).number));
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  if (read.value === null) return <NoSuchRfc />;
  const { rfc, names } = read.value;
  return (
    <>
      <Breadcrumb above={[{ name: rfcPageTexts.title, href: "/rfcs" }]} here={`RFC ${rfc.number}`} />
      <PageTitle title={rfc.title} jsonPath={pathOf(contract.getRfc, { params: { number: String(rfc.number) } })}>
        {STATES[rfc.status]}
      </PageTitle>
      <Facts rfc={rfc} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
        <aside aria-label="About this RFC" className="lg:sticky lg:top-6 lg:col-start-2 lg:row-start-1">
          <Contents text={rfc.text} />
        </aside>
        <article aria-label={`RFC ${rfc.number}`} className="min-w-0 lg:col-start-1 lg:row-start-1">
          <RfcText text={rfc.text} />
        </article>
      </div>
      <div className="mt-16 grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
        <div>
          <Section title="Reviews" aside={<TallyLine tally={rfc.tally} />}>
            <ReviewList reviews={rfc.reviews} names={names} />
          </Section>
        </div>
        <div>
          <Section title="Decisions">
            <DecisionList decisions={rfc.decisions} names={names} />
          </Section>
        </div>
      </div>
    </>
  );
}

function Facts({ rfc: { number, status, since, created, authors, superseded_by, supersedes, sha256 } }: { rfc: Rfc }) {
  return (
    <dl className="mb-10 flex flex-wrap items-baseline gap-x-10 gap-y-3 border-total border-y py-4 text-sm">
      <Fact name="Status">
        <RfcStatusMark status={status} />
        {superseded_by !== null && <a href={rfcHref(superseded_by)}>{`by RFC ${superseded_by}`}</a>}
      </Fact>
      <Fact name="Since">
        <time dateTime={since} className="font-mono text-xs">
          {since.slice(0, 10)}
        </time>
      </Fact>
      {supersedes.length > 0 && (
        <Fact name="Supersedes">
          {supersedes.map((old) => (
            <a key={old} href={rfcHref(old)}>
              {`RFC ${old}`}
            </a>
          ))}
        </Fact>
      )}
      <Fact name="Written">
        <time dateTime={created} className="font-mono text-xs">
          {created}
        </time>
        <span>{`by ${authors.join(", ")}`}</span>
      </Fact>
      <Fact name="Text">
        <ShortHash hash={sha256} />
        <CopyButton text={sha256} what="the text’s SHA-256" />
        <a href={`/evidence#${documentIdOf(number)}`}>Evidence</a>
        <a href={fileOf(number)}>Markdown</a>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <dt className="text-ink-2">{name}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">{children}</dd>
    </div>
  );
}

function Contents({ text }: { text: string }) {
  return (
    <nav aria-label="Contents">
      <h2 className="border-total border-b pb-2 text-title-3">Contents</h2>
      <ol className="text-sm">
        {sectionsOf(text).map(({ title, anchor }) => (
          <li key={anchor} className="border-hair border-b">
            <a href={`#${anchor}`} className="block py-2 no-underline hover:underline">
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function NoSuchRfc() {
  setPageStatus(404);
  return (
    <NotFoundMessage title="RFC not found">
      No rule of the federation has this number. <a href="/rfcs">Show all RFCs</a>.
    </NotFoundMessage>
  );
}
