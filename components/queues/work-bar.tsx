import type { Assignment, Colleague, WorkItem, WorkKey } from "@/lib/features/queues/schema";
import { QUEUE_NAMES } from "@/lib/features/queues/words";
import { KeyHelp } from "./console-keys";
import { WORK_PAGE } from "./filters";
import { type AssignAction, AssignmentText, TakeForm, WorkForm } from "./work-form";

interface WorkBarProps {
  action: AssignAction;
  item: WorkKey & Assignment;
  /** Whether it waits for a decision. */
  waits: boolean;
  /** The item that comes after it; null if nothing else waits. */
  next: { item: WorkItem; href: string } | null;
  /** The query of the list that the reader comes from. */
  from: string;
  colleagues: readonly Colleague[];
  /** The reader's pseudonym, if the reader may assign. */
  me: string | undefined;
}

/** Shows beside an item that is decided on this page: who does it, the private note, and the next item. */
export function WorkBar({ action, item, waits, next, from, colleagues, me }: WorkBarProps) {
  return (
    <aside data-work aria-label="Assignment" className="mb-8 border-hair border-y py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <a
          data-queue
          href={from === "" ? WORK_PAGE : `${WORK_PAGE}?${from}`}
          className="inline-flex min-h-11 items-center"
        >
          All waiting items
        </a>
        {next && (
          <a data-next href={next.href} className="inline-flex min-h-11 min-w-0 items-center gap-1">
            Next: {QUEUE_NAMES[next.item.queue].one},{" "}
            <bdi className="max-w-[24rem] overflow-hidden text-ellipsis whitespace-nowrap">{next.item.title}</bdi>
          </a>
        )}
        {waits && me !== undefined && item.assignee === null && (
          <div className="ml-auto">
            <TakeForm action={action} item={item} me={me} />
          </div>
        )}
      </div>
      <AssignmentText item={item} me={me} />
      {waits && me !== undefined && (
        <details key={item.changed_at} className="mt-1">
          <summary className="inline-block min-h-6 text-ink-2 text-xs max-md:min-h-11 max-md:py-3">
            Assign or write a note…
          </summary>
          <div className="mt-3">
            <WorkForm action={action} item={item} colleagues={colleagues} />
          </div>
        </details>
      )}
      <KeyHelp item />
    </aside>
  );
}
