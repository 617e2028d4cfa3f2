import type { Freeze } from "@/lib/freezes/schema";
import type { ServiceStanding } from "@/lib/incidents/schema";
import { incidentHref } from "@/lib/incidents/view/address";
import { utcMinute } from "@/lib/text/utc";

interface StandingBandProps {
  /** Null where it cannot be read. */
  standing: ServiceStanding | null;
  /** The version and channel of the interface that is implemented, not of this build. */
  interfaceVersion: string;
}

/** The band on top of every page: the network, whether each subsystem runs, and what is critical just now. */
export function StandingBand({ standing, interfaceVersion }: StandingBandProps) {
  const critical = standing?.critical;
  return (
    <section aria-label="Standing of the service" className="border-hair border-b bg-sunk text-ink-2 text-xs">
      <div className="sheet flex min-h-9 flex-wrap items-center gap-x-6">
        <span className="border border-rule px-2 font-semibold text-ink leading-5">Testnet</span>
        {standing === null && <span>The register does not answer</span>}
        {standing?.freezes.map((freeze) => (
          <SubsystemStanding key={freeze.subsystem} freeze={freeze} />
        ))}
        {critical && (
          <span className="flex min-w-0 items-center gap-2 self-stretch bg-sev-critical-wash px-3 py-1.5 text-sev-critical">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <b className="font-semibold">Critical:</b>{" "}
              <a href={incidentHref(critical.id)} className="text-sev-critical">
                incident {critical.id}, <bdi>{critical.title}</bdi>
              </a>
            </span>
          </span>
        )}
        <span className="ml-auto hidden md:inline">Interface {interfaceVersion}</span>
      </div>
    </section>
  );
}

/** Whether a subsystem runs, or since when and why it does not. */
export function SubsystemStanding({ freeze: { subsystem, frozen, reason, since } }: { freeze: Freeze }) {
  const name = subsystem === "relay" ? "Relay" : "Memory";
  if (!frozen) {
    return (
      <span>
        {name} <b className="font-semibold text-ink">operating</b>
      </span>
    );
  }
  return (
    <span className="flex items-center gap-2 self-stretch bg-frozen-wash px-3 py-1.5 text-frozen">
      <svg aria-hidden width="12" height="12" viewBox="0 0 12 12" stroke="currentColor" strokeWidth="1.5">
        <path d="M6 .8v10.4M1.5 3.4l9 5.2M10.5 3.4l-9 5.2" />
      </svg>
      <span>
        {name} <b className="font-semibold">frozen</b> since{" "}
        <time dateTime={since ?? ""}>{since && utcMinute(since)} UTC</time>: <bdi>{reason}</bdi>
      </span>
    </span>
  );
}
