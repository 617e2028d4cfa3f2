import { subscribeTexts } from "@/components/status/texts";
import { getIncidentsAtom } from "@/lib/features/incidents/contract";
import * as contract from "@/lib/features/status/contract";

const FEEDS = [
  { path: contract.getStatusAtom.path, name: subscribeTexts.atom, what: subscribeTexts.forReaders },
  { path: contract.getStatusJsonFeed.path, name: subscribeTexts.json, what: subscribeTexts.forScripts },
  { path: getIncidentsAtom.path, name: subscribeTexts.incidents, what: subscribeTexts.incidentsToo },
  { path: contract.getServiceStatus.path, name: subscribeTexts.statusJson, what: subscribeTexts.thisPage },
  { path: contract.runSmoke.path, name: subscribeTexts.checkNow, what: subscribeTexts.everyPart },
];

/** Lists ways to follow the status of the service. */
export function Subscribe() {
  return (
    <aside
      id="subscribe"
      aria-labelledby="subscribe-title"
      className="scroll-mt-6 self-start border border-hair border-t-3 border-t-accent bg-raised px-5 pt-4 pb-5"
    >
      <h2 id="subscribe-title" className="text-title-3">
        {subscribeTexts.title}
      </h2>
      <p className="mt-1 text-ink-2 text-sm">{subscribeTexts.what}</p>
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
