"use client";

import { useState } from "react";
import { SeverityMark } from "@/components/marks/incident-marks";
import { RelativeTime } from "@/components/ui/relative-time";
import { isRefusable, markOf, workHref } from "@/lib/features/queues/rules";
import type { Colleague, WorkItem } from "@/lib/features/queues/schema";
import { QUEUE_NAMES } from "@/lib/features/queues/words";
import { detailOf } from "./detail-of";
import { REFUSE_FORM } from "./refuse-form";
import { type AssignAction, AssignmentText, TakeForm, WorkForm } from "./work-form";

export interface RowContext {
  assign: AssignAction;
  colleagues: readonly Colleague[];
  /** The reader's pseudonym, if the reader may assign. */
  me: string | undefined;
  /** Whether an item is marked, to be refused with others; undefined if the reader may not refuse. */
  isMarked: ((item: WorkItem) => boolean) | undefined;
  /** The query of the list. */
  from: string;
}

function Mark({ item, marked }: { item: WorkItem; marked: boolean }) {
  return (
    <input
      type="checkbox"
      data-row-mark
      form={REFUSE_FORM}
      name={markOf(item)}
      defaultChecked={marked}
      aria-label={`Mark ${item.title || item.id}`}
      className="size-5 shrink-0 self-center accent-ink max-md:size-6"
    />
  );
}

export function WorkRow({ item, assign, colleagues, me, isMarked, from }: RowContext & { item: WorkItem }) {
  const { queue, title, severity, since, due_at, overdue, assignee } = item;
  // An open form keeps what was typed, whatever the list shows meanwhile.
  const [opened, setOpened] = useState<WorkItem>();
  return (
    <li
      data-row
      className="grid gap-x-6 gap-y-2 border-hair border-b py-4 text-sm md:grid-cols-[minmax(0,1fr)_9rem_6.5rem]"
    >
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          {isMarked && isRefusable(queue) && <Mark item={item} marked={isMarked(item)} />}
          <a
            data-row-link
            href={workHref(item, from)}
            className="inline-flex min-w-0 items-center font-semibold [overflow-wrap:anywhere] max-md:min-h-11"
          >
            <bdi className="line-clamp-2">{title || "Without a title"}</bdi>
          </a>
          {severity && <SeverityMark severity={severity} />}
        </p>
        <p className="text-ink-2 [overflow-wrap:anywhere]">
          <span className="mr-2 border border-hair px-1.5 text-xs">{QUEUE_NAMES[queue].one}</span>
          <bdi>{detailOf(item)}</bdi>
        </p>
        <AssignmentText item={item} me={me} />
        {me !== undefined && (
          <details
            key={(opened ?? item).changed_at}
            onToggle={({ currentTarget: { open } }) => setOpened(open ? item : undefined)}
            className="max-w-xl"
          >
            <summary data-row-note className="inline-block min-h-6 text-ink-2 text-xs max-md:min-h-11 max-md:py-3">
              Assign or write a note…
            </summary>
            <div className="mt-3 border-ink border-l-2 pl-4">
              <WorkForm action={assign} item={opened ?? item} colleagues={colleagues} />
            </div>
          </details>
        )}
      </div>
      <div className="flex items-center justify-between gap-4 md:contents">
        <p className="text-ink-2 text-xs md:text-right">
          <span className="sr-only">Waiting since </span>
          <RelativeTime instant={since} />
          {overdue && <b className="ml-2 font-semibold text-ink md:ml-0 md:block">overdue</b>}
          {due_at && <span className="ml-2 md:ml-0 md:block">{`due ${due_at.slice(0, 10)}`}</span>}
        </p>
        <div className="md:justify-self-end" data-row-take>
          {me !== undefined && assignee === null && <TakeForm action={assign} item={item} me={me} />}
        </div>
      </div>
    </li>
  );
}
