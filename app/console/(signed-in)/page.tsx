import type { Metadata } from "next";
import { ActList } from "@/components/console/act-list";
import { NextApplication } from "@/components/console/next-application";
import { overviewTexts } from "@/components/console/texts";
import { type Waiting, WaitingList } from "@/components/console/waiting-list";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { Section } from "@/components/ui/section";
import type { Context } from "@/lib/authority/context";
import { readPendingApplications } from "@/lib/features/access/applications/service/read";
import { listCredentials } from "@/lib/features/access/service/find";
import { listActsWithNames } from "@/lib/features/access/service/list-acts-with-names";
import { listFreezes } from "@/lib/features/council/freezes/service/freezes";
import { countWaitingReports } from "@/lib/features/incidents/reports/service/read";
import { countUnsettled } from "@/lib/features/incidents/service/browse";
import { countRfcs } from "@/lib/features/rfcs/service/read";
import { readForConsole } from "@/lib/next/read-for-console";

export const metadata: Metadata = { title: overviewTexts.title };

const ACTS_SHOWN = 8;

/** Returns the other open decisions, the most urgent first. */
async function readWaiting(ctx: Context): Promise<Waiting[]> {
  const [freezes, incidents, rfcs, expiring, reports] = await Promise.all([
    listFreezes(ctx),
    countUnsettled(ctx),
    countRfcs(ctx),
    listCredentials(ctx, { state: "expiring", limit: 1, offset: 0 }),
    countWaitingReports(ctx),
  ]);
  const frozen = freezes.filter((freeze) => freeze.frozen).length;
  return [
    { count: frozen, one: overviewTexts.frozen.one, many: overviewTexts.frozen.many, href: "/console/freezes" },
    {
      count: incidents,
      one: overviewTexts.unsettled.one,
      many: overviewTexts.unsettled.many,
      href: "/console/incidents",
    },
    {
      count: reports,
      one: overviewTexts.reports.one,
      many: overviewTexts.reports.many,
      href: "/console/reports",
    },
    { count: rfcs.draft, one: overviewTexts.rfcs.one, many: overviewTexts.rfcs.many, href: "/console/rfcs" },
    {
      count: expiring.total,
      one: overviewTexts.expiring.one,
      many: overviewTexts.expiring.many,
      href: "/console/credentials?state=expiring",
    },
  ];
}

export default async function OverviewPage() {
  const read = await readForConsole(async (ctx) => {
    const [pending, waiting, list] = await Promise.all([
      readPendingApplications(ctx),
      readWaiting(ctx),
      listActsWithNames(ctx, { limit: ACTS_SHOWN, offset: 0 }),
    ]);
    return { pending, waiting, ...list };
  }, "/console");
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { pending, waiting, acts, names } = read.value;
  return (
    <>
      <PageTitle title={overviewTexts.title}>{overviewTexts.lede}</PageTitle>
      {pending.oldest && (
        <Section title={pending.count === 1 ? overviewTexts.oneWaits : overviewTexts.oldest}>
          <div className="mt-4">
            <NextApplication oldest={pending.oldest} waiting={pending.count} />
          </div>
        </Section>
      )}
      <Section title={pending.oldest ? overviewTexts.alsoWaiting : overviewTexts.waiting}>
        <WaitingList waiting={waiting} />
      </Section>
      <div className="mt-10">
        <Section title={overviewTexts.latest} aside={<a href="/console/activity">{overviewTexts.allActivity}</a>}>
          <ActList acts={acts} names={names} />
        </Section>
      </div>
    </>
  );
}
