import { getIncidentsAtom } from "@/lib/features/incidents/contract";
import * as contract from "@/lib/features/status/contract";

const FEEDS = [
  { path: contract.getStatusAtom.path, name: "Atom feed", what: "for feed readers" },
  { path: contract.getStatusJsonFeed.path, name: "JSON feed", what: "for scripts" },
  { path: getIncidentsAtom.path, name: "Incidents only", what: "Atom, with unconfirmed incidents" },
  { path: contract.getServiceStatus.path, name: "Status as JSON", what: "this page" },
  { path: contract.runSmoke.path, name: "Check now", what: "runs every check at once" },
];

export function Subscribe() {
  return (
    <aside
      id="subscribe"
      aria-labelledby="subscribe-title"
      className="scroll-mt-6 self-start border border-hair border-t-3 border-t-accent bg-raised px-5 pt-4 pb-5"
    >
      <h2 id="subscribe-title" className="text-title-3">
        Subscribe
      </h2>
      <p className="mt-1 text-ink-2 text-sm">
        The feeds have an entry when an incident opens, changes or ends, when the relay or memory is frozen, and when a
        component fails.
      </p>
      <ul className="mt-3 border-hair border-t text-sm">
        {FEEDS.map(({ path, name, what }) => (
          <li key={path} className="flex min-h-11 items-center justify-between gap-3 border-hair border-b">
            <a href={path} className="inline-flex min-h-11 items-center">
              {name}
            </a>
            <span className="text-right text-ink-3 text-xs">{what}</span>
          </li>
        ))}
      </ul>
    </aside>
  );
}
