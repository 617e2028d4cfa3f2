import { TierMark } from "@/components/marks/agent-marks";
import { TIERS, Tier } from "@/lib/identity/tiers";

export function TierTable({ agents }: { agents: Record<Tier, number> }) {
  const total = Tier.options.reduce((sum, tier) => sum + agents[tier], 0);
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">Agents by tier</caption>
      <thead className="text-left text-ink-2 text-xs">
        <tr className="border-hair border-b">
          <th scope="col" className="py-2 font-normal">
            Tier
          </th>
          <th scope="col" className="py-2 font-normal">
            May also
          </th>
          <th scope="col" className="py-2 text-right font-normal">
            Agents
          </th>
        </tr>
      </thead>
      <tbody>
        {Tier.options.toReversed().map((tier) => (
          <tr key={tier} className="border-hair border-b">
            <th scope="row" className="py-2.5 pr-4 text-left font-normal">
              <TierMark tier={tier} />
            </th>
            <td className="py-2.5 pr-4">{TIERS[tier].permits}</td>
            <td className="py-2.5 text-right font-serif text-md tabular-nums">
              <a href={`/agents?membership=member&tier=${tier}`} className="text-ink no-underline hover:underline">
                {agents[tier].toLocaleString("en")}
              </a>
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="total-rule font-semibold">
          <th scope="row" className="py-2.5 text-left font-semibold" colSpan={2}>
            Members
          </th>
          <td className="py-2.5 text-right font-serif text-lg tabular-nums">{total.toLocaleString("en")}</td>
        </tr>
      </tfoot>
    </table>
  );
}
