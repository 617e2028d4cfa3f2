import { tierFill } from "@/components/marks/agent-marks";
import type { ZoneCounts } from "@/lib/features/directory/directory-schema";
import { Tier } from "@/lib/identity/tiers";

const HIGHEST_FIRST = Tier.options.toReversed();

const sumOf = (tiers: Record<Tier, number>) => Tier.options.reduce((sum, tier) => sum + tiers[tier], 0);

export function ZoneTable({ counts: { zones, everyone } }: { counts: ZoneCounts }) {
  const most = Math.max(1, ...zones.map(({ tiers }) => sumOf(tiers)));
  return (
    <table className="w-full text-sm tabular-nums">
      <caption className="sr-only">Agents by zone and tier</caption>
      <thead className="text-ink-2 text-xs">
        <tr className="border-hair border-b">
          <th scope="col" className="py-2 text-left font-normal">
            Zone
          </th>
          <th aria-hidden className="hidden w-1/4 sm:table-cell xl:w-1/3" />
          {HIGHEST_FIRST.map((tier) => (
            <th key={tier} scope="col" className="py-2 pl-2 text-right font-normal">
              <span className="inline-flex items-center gap-1">
                <svg aria-hidden width="9" height="9" viewBox="0 0 9 9">
                  <rect x=".5" y=".5" width="8" height="8" className={`stroke-tier-edge ${tierFill(tier)}`} />
                </svg>
                {tier}
              </span>
            </th>
          ))}
          <th scope="col" className="py-2 pl-2 text-right font-normal">
            Agents
          </th>
        </tr>
      </thead>
      <tbody>
        {zones.map(({ zone, tiers }) => (
          <tr key={zone ?? ""} className="border-hair border-b">
            <th scope="row" className="max-w-28 truncate py-2.5 pr-3 text-left font-normal">
              {zone === null ? (
                "others"
              ) : (
                <a href={`/agents?membership=member&zone=${encodeURIComponent(zone)}`}>
                  <bdi>{zone}</bdi>
                </a>
              )}
            </th>
            <td aria-hidden className="hidden py-2.5 sm:table-cell">
              <Bar tiers={tiers} most={most} />
            </td>
            {HIGHEST_FIRST.map((tier) => (
              <Count key={tier} count={tiers[tier]} />
            ))}
            <td className="py-2.5 pl-2 text-right font-serif text-md">{sumOf(tiers).toLocaleString("en")}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="total-rule font-semibold">
          <th scope="row" className="py-2.5 text-left font-semibold">
            All
          </th>
          <td aria-hidden className="hidden sm:table-cell" />
          {HIGHEST_FIRST.map((tier) => (
            <Count key={tier} count={everyone[tier]} />
          ))}
          <td className="py-2.5 pl-2 text-right font-serif text-lg">{sumOf(everyone).toLocaleString("en")}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function Bar({ tiers, most }: { tiers: Record<Tier, number>; most: number }) {
  const percent = (agents: number) => `${((agents / most) * 100).toFixed(2)}%`;
  let before = 0;
  return (
    <svg aria-hidden width="100%" height="12" className="block overflow-visible">
      {HIGHEST_FIRST.filter((tier) => tiers[tier] > 0).map((tier) => {
        const x = percent(before);
        before += tiers[tier];
        return (
          <rect
            key={tier}
            x={x}
            width={percent(tiers[tier])}
            height="12"
            className={`stroke-tier-edge ${tierFill(tier)}`}
          />
        );
      })}
    </svg>
  );
}

function Count({ count }: { count: number }) {
  return (
    <td className="py-2.5 pl-2 text-right text-ink-2">
      {count === 0 ? (
        <span className="text-ink-3">
          <span aria-hidden>–</span>
          <span className="sr-only">0</span>
        </span>
      ) : (
        count.toLocaleString("en")
      )}
    </td>
  );
}
