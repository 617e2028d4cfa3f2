import type { Metadata } from "next";
import { ActList } from "@/components/console/act-list";
import { NextApplication } from "@/components/console/next-application";
import { type Waiting, WaitingList } from "@/components/console/waiting-list";
import { PageTitle, RegisterSilent } from "@/components/layout/page";
import { Section } from "@/components/ui/section";
import { listCredentials } from "@/lib/access/service/find";
import { listNamedActs } from "@/lib/access/service/named-acts";
import { readPendingApplications } from "@/lib/applications/service/read";
import type { Context } from "@/lib/context";
import { listFreezes } from "@/lib/freezes/service/freezes";
import { countUnsettled } from "@/lib/incidents/service/browse";
import { readForConsole } from "@/lib/next/read-for-console";
import { countWaitingReports } from "@/lib/reports/service/read";
import { countRfcs } from "@/lib/rfcs/service/read";

export const metadata: Metadata = { title: "Overview" };

const ACTS_SHOWN = 8;

/** What else waits for a decision, most pressing first. */
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
    { count: frozen, one: "subsystem is frozen", many: "subsystems are frozen", href: "/console/freezes" },
    { count: incidents, one: "incident is not settled", many: "incidents are not settled", href: "/console/incidents" },
    {
      count: reports,
      one: "report waits for a decision",
      many: "reports wait for a decision",
      href: "/console/reports",
    },
    { count: rfcs.draft, one: "RFC is proposed", many: "RFCs are proposed", href: "/console/rfcs" },
    {
      count: expiring.total,
      one: "credential ends within 14 days",
      many: "credentials end within 14 days",
      href: "/console/credentials?state=expiring",
    },
  ];
}

export default async function OverviewPage() {
  const read = await readForConsole(async (ctx) => {
    const [pending, waiting, list] = await Promise.all([
      readPendingApplications(ctx),
      readWaiting(ctx),
      listNamedActs(ctx, { limit: ACTS_SHOWN, offset: 0 }),
    ]);
    return { pending, waiting, ...list };
  }, "/console");
  if (!read.ok) return <RegisterSilent requestId={read.requestId} />;
  const { pending, waiting, acts, names } = read.value;
  return (
    <>
      <PageTitle title="Overview">What waits for your decision, and the latest activity.</PageTitle>
      {pending.oldest && (
        <Section title={pending.count === 1 ? "An application waits" : "The application that waits longest"}>
          <div className="mt-4">
            <NextApplication oldest={pending.oldest} waiting={pending.count} />
          </div>
        </Section>
      )}
      <Section title={pending.oldest ? "Also waiting" : "Waiting"}>
        <WaitingList waiting={waiting} />
      </Section>
      <div className="mt-10">
        <Section title="Latest activity" aside={<a href="/console/activity">All activity</a>}>
          <ActList acts={acts} names={names} />
        </Section>
      </div>
    </>
  );
}
