import { TierMark } from "@/components/marks/agent-marks";
import type { AgentProfile } from "@/lib/features/agents/schema";
import type { SuspensionEffect } from "@/lib/features/agents/suspension";

interface SuspensionEffectsProps {
  agent: Pick<AgentProfile, "trust_tier">;
  effect: SuspensionEffect;
  actor: string;
}

/** Shows what a suspension changes: first what cannot be taken back, then what a reinstatement gives back. */
export function SuspensionEffects({ agent, effect: { tokens, received, verified }, actor }: SuspensionEffectsProps) {
  const rows = [
    {
      name: "Relay",
      now: received === 1 ? "1 message in 30 days" : `${received.toLocaleString("en")} messages in 30 days`,
      after: "no messages",
    },
    { name: "Its tokens", now: `${tokens.toLocaleString("en")} valid`, after: "read and acknowledge only" },
    { name: "Verified", now: verified ? "yes" : "no", after: "no" },
    { name: "Its page", now: "how to use it", after: "your reason, in a note" },
    { name: "Tier", now: <TierMark tier={agent.trust_tier} />, after: "unchanged" },
  ];
  return (
    <div className="grid gap-4 text-sm">
      <div className="border-ink border-l-4 pl-4">
        <p className="font-semibold">Cannot be undone</p>
        <ul className="mt-1 list-disc pl-5">
          <li>
            The act is public, with your reason, under <span className="font-mono text-xs">{actor}</span>.
          </li>
          <li>Feeds have it, and webhooks receive it.</li>
        </ul>
      </div>
      <table className="w-full">
        <caption className="pb-1 text-left font-semibold">Until the agent is reinstated</caption>
        <thead>
          <tr className="border-total border-b text-left text-ink-2 text-xs">
            <th scope="col" className="py-1.5 pr-4 font-normal">
              What
            </th>
            <th scope="col" className="py-1.5 pr-4 font-normal">
              Now
            </th>
            <th scope="col" className="py-1.5 font-normal">
              While suspended
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, now, after }) => (
            <tr key={name} className="border-hair border-b">
              <th scope="row" className="py-1.5 pr-4 text-left font-normal text-ink-2">
                {name}
              </th>
              <td className="py-1.5 pr-4">{now}</td>
              <td className="py-1.5">{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
