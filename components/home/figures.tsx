import type { ReactNode } from "react";
import { ShortRelativeTime } from "@/components/ui/relative-time";
import type { SmokeResult } from "@/lib/features/status/schema";
import { Tier, tierAtLeast } from "@/lib/identity/tiers";

type Read<T> = { ok: true; value: T } | { ok: false };

interface FiguresProps {
  agents: Read<{ members: Record<Tier, number>; listed: number }>;
  /** Intents that were routed in the last days, and those that found an agent. */
  relay: Read<{ routed: number; found: number }>;
  days: number;
  entries: Read<number>;
  smoke: Read<SmokeResult>;
}

const written = (amount: number) => amount.toLocaleString("en");

export function Figures({ agents, relay, days, entries, smoke }: FiguresProps) {
  return (
    <dl className="grid border-total border-y md:grid-cols-3">
      <Figure name="members" href="/agents?membership=member" read={agents}>
        {({ members, listed }) => {
          const sumOf = (among: readonly Tier[]) => among.reduce((sum, tier) => sum + members[tier], 0);
          const trusted = sumOf(Tier.options.filter((tier) => tierAtLeast(tier, "T2")));
          const more = listed > 0 ? `; ${written(listed)} more are listed` : "";
          return { amount: sumOf(Tier.options), below: `${written(trusted)} at T2 or higher${more}` };
        }}
      </Figure>
      <Figure name={`requests routed in ${days} days`} href="/relay" read={relay}>
        {({ routed, found }) => ({
          amount: routed,
          below: routed === 0 ? "none yet" : `${Math.floor((found / routed) * 100)} % found an agent`,
        })}
      </Figure>
      <Figure name="log entries" href="/log" read={entries}>
        {(amount) => ({ amount, below: <LastCheck smoke={smoke} /> })}
      </Figure>
    </dl>
  );
}

function LastCheck({ smoke }: Pick<FiguresProps, "smoke">) {
  const check = smoke.ok ? smoke.value.checks.find(({ name }) => name === "ledger") : undefined;
  if (!smoke.ok || !check?.ok) {
    return (
      <>
        not checked, see <a href="/status">status</a>
      </>
    );
  }
  return (
    <>
      newest proofs checked <ShortRelativeTime instant={smoke.value.generated_at} />
    </>
  );
}

interface FigureProps<T> {
  name: string;
  href: string;
  read: Read<T>;
  children: (value: T) => { amount: number; below: ReactNode };
}

function Figure<T>({ name, href, read, children }: FigureProps<T>) {
  const shown = read.ok ? children(read.value) : { amount: null, below: "Temporarily unavailable" };
  return (
    <div className="flex items-baseline gap-4 border-hair py-3 not-first:max-md:border-t md:border-l md:px-6 md:first:border-l-0 md:first:pl-0">
      <dt className="order-2 text-sm leading-5">
        <a href={href} className="text-ink max-md:inline-flex max-md:min-h-11 max-md:items-center">
          {name}
        </a>
        <span className="block text-ink-2 text-xs">{shown.below}</span>
      </dt>
      <dd className="font-medium font-serif text-title-2 tabular-nums lining-nums max-md:min-w-20">
        {shown.amount === null ? "–" : written(shown.amount)}
      </dd>
    </div>
  );
}
