import { profileTexts } from "@/components/agents/texts";
import { VolumeChart } from "@/components/marks/volume-chart";
import { Section } from "@/components/ui/section";
import type { AgentUsage } from "@/lib/features/relay/schema";

const NAMES = { events: "Events received", routings: "Intents routed to it" };

/** Shows how often the relay used an agent, by day if it was used. @param jsonPath the path of the same data as JSON */
export function UsageSection({ usage, jsonPath }: { usage: AgentUsage; jsonPath: string }) {
  const { routed, received, days, daily } = usage;
  const isUsed = routed + received > 0;
  return (
    <Section title="Usage" aside={<a href={jsonPath}>By day, as JSON</a>}>
      <p className="py-3 text-sm">
        {isUsed ? (
          profileTexts.used((label) => <b>{label}</b>, routed, received, days)
        ) : (
          <span className="text-ink-2">{`Not used through the relay in the last ${days} days.`}</span>
        )}
      </p>
      {isUsed && (
        <VolumeChart
          names={NAMES}
          days={daily.map((day) => ({ day: day.day, events: day.received, routings: day.routed }))}
        />
      )}
    </Section>
  );
}
