import type { Freeze } from "@/lib/freezes/schema";

/** The band on top of every page: the network, and whether each subsystem runs. `null` where that cannot be read. */
export function StandingBand({ freezes, build }: { freezes: Freeze[] | null; build: string }) {
  return (
    <section aria-label="Standing of the service" className="border-hair border-b bg-sunk text-ink-2 text-xs">
      <div className="sheet flex min-h-9 flex-wrap items-center gap-x-6">
        <span className="border border-rule px-2 font-semibold text-ink leading-5">Testnet</span>
        {freezes === null && <span>The register does not answer</span>}
        {freezes?.map((freeze) => (
          <SubsystemStanding key={freeze.subsystem} freeze={freeze} />
        ))}
        <span className="ml-auto hidden md:inline">{build}</span>
      </div>
    </section>
  );
}

function SubsystemStanding({ freeze: { subsystem, frozen, reason, since } }: { freeze: Freeze }) {
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
        <time dateTime={since ?? ""}>{since?.slice(0, 16).replace("T", " ")} UTC</time>: <bdi>{reason}</bdi>
      </span>
    </span>
  );
}
