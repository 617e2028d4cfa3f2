import { VolumeChart } from "@/components/relay/volume-chart";
import { Section } from "@/components/ui/section";
import type { AgentUsage } from "@/lib/relay/schema";

const NAMES = { events: "Events received", routings: "Intents routed to it" };

const times = (count: number) => (count === 1 ? "once" : `${count.toLocaleString("en")} times`);
const events = (count: number) => (count === 1 ? "1 event" : `${count.toLocaleString("en")} events`);

/** How often the relay used an agent; drawn by the day, where it was. @param twin the same as JSON */
export function UsageSection({ usage, twin }: { usage: AgentUsage; twin: string }) {
  const { routed, received, days, daily } = usage;
  const isUsed = routed + received > 0;
  return (
    <Section title="Usage" aside={<a href={twin}>By day, as JSON</a>}>
      <p className="py-3 text-sm">
        {isUsed ? (
          <>
            Routed to <b>{times(routed)}</b> and received <b>{events(received)}</b> in {days} days, through the relay.
          </>
        ) : (
          <span className="text-ink-2">Not used through the relay in the last {days} days.</span>
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
