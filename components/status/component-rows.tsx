import { boxPath } from "@/components/marks/box-path";
import { NoticeMark } from "@/components/marks/notice-mark";
import { boundText } from "@/lib/features/status/rules/latencies";
import { type DrawnDay, percentText } from "@/lib/features/status/rules/status";
import type { StatusComponent, StatusNotice } from "@/lib/features/status/schema";

const DAY_WIDTH = 10;
const HEIGHT = 32;
/** The least height of a bar, so even a short failure is visible. */
const LEAST = 3;
/** A restart leaves a minute or two without a check. A gap smaller than this share is not drawn. */
const LEAST_GAP = 0.01;

interface ComponentRowsProps {
  components: readonly (StatusComponent & { drawn: readonly DrawnDay[] })[];
}

export function ComponentRows({ components }: ComponentRowsProps) {
  return (
    <ul>
      {components.map((component) => (
        <li key={component.name} className={ROW}>
          <div className="flex flex-wrap items-baseline gap-x-2.5 md:block">
            <b className="font-semibold">{component.title}</b>
            <span className="block text-ink-3 text-xs tabular-nums">
              {component.availability !== null
                ? percentText(component.availability)
                : component.state === "not_set_up"
                  ? "Not measured"
                  : "No data"}
            </span>
            {component.latency && (
              <span className="block w-full text-ink-3 text-xs tabular-nums">
                <span className="whitespace-nowrap">p50 {boundText(component.latency.p50_ms)},</span>{" "}
                <span className="whitespace-nowrap">p95 {boundText(component.latency.p95_ms)}</span>
              </span>
            )}
          </div>
          <div className="order-3 col-span-2 md:order-none md:col-span-1">
            <DayBars component={component} />
          </div>
          <Present component={component} />
        </li>
      ))}
    </ul>
  );
}

/** The columns of a row, also used by the lane of incidents below. */
export const ROW =
  "grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-1.5 border-hair border-b py-2.5 text-sm md:grid-cols-[11rem_minmax(0,1fr)_8rem]";

/** The sign and the words of each state. A failure depends on the component. */
const PRESENT: Partial<Record<StatusComponent["state"], [StatusNotice["kind"], string]>> = {
  operational: ["operational", "Operational"],
  maintenance: ["maintenance", "Maintenance"],
  no_data: ["unchecked", "No data"],
  not_set_up: ["unchecked", "Not set up"],
};

function Present({ component: { state, message, required } }: { component: StatusComponent }) {
  const [kind, words] = PRESENT[state] ?? (required ? ["outage", "Not working"] : ["degraded", "Degraded"]);
  return (
    <div className="md:text-right">
      <span className="inline-flex items-center gap-2">
        <NoticeMark kind={kind} />
        {words}
      </span>
      {message && <span className="block max-w-[20rem] text-ink-2 text-xs">{message}</span>}
    </div>
  );
}

function DayBars({
  component: { title, availability, drawn },
}: {
  component: ComponentRowsProps["components"][number];
}) {
  const paths = { up: "", failed: "", planned: "", none: "" };
  const troubled: { x: number; says: string }[] = [];
  for (const [index, { day, checks, failed, planned, minutes }] of drawn.entries()) {
    const x = index * DAY_WIDTH + 1;
    const missing = minutes === 0 ? 1 : Math.max(0, 1 - checks / minutes);
    const gap = missing < LEAST_GAP ? 0 : Math.max(LEAST, missing * HEIGHT);
    const partOf = (count: number) =>
      checks === 0 || count === 0 ? 0 : Math.max(LEAST, (count / checks) * (HEIGHT - gap));
    const [down, apart] = [partOf(failed), partOf(planned)];
    if (gap > 0) paths.none += boxPath(x + 0.5, 0.5, 7, gap - 1);
    if (checks > 0) paths.up += boxPath(x, gap, 8, Math.max(0, HEIGHT - gap - down - apart));
    if (apart > 0) paths.planned += boxPath(x, HEIGHT - down - apart, 8, apart);
    if (down > 0) paths.failed += boxPath(x, HEIGHT - down, 8, down);
    if (down > 0 || apart > 0 || (gap > 0 && checks > 0)) {
      troubled.push({
        x,
        says: `${day}: ${failed} of ${checks} checks failed, ${planned > 0 ? `${planned} more during planned maintenance, ` : ""}${minutes - checks} minutes without a check`,
      });
    }
  }
  const share = availability === null ? "no data" : `${percentText(availability)} of the checks passed`;
  return (
    <svg
      role="img"
      aria-label={`${title}, last 90 days: ${share}`}
      viewBox={`0 0 ${drawn.length * DAY_WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-8 w-full"
    >
      <path d={paths.none} className="fill-none stroke-rule" strokeWidth="0.5" vectorEffect="non-scaling-stroke" />
      <path d={paths.up} className="fill-accent/65" />
      <path d={paths.planned} className="fill-ink/30" />
      <path d={paths.failed} className="fill-ink" />
      {troubled.map(({ x, says }) => (
        <rect key={x} x={x} width="8" height={HEIGHT} fill="transparent">
          <title>{says}</title>
        </rect>
      ))}
    </svg>
  );
}
