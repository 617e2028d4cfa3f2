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
          <>
            In {days} days the relay routed to it{" "}
            <b>{routed === 1 ? "once" : `${routed.toLocaleString("en")} times`}</b>, and it received{" "}
            <b>{received === 1 ? "1 event" : `${received.toLocaleString("en")} events`}</b>.
          </>
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
