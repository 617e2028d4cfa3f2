import type { Metadata } from "next";
import { ActList } from "@/components/console/act-list";
import { type Open, OpenList } from "@/components/console/open-list";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { WORK_PAGE } from "@/components/queues/filters";
import { Section } from "@/components/ui/section";
import type { Context } from "@/lib/authority/context";
import { isKeyInClear } from "@/lib/authority/keys";
import { listCredentials } from "@/lib/features/access/service/find";
import { listActsWithNames } from "@/lib/features/access/service/list-acts-with-names";
import { listStops } from "@/lib/features/anchors/service/open-guard";
import { listWitnessTroubles } from "@/lib/features/anchors/witnesses/service/describe";
import { listFreezes } from "@/lib/features/council/freezes/service/freezes";
import { countUnsettled } from "@/lib/features/incidents/service/browse";
import { Queue, type Waiting } from "@/lib/features/queues/schema";
import { countWaiting } from "@/lib/features/queues/service/waiting";
import { QUEUE_NAMES } from "@/lib/features/queues/words";
import { countRfcs } from "@/lib/features/rfcs/service/read";
import { addressWith } from "@/lib/http/page-address";
import { readForConsole } from "@/lib/next/read-for-console";

export const metadata: Metadata = { title: "Overview" };

const ACTS_SHOWN = 8;

const inQueues = (waiting: Waiting): Open[] =>
  Queue.options.map((queue) => {
    const { one, many } = QUEUE_NAMES[queue];
    return { count: waiting[queue], one, many, href: addressWith(WORK_PAGE, { queue }) };
  });

/** Returns open matters that are in no queue, the most urgent first. */
async function readOpen(ctx: Context): Promise<Open[]> {
  const [freezes, incidents, rfcs, expiring] = await Promise.all([
    listFreezes(ctx),
    countUnsettled(ctx),
    countRfcs(ctx),
    listCredentials(ctx, { state: "expiring", limit: 1, offset: 0 }),
  ]);
  const frozen = freezes.filter((freeze) => freeze.frozen).length;
  return [
    { count: frozen, one: "Frozen subsystem", many: "Frozen subsystems", href: "/console/freezes" },
    { count: incidents, one: "Unsettled incident", many: "Unsettled incidents", href: "/console/incidents" },
    { count: rfcs.draft, one: "Proposed RFC", many: "Proposed RFCs", href: "/console/rfcs" },
    {
      count: expiring.total,
      one: "Credential that expires within 14 days",
      many: "Credentials that expire within 14 days",
      href: "/console/credentials?state=expiring",
    },
  ];
}

export default async function OverviewPage() {
  const read = await readForConsole(async (ctx) => {
    const [waiting, open, list, isInClear] = await Promise.all([
      countWaiting(ctx),
      readOpen(ctx),
      listActsWithNames(ctx, { limit: ACTS_SHOWN, offset: 0 }),
      isKeyInClear(ctx),
    ]);
    return {
      ...{ waiting, open, isInClear, stops: await listStops(ctx), troubles: await listWitnessTroubles(ctx) },
      ...list,
    };
  }, "/console");
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { waiting, open, isInClear, stops, troubles, acts, names } = read.value;
  return (
    <>
      <PageTitle title="Overview">Open decisions, and the latest activity.</PageTitle>
      {stops.map((reason) => (
        <Section key={reason} title="Nothing more is signed of a log">
          <p className="py-4 text-ink-2 [overflow-wrap:anywhere]">{reason}</p>
        </Section>
      ))}
      {troubles.length > 0 && (
        <Section title="A log is not cosigned by a witness">
          {troubles.map((trouble) => (
            <p key={trouble} className="py-4 text-ink-2 [overflow-wrap:anywhere]">
              {trouble}
            </p>
          ))}
        </Section>
      )}
      {isInClear && (
        <Section title="The signing keys are in the database in clear">
          <p className="py-4 text-ink-2">
            Anyone who reads the database or a dump of it can sign as this federation. Run{" "}
            <code>npm run keys -- new</code> and set <code>SIGNING_KEY</code>. <code>npm run doctor</code> shows the
            rest.
          </p>
        </Section>
      )}
      <div className="grid gap-x-14 gap-y-10 lg:grid-cols-2">
        <Section title="Waiting for a decision" aside={<a href={WORK_PAGE}>All waiting items</a>}>
          <OpenList items={inQueues(waiting)} />
        </Section>
        <Section title="Open">
          <OpenList items={open} />
        </Section>
      </div>
      <div className="mt-10">
        <Section title="Latest activity" aside={<a href="/console/activity">All activity</a>}>
          <ActList acts={acts} names={names} />
        </Section>
      </div>
    </>
  );
}
