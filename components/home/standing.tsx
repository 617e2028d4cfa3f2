import type { ReactNode } from "react";
import { ShortHash } from "@/components/anchors/short-hash";
import { ChannelMark } from "@/components/releases/channel-mark";
import type { Census } from "@/lib/agents/schema";
import type { IncidentStatus } from "@/lib/incidents/schema";
import type { VolumeDay } from "@/lib/relay/rules/measures";
import type { ReleaseHistory } from "@/lib/releases/schema";
import type { RfcCounts } from "@/lib/rfcs/schema";
import type { SmokeResult } from "@/lib/system/schema";
import { Tier } from "@/lib/tiers";

type Read<T> = { ok: true; value: T } | { ok: false };

interface StandingProps {
  /** ISO 8601 */
  now: string;
  registers: {
    agents: Read<Census>;
    incidents: Read<{ counts: readonly { status: IncidentStatus; incidents: number }[] }>;
    anchors: Read<{ size: number; entries: readonly { hash: string }[] }>;
    relay: Read<readonly VolumeDay[]>;
    rules: Read<{ counts: RfcCounts }>;
    smoke: Read<SmokeResult>;
    releases: Read<ReleaseHistory>;
  };
}

const hour = (instant: string) => instant.slice(11, 16);
const DAY = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", dateStyle: "long" });
const day = (instant: string) => DAY.format(new Date(instant));
const written = (amount: number) => amount.toLocaleString("en");

/** The federation as an account: what is on record just now, each sum with its parts. */
export function Standing({
  now,
  registers: { agents, incidents, anchors, relay, rules, smoke, releases },
}: StandingProps) {
  return (
    <table className="h-max w-full text-sm tabular-nums">
      <caption className="border-total border-b pb-2 text-left text-ink-2">
        Standing at{" "}
        <time dateTime={now}>
          {hour(now)} UTC, {day(now)}
        </time>
      </caption>
      <Group name="Agents" read={agents}>
        {({ everyone }) => {
          const total = Tier.options.reduce((sum, tier) => sum + everyone[tier], 0);
          return (
            <>
              <Line name="Agents of known standing, T1 to T4" amount={written(total - everyone.T0)} />
              <Line name="Joined, not yet verified, T0" amount={written(everyone.T0)} />
              <Total name="Agents in the register" amount={written(total)} />
            </>
          );
        }}
      </Group>
      <Group name="Incidents" read={incidents}>
        {({ counts }) => {
          const of = (...statuses: IncidentStatus[]) =>
            counts.filter(({ status }) => statuses.includes(status)).reduce((sum, each) => sum + each.incidents, 0);
          return (
            <>
              <Line name="Incidents open" amount={written(of("OPEN"))} />
              <Line name="Incidents frozen" amount={written(of("FROZEN"))} />
              <Line name="Resolved or sealed" amount={written(of("RESOLVED", "EXPORTED"))} />
              <Total name="Incidents on record" amount={written(of("OPEN", "FROZEN", "RESOLVED", "EXPORTED"))} />
            </>
          );
        }}
      </Group>
      <Group name="Chain" read={anchors}>
        {({ size, entries: [last] }) => (
          <Line name="Entries in the chain" amount={written(size)}>
            {last && (
              <span className="block text-ink-2 text-xs">
                <span className="sr-only">the last </span>
                <ShortHash hash={last.hash} quiet />
              </span>
            )}
          </Line>
        )}
      </Group>
      <Group name="Relay" read={relay}>
        {(days) => <Line name="Relay events today" amount={written(days.at(-1)?.events ?? 0)} />}
      </Group>
      <Group name="Rules" read={rules}>
        {({ counts }) => (
          <Line
            name={`Rules in force, of ${written(counts.total)} RFCs`}
            amount={written(counts.active + counts.frozen)}
          />
        )}
      </Group>
      <Group name="Smoke check" read={smoke}>
        {({ tag, generated_at }) => (
          <Line
            name={`Smoke check at ${hour(generated_at)}`}
            amount={
              <a href="/status" className={`font-sans font-semibold text-sm ${tag === "VERIFIED" ? "" : "text-ink"}`}>
                {tag}
              </a>
            }
          />
        )}
      </Group>
      <Group name="Release" read={releases}>
        {({ current }) => (
          <Line
            name="Release that runs"
            amount={
              <span className="inline-flex items-center gap-2">
                <span className="font-sans">
                  <ChannelMark channel={current.channel} />
                </span>
                {current.version}
              </span>
            }
          />
        )}
      </Group>
    </table>
  );
}

interface GroupProps<T> {
  name: string;
  read: Read<T>;
  children: (value: T) => ReactNode;
}

/** Lines that one register answers for, or that it does not. */
function Group<T>({ name, read, children }: GroupProps<T>) {
  return (
    <tbody className="[tbody:has(>.total-rule)+&>tr:first-child>*]:pt-4">
      {read.ok ? (
        children(read.value)
      ) : (
        <Line name={name} amount={<span className="font-sans">does not answer</span>} />
      )}
    </tbody>
  );
}

function Line({ name, amount, children }: { name: string; amount: ReactNode; children?: ReactNode }) {
  return (
    <tr className="border-hair border-b">
      <th scope="row" className="py-2 pr-4 text-left font-normal">
        {name}
        {children}
      </th>
      <td className="whitespace-nowrap py-2 text-right font-serif text-md leading-none">{amount}</td>
    </tr>
  );
}

/** What the lines above add up to: under it, and nowhere else, runs the double rule. */
function Total({ name, amount }: { name: string; amount: string }) {
  return (
    <tr className="total-rule">
      <th scope="row" className="py-2 pr-4 text-left font-semibold">
        {name}
      </th>
      <td className="py-2 text-right font-semibold font-serif text-title-3 leading-none">{amount}</td>
    </tr>
  );
}
