import type { Metadata } from "next";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { KeyHelp } from "@/components/queues/console-keys";
import { QueueList } from "@/components/queues/queue-list";
import { WorkQuery } from "@/lib/features/queues/schema";
import { listColleagues } from "@/lib/features/queues/service/assign";
import { listWork } from "@/lib/features/queues/service/list";
import { USUAL_ROWS } from "@/lib/http/page";
import { firstValues, readQuery } from "@/lib/http/page-address";
import { isPermittedInConsole, readForConsole } from "@/lib/next/read-for-console";
import { assign, readList } from "./actions";

export const metadata: Metadata = { title: "Waiting" };

export default async function QueuePage({ searchParams }: PageProps<"/console/queue">) {
  const query = readQuery(WorkQuery, firstValues(await searchParams));
  const read = await readForConsole(
    async (ctx, { operator }) => ({
      list: await listWork(ctx, query),
      colleagues: await listColleagues(ctx),
      me: operator,
    }),
    "/console/queue",
  );
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { list, colleagues, me } = read.value;
  const mayAssign = await isPermittedInConsole("work.assign");
  const { queue, assigned, days, q = "" } = query;
  return (
    <>
      <PageTitle title="Waiting">
        Everything that needs an operator’s decision. Assignments and notes are not public.
      </PageTitle>
      <QueueList
        initial={list}
        filters={{ queue, assigned, days, q }}
        usualLimit={USUAL_ROWS}
        read={readList}
        assign={assign}
        colleagues={colleagues}
        me={mayAssign && me !== null ? me : undefined}
      />
      <KeyHelp />
    </>
  );
}
