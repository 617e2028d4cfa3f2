import type { Metadata } from "next";
import { cache } from "react";
import { Statements, VerdictMark } from "@/components/council/audit-entry";
import { Breadcrumb, DatabaseUnavailable, NotFoundMessage, SameAsJson } from "@/components/layout/page";
import { Actor, DidWithIdenticon } from "@/components/marks/did";
import { DisputeMark } from "@/components/marks/dispute-mark";
import { LogPlace } from "@/components/marks/log-place";
import { MayReply } from "@/components/replies/may-reply";
import { Accounts } from "@/components/replies/two-accounts";
import { FactList, Section } from "@/components/ui/section";
import { getAudit as getAuditEndpoint } from "@/lib/features/council/contract";
import type { AuditWithReplies } from "@/lib/features/council/schema";
import { readNamesIn } from "@/lib/features/council/service/agent-names";
import { getAudit } from "@/lib/features/council/service/read";
import { auditPageTexts } from "@/lib/features/council/texts";
import { utcMinute } from "@/lib/foundation/text/utc";
import { pathOf } from "@/lib/http/client";
import { decodedSegment } from "@/lib/http/page-address";
import { partsOfDid } from "@/lib/identity/did";
import { foundOrNull, readForPage, setPageStatus } from "@/lib/portal/read-for-page";

type Props = PageProps<"/audits/[id]">;

const readPage = cache((id: string) =>
  readForPage(async (ctx) => {
    const audit = await foundOrNull(getAudit(ctx, { id }));
    return audit && { audit, names: await readNamesIn(ctx, audit) };
  }, "/audits/{id}"),
);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const read = await readPage(decodedSegment((await params).id));
  const audit = read.ok ? read.value?.audit : undefined;
  return {
    title: audit ? `Audit of ${partsOfDid(audit.did).name}` : auditPageTexts.notFound,
    description: auditPageTexts.lede,
  };
}

export default async function AuditPage({ params }: Props) {
  const read = await readPage(decodedSegment((await params).id));
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  if (read.value === null) return <NoSuchAudit />;
  const { audit, names } = read.value;
  const { id, did, auditor, verdict, created_at, disputes, seq } = audit;
  return (
    <>
      <Breadcrumb above={[{ name: auditPageTexts.title, href: "/audits" }]} here={id.slice(0, 8)} />
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-10 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-title-1 [overflow-wrap:anywhere]">{`Audit of ${names.get(did) ?? partsOfDid(did).name}`}</h1>
          <p className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-1 text-sm">
            <VerdictMark verdict={verdict} />
            <DisputeMark state={audit.disputed ? "disputed" : audit.decision} />
            <DidWithIdenticon did={did} name={names.get(did)} />
          </p>
        </div>
        <SameAsJson path={pathOf(getAuditEndpoint, { params: { id } })} />
      </div>
      {disputes.length > 0 ? (
        <Accounts kind="audit" at={created_at} by={auditor} disputes={disputes} names={names}>
          <Words audit={audit} />
        </Accounts>
      ) : (
        <div className="grid max-w-[68ch] gap-3">
          <Words audit={audit} />
          <MayReply whose="the audited agent" did={did} />
        </div>
      )}
      <div className="mt-10 max-w-3xl">
        <Section title="Record">
          <FactList
            facts={[
              { name: "Of", value: <Actor name={did} names={names} /> },
              { name: "By", value: <Actor name={auditor} names={names} /> },
              { name: "When", value: <time dateTime={created_at}>{`${utcMinute(created_at)} UTC`}</time> },
              { name: "In the log", value: <LogPlace seq={seq} /> },
            ]}
          />
        </Section>
      </div>
    </>
  );
}

function Words({ audit: { summary, findings, evidence } }: { audit: AuditWithReplies }) {
  return (
    <>
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">
        {summary ? <bdi>{summary}</bdi> : "It has no summary."}
      </p>
      <Statements title="Findings" list={findings} />
      <Statements title="Evidence" list={evidence} />
    </>
  );
}

function NoSuchAudit() {
  setPageStatus(404);
  return (
    <NotFoundMessage title={auditPageTexts.notFound}>
      The council has no audit with this id. <a href="/audits">Show all audits</a>.
    </NotFoundMessage>
  );
}
