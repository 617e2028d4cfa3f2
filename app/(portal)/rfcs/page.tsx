import type { Metadata, ResolvingMetadata } from "next";
import type { ReactNode } from "react";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { RfcRegister } from "@/components/rfcs/register";
import { ChoiceNav } from "@/components/ui/list";
import { getRfcsAtom, getRfcsJsonFeed, listRfcs as listRfcsEndpoint } from "@/lib/features/rfcs/contract";
import { RfcQuery } from "@/lib/features/rfcs/schema";
import { listRfcs } from "@/lib/features/rfcs/service/read";
import { rfcPageTexts } from "@/lib/features/rfcs/texts";
import { pathOf } from "@/lib/http/client";
import { firstValues, readQuery } from "@/lib/http/page-address";
import { feedAlternates } from "@/lib/next/feed-links";
import { readForPage } from "@/lib/portal/read-for-page";

const FEEDS = { atom: getRfcsAtom.path, json: getRfcsJsonFeed.path };

export async function generateMetadata(_props: unknown, above: ResolvingMetadata): Promise<Metadata> {
  return {
    title: rfcPageTexts.title,
    description: "The rules of the federation, and who decided them.",
    ...(await feedAlternates(above, { title: "RFCs", ...FEEDS })),
  };
}

const CHOICES = [
  { status: undefined, name: "All" },
  { status: "DRAFT", name: "Draft" },
  { status: "ACTIVE", name: "Active" },
  { status: "FROZEN", name: "Final" },
  { status: "SUPERSEDED", name: "Superseded" },
] as const;

export default async function RfcsPage({ searchParams }: PageProps<"/rfcs">) {
  const query = readQuery(RfcQuery, firstValues(await searchParams));
  const read = await readForPage((ctx) => listRfcs(ctx, query), "/rfcs");
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { rfcs, by_status, total } = read.value;
  return (
    <>
      <PageTitle title={rfcPageTexts.title} jsonPath={pathOf(listRfcsEndpoint, { query })} feeds={FEEDS}>
        {`${rfcPageTexts.lede} The hash of each text is in the evidence manifest.`}
      </PageTitle>
      <dl className="mb-8 grid grid-cols-2 gap-x-8 border-total border-y py-4 text-sm sm:flex sm:gap-x-12">
        <Count name="Active" count={by_status.ACTIVE} />
        <Count name="Final" count={by_status.FROZEN} />
        <Count name="Draft" count={by_status.DRAFT} />
        <Count name="Superseded" count={by_status.SUPERSEDED} />
        <Count name="In all" count={<span className="total-rule">{total.toLocaleString("en")}</span>} />
      </dl>
      <div className="mb-2">
        <ChoiceNav
          label="Status"
          choices={CHOICES.map(({ status, name }) => ({
            name,
            href: status === undefined ? "/rfcs" : `/rfcs?status=${status}`,
            chosen: query.status === status,
          }))}
        />
      </div>
      {rfcs.length === 0 ? <NothingHere total={total} /> : <RfcRegister rfcs={rfcs} />}
    </>
  );
}

function Count({ name, count }: { name: string; count: ReactNode }) {
  return (
    <div className="flex flex-col-reverse py-1">
      <dt className="text-ink-2">{name}</dt>
      <dd className="font-serif text-title-2 tabular-nums leading-tight">{count}</dd>
    </div>
  );
}

function NothingHere({ total }: { total: number }) {
  return (
    <div className="border-total border-y py-12">
      <p className="font-medium font-serif text-title-3">{total === 0 ? "There is no RFC yet." : rfcPageTexts.none}</p>
      <p className="mt-2 text-ink-2 text-sm">
        {total === 0 ? "The service reads the texts when it starts." : <a href="/rfcs">Show all RFCs</a>}
      </p>
    </div>
  );
}
