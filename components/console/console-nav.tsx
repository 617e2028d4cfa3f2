import { MenuIcon } from "@/components/layout/menu-icon";
import { ariaCurrent, type NavItem } from "@/components/layout/nav-item";
import { WORK_PAGE } from "@/components/queues/filters";
import type { Queue, Waiting } from "@/lib/features/queues/schema";
import { QUEUE_NAMES } from "@/lib/features/queues/words";
import { addressWith } from "@/lib/http/page-address";

export type WaitingCounts = Readonly<Waiting>;

interface ConsoleItem extends NavItem {
  /** What waits on its page. */
  queue?: Queue | "all";
}

const NAV_ITEMS: readonly ConsoleItem[] = [
  { href: "/console", name: "Overview" },
  { href: "/console/queue", name: "Waiting", queue: "all" },
  { href: "/console/applications", name: "Applications", queue: "application" },
  { href: "/console/credentials", name: "Credentials" },
  { href: "/console/operators", name: "Operators" },
  { href: "/console/agents", name: "Agents" },
  { href: "/console/sources", name: "Sources", queue: "source" },
  { href: "/console/webhooks", name: "Webhooks" },
  { href: "/console/freezes", name: "Freezes", queue: "freeze" },
  { href: "/console/maintenance", name: "Maintenance" },
  { href: "/console/reports", name: "Reports", queue: "report" },
  { href: "/console/incidents", name: "Incidents", queue: "incident" },
  { href: "/console/replies", name: "Replies", queue: "reply" },
  { href: "/console/audits", name: "Audits" },
  { href: "/console/rfcs", name: "RFCs" },
  { href: "/console/activity", name: "Activity" },
  { href: "/console/redact", name: "Redact" },
];

/** Links the console's pages and marks the present one. Where the row is too narrow, the links are in a panel. */
export function ConsoleNav({ path, waiting }: { path: string; waiting: WaitingCounts | undefined }) {
  return (
    <details className="menu order-3 wide:w-full wide:border-hair wide:border-t">
      <summary aria-label="Console menu">
        <MenuIcon />
      </summary>
      <nav aria-label="Console" className="wide:-ml-1.75">
        {NAV_ITEMS.map(({ href, name, queue }) => (
          <a
            key={href}
            href={href}
            aria-current={href !== "/console" || path === href ? ariaCurrent({ href, name }, path) : undefined}
            className={`menu-place ${queue === "all" ? "wide:hidden" : ""}`}
          >
            {name}
            {queue && waiting && <WaitingCount count={countOf(waiting, queue)} />}
          </a>
        ))}
      </nav>
    </details>
  );
}

/** Counts what waits by queue, in the first row of the frame. Where that is too narrow, the menu's panel has the counts. */
export function WaitingNav({ waiting }: { waiting: WaitingCounts }) {
  const queues = (Object.keys(QUEUE_NAMES) as Queue[]).filter((queue) => waiting[queue] > 0);
  return (
    <nav aria-label="What waits" className="hidden flex-wrap items-baseline gap-x-4 text-sm wide:flex">
      <a href={WORK_PAGE} className="font-semibold text-ink no-underline hover:underline">
        Waiting <span className="tabular-nums">{countOf(waiting, "all").toLocaleString("en")}</span>
      </a>
      {queues.map((queue) => (
        <a
          key={queue}
          href={addressWith(WORK_PAGE, { queue })}
          className="inline-flex min-h-11 items-center gap-1 text-ink-2 no-underline hover:underline"
        >
          {QUEUE_NAMES[queue].short} <span className="tabular-nums">{waiting[queue].toLocaleString("en")}</span>
        </a>
      ))}
    </nav>
  );
}

const countOf = (waiting: WaitingCounts, queue: Queue | "all"): number =>
  queue === "all" ? Object.values(waiting).reduce((sum, count) => sum + count) : waiting[queue];

function WaitingCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="ml-1.5 border border-current px-1 text-xs tabular-nums wide:hidden">
      {count.toLocaleString("en")}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
