import type { Metadata } from "next";
import { ActList } from "@/components/console/act-list";
import { NextApplication } from "@/components/console/next-application";
import { overviewTexts } from "@/components/console/texts";
import { type Waiting, WaitingList } from "@/components/console/waiting-list";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { Section } from "@/components/ui/section";
import type { Context } from "@/lib/authority/context";
import { isKeyInClear } from "@/lib/authority/keys";
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
    { count: frozen, one: "subsystem is frozen", many: "subsystems are frozen", href: "/console/freezes" },
    {
      count: incidents,
      one: "incident is not settled",
      many: "incidents are not settled",
      href: "/console/incidents",
    },
    {
      count: reports,
      one: "report waits for a decision",
      many: "reports wait for a decision",
      href: "/console/reports",
    },
    { count: rfcs.draft, one: "RFC is proposed", many: "RFCs are proposed", href: "/console/rfcs" },
    {
      count: expiring.total,
      one: "credential expires within 14 days",
      many: "credentials expire within 14 days",
      href: "/console/credentials?state=expiring",
    },
  ];
}

export default async function OverviewPage() {
  const read = await readForConsole(async (ctx) => {
    const [pending, waiting, list, isInClear] = await Promise.all([
      readPendingApplications(ctx),
      readWaiting(ctx),
      listActsWithNames(ctx, { limit: ACTS_SHOWN, offset: 0 }),
      isKeyInClear(ctx),
    ]);
    return { pending, waiting, isInClear, ...list };
  }, "/console");
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { pending, waiting, isInClear, acts, names } = read.value;
  return (
    <>
      <PageTitle title={overviewTexts.title}>Open decisions, and the latest activity.</PageTitle>
      {isInClear && (
        <Section title="The signing keys are in the database in clear">
          <p className="py-4 text-ink-2">
            Anyone who reads the database or a dump of it can sign as this federation. Run{" "}
            <code>npm run keys -- new</code> and set <code>SIGNING_KEY</code>. <code>npm run doctor</code> shows the
            rest.
          </p>
        </Section>
      )}
      {pending.oldest && (
        <Section title={pending.count === 1 ? "An application is waiting" : "The oldest application"}>
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
