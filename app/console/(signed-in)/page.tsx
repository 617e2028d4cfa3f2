import type { Metadata } from "next";
import { ActList } from "@/components/console/act-list";
import { type Waiting, WaitingList } from "@/components/console/waiting-list";
import { PageTitle, RegisterSilent } from "@/components/layout/page";
import { Section } from "@/components/ui/section";
import { listCredentials } from "@/lib/access/service/find";
import { listNamedActs } from "@/lib/access/service/named-acts";
import { countPendingApplications } from "@/lib/applications/service/read";
import type { Context } from "@/lib/context";
import { listFreezes } from "@/lib/freezes/service/freezes";
import { countUnsettled } from "@/lib/incidents/service/browse";
import { readForConsole } from "@/lib/next/read-for-console";
import { countRfcs } from "@/lib/rfcs/service/read";

export const metadata: Metadata = { title: "Console" };

const ACTS_SHOWN = 8;

/** What waits for a person, most pressing first. */
async function whatWaits(ctx: Context): Promise<Waiting[]> {
  const [freezes, incidents, rfcs, pending, expiring] = await Promise.all([
    listFreezes(ctx),
    countUnsettled(ctx),
    countRfcs(ctx),
    countPendingApplications(ctx),
    listCredentials(ctx, { state: "expiring", limit: 1, offset: 0 }),
  ]);
  const frozen = freezes.filter((freeze) => freeze.frozen).length;
  return [
    { count: frozen, one: "subsystem is frozen", many: "subsystems are frozen", href: "/console/freezes" },
    { count: incidents, one: "incident is not settled", many: "incidents are not settled", href: "/console/incidents" },
    { count: rfcs.draft, one: "RFC is proposed", many: "RFCs are proposed", href: "/console/rfcs" },
    {
      count: pending,
      one: "application waits for an answer",
      many: "applications wait for an answer",
      href: "/console/applications?status=pending",
    },
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
    const [waiting, list] = await Promise.all([whatWaits(ctx), listNamedActs(ctx, { limit: ACTS_SHOWN, offset: 0 })]);
    return { waiting, ...list };
  }, "/console");
  if (!read.ok) return <RegisterSilent requestId={read.requestId} />;
  const { waiting, acts, names } = read.value;
  return (
    <>
      <PageTitle title="Console">What waits for a person, and what was done last.</PageTitle>
      <Section title="Waits">
        <WaitingList waiting={waiting} />
      </Section>
      <div className="mt-10">
        <Section title="Done last" aside={<a href="/console/activity">All activity</a>}>
          <ActList acts={acts} names={names} />
        </Section>
      </div>
    </>
  );
}
