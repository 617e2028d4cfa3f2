"use client";

import { QueryClient, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useForm } from "@/components/forms/use-form";
import { EmptyList, ListPages } from "@/components/ui/list";
import { isRefusable, markOf } from "@/lib/features/queues/rules";
import type { WorkItem, WorkList } from "@/lib/features/queues/schema";
import { addressWith } from "@/lib/http/page-address";
import { DecidedList } from "./decided-list";
import { Filters, WORK_PAGE, type WorkFilters } from "./filters";
import { type RefuseAction, RefuseForm, wordsOf } from "./refuse-form";
import { type RowContext, WorkRow } from "./work-row";

const REFRESH_MILLISECONDS = 10_000;

/** The session of the reader has ended, so asking again is useless. */
class SessionEnded extends Error {}

interface QueueListProps extends Omit<RowContext, "from" | "isMarked"> {
  initial: WorkList;
  filters: WorkFilters;
  usualLimit: number;
  /** Refuses marked items. */
  refuse: RefuseAction;
  mayRefuse: boolean;
  /** Reads the list again, for the same filters. It returns null if the session has ended. */
  read: (query: Record<string, string | number | undefined>) => Promise<WorkList | null>;
}

/** Lists what waits, and stays up to date while it is visible. Without JavaScript it is the list of the page. */
export function QueueList({ initial, filters, usualLimit, read, refuse, mayRefuse, ...row }: QueueListProps) {
  // Not one for the module: on the server, all readers would share it.
  const [client] = useState(() => new QueryClient());
  const { limit, offset } = initial;
  const query = { ...filters, limit, offset };
  const key = ["work", query];
  const { data, error, dataUpdatedAt } = useQuery(
    {
      queryKey: key,
      queryFn: async () => {
        const list = await read(query);
        if (list === null) throw new SessionEnded();
        return list;
      },
      initialData: initial,
      staleTime: REFRESH_MILLISECONDS,
      refetchInterval: ({ state }) => (state.error instanceof SessionEnded ? false : REFRESH_MILLISECONDS),
      retry: false,
    },
    client,
  );
  // After a form, the page has a newer list.
  useEffect(() => {
    client.setQueryData(["work", { ...filters, limit: initial.limit, offset: initial.offset }], initial);
  }, [client, filters, initial]);
  const refusing = useForm(refuse, {}, wordsOf);
  const canRefuse =
    mayRefuse &&
    (refusing.state.outcome === "done" || [...initial.items, ...data.items].some(({ queue }) => isRefusable(queue)));
  const isMarked = mayRefuse ? (item: WorkItem) => refusing.field(markOf(item)).value !== "" : undefined;
  const from = addressWith("", { ...filters }).slice(1);
  return (
    <>
      <Filters filters={filters} waiting={data.waiting} />
      <p role="status" className="text-ink-2 text-sm">
        {`${data.total.toLocaleString("en")} ${data.total === 1 ? "item is" : "items are"} waiting, oldest first. ${data.overdue.toLocaleString("en")} overdue.`}
      </p>
      <Staleness error={error} updated={dataUpdatedAt} />
      {data.items.length === 0 ? <NothingWaits list={data} /> : <Rows list={data} row={{ ...row, from, isMarked }} />}
      {canRefuse && <RefuseForm form={refusing} />}
      <ListPages
        {...{ limit, offset, total: data.total, usualLimit }}
        href={(place) => addressWith(WORK_PAGE, { ...filters, ...place })}
      />
      <DecidedList decided={data.decided} />
    </>
  );
}

function Rows({ list, row }: { list: WorkList; row: RowContext }) {
  return (
    <ol data-rows className="mt-3 border-total border-t">
      {list.items.map((item) => (
        <WorkRow key={`${item.queue} ${item.id}`} item={item} {...row} />
      ))}
    </ol>
  );
}

function NothingWaits({ list: { waiting } }: { list: WorkList }) {
  const isEmpty = Object.values(waiting).every((count) => count === 0);
  return (
    <div className="mt-3">
      <EmptyList title={isEmpty ? "Nothing is waiting." : "No waiting item matches."}>
        {!isEmpty && <a href={WORK_PAGE}>Show all waiting items</a>}
      </EmptyList>
    </div>
  );
}

/** Says that the list is no longer up to date. */
function Staleness({ error, updated }: { error: Error | null; updated: number }) {
  if (error === null) return null;
  return (
    <p role="alert" className="mt-3 border-2 border-ink bg-raised px-4 py-3 text-sm">
      {error instanceof SessionEnded ? (
        <>
          Your session has ended, so this list is not updated any more. <a href={WORK_PAGE}>Sign in again</a>
        </>
      ) : (
        `The list has not been updated since ${new Date(updated).toISOString().slice(11, 19)} UTC. It is read again every ${REFRESH_MILLISECONDS / 1_000} seconds.`
      )}
    </p>
  );
}
