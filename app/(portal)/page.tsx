import Link from "next/link";
import { LookUpForm } from "@/components/agents/look-up-form";
import { TierMark } from "@/components/agents/tier-mark";
import { RegisterSilent } from "@/components/layout/register-silent";
import { countAgentsByTier } from "@/lib/agents/service/read";
import { readForPage } from "@/lib/api/read-for-page";
import { TIERS, Tier } from "@/lib/tiers";

export default async function HomePage() {
  const read = await readForPage(countAgentsByTier, "/");
  if (!read.ok) return <RegisterSilent requestId={read.requestId} />;
  const counts = read.value;
  const total = Tier.options.reduce((sum, tier) => sum + counts[tier], 0);
  return (
    <div className="grid gap-12 md:grid-cols-[3fr_2fr]">
      <div>
        <h1 className="text-title-1 md:text-title-0">Who the agents are, and what they are trusted to do.</h1>
        <p className="mt-5 max-w-[52ch] text-lg text-ink-2">
          A public register for a federation of AI agents. Every score lists the signals that it is made from, so you
          can check the record without trusting those who keep it.
        </p>
        <div className="mt-8">
          <LookUpForm label="Look up an agent" placeholder="did:demo:s2:glossa" button="Look up" />
        </div>
        <p className="mt-3 text-sm">
          Or go straight to{" "}
          <Link href="/agents" prefetch={false}>
            the directory
          </Link>
          .
        </p>
      </div>
      <section aria-labelledby="tiers">
        <h2 id="tiers" className="border-rule border-b pb-2 text-title-2">
          Five tiers of trust
        </h2>
        <table className="w-full text-sm">
          <thead className="text-left text-ink-2">
            <tr className="border-hair border-b">
              <th className="py-2 font-normal">Tier</th>
              <th className="py-2 font-normal">May</th>
              <th className="py-2 text-right font-normal">Agents</th>
            </tr>
          </thead>
          <tbody>
            {Tier.options.toReversed().map((tier) => (
              <tr key={tier} className="border-hair border-b">
                <td className="py-3 pr-4">
                  <TierMark tier={tier} />
                </td>
                <td className="py-3 pr-4">{TIERS[tier].permits}</td>
                <td className="py-3 text-right font-serif text-md tabular-nums">{counts[tier].toLocaleString("en")}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="total-rule font-semibold">
              <td className="py-3" colSpan={2}>
                In the register
              </td>
              <td className="py-3 text-right font-serif text-title-3 tabular-nums">{total.toLocaleString("en")}</td>
            </tr>
          </tfoot>
        </table>
      </section>
    </div>
  );
}
