import { WorkBar } from "@/components/queues/work-bar";
import { workHref } from "@/lib/features/queues/rules";
import { type WorkKey, WorkQuery } from "@/lib/features/queues/schema";
import { listColleagues } from "@/lib/features/queues/service/assign";
import { findNext, findWork, readAssignment } from "@/lib/features/queues/service/list";
import { readQuery } from "@/lib/http/page-address";
import { isPermittedInConsole, readForConsole } from "@/lib/next/read-for-console";
import { assign } from "./queue/actions";

interface WorkProps extends WorkKey {
  /** The query of the list that the reader comes from, from the page's address. */
  from: string | undefined;
}

export async function Work({ queue, id, from = "" }: WorkProps) {
  const read = await readForConsole(async (ctx, { operator }) => {
    const waiting = await findWork(ctx, { queue, id });
    const query = readQuery(WorkQuery, Object.fromEntries(new URLSearchParams(from)));
    const next = await findNext(ctx, query, { queue, id, since: waiting?.since });
    const item = waiting ?? { queue, id, ...(await readAssignment(ctx, { queue, id })) };
    return { item, waits: waiting !== null, next, colleagues: await listColleagues(ctx), me: operator };
  });
  if (!read.ok) return null;
  const { item, waits, next, colleagues, me } = read.value;
  const mayAssign = await isPermittedInConsole("work.assign");
  return (
    <WorkBar
      action={assign}
      {...{ item, waits, from, colleagues }}
      next={next && { item: next, href: workHref(next, from) }}
      me={mayAssign && me !== null ? me : undefined}
    />
  );
}
