import type { Metadata } from "next";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { KeyHelp } from "@/components/queues/console-keys";
import { QueueList } from "@/components/queues/queue-list";
import { readOwnDigest } from "@/lib/features/queues/digests/service/address";
import { howTold } from "@/lib/features/queues/digests/words";
import { WorkQuery } from "@/lib/features/queues/schema";
import { listColleagues } from "@/lib/features/queues/service/assign";
import { listWork } from "@/lib/features/queues/service/list";
import { USUAL_ROWS } from "@/lib/http/page";
import { firstValues, readQuery } from "@/lib/http/page-address";
import { isPermittedInConsole, readForConsole } from "@/lib/next/read-for-console";
import { assign, readList, refuse } from "./actions";

export const metadata: Metadata = { title: "Waiting" };

export default async function QueuePage({ searchParams }: PageProps<"/console/queue">) {
  const query = readQuery(WorkQuery, firstValues(await searchParams));
  const read = await readForConsole(
    async (ctx, { operator }) => ({
      list: await listWork(ctx, query),
      colleagues: await listColleagues(ctx),
      me: operator,
      told: await readOwnDigest(ctx),
    }),
    "/console/queue",
  );
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { list, colleagues, me, told } = read.value;
  const mayRefuse = await isPermittedInConsole("application.decide");
  const mayAssign = await isPermittedInConsole("work.assign");
  const { queue, assigned, days, q = "" } = query;
  return (
    <>
      <PageTitle title="Waiting">
        Everything that needs an operator’s decision. Assignments and notes are not public. {howTold(told)}{" "}
        <a href="/console/told">Change notifications</a>
      </PageTitle>
      <QueueList
        initial={list}
        filters={{ queue, assigned, days, q }}
        usualLimit={USUAL_ROWS}
        read={readList}
        assign={assign}
        refuse={refuse}
        mayRefuse={mayRefuse}
        colleagues={colleagues}
        me={mayAssign && me !== null ? me : undefined}
      />
      <KeyHelp />
    </>
  );
}
