import { ScoreWaterfall } from "@/components/agents/score-waterfall";
import { TierLadder } from "@/components/agents/tier-ladder";
import { ZoneTable } from "@/components/agents/zone-table";
import { Chain } from "@/components/anchors/chain";
import { ShortHash } from "@/components/anchors/short-hash";
import { CalendarStrip } from "@/components/incidents/calendar-strip";
import { ScoreBar } from "@/components/marks/agent-marks";
import { HashGlyph, HashJoint } from "@/components/marks/hash-glyph";
import { HashPair } from "@/components/marks/hash-pair";
import { Identicon, ServiceMark } from "@/components/marks/identicon";
import { LaneHeads, LaneStep } from "@/components/marks/lanes";
import { ScoreLine, type ScorePoint } from "@/components/marks/score-line";
import { VolumeChart } from "@/components/marks/volume-chart";
import { DriftChart } from "@/components/relay/drift-chart";
import { MatchKinds } from "@/components/relay/match-kinds";
import { Section } from "@/components/ui/section";
import type { ZoneCounts } from "@/lib/features/directory/directory-schema";
import { fillCalendar } from "@/lib/features/incidents/rules/calendar";
import type { FrozenSpan } from "@/lib/features/incidents/schema";
import { daysUpTo } from "@/lib/features/relay/rules/measures";
import { Specimen, State } from "./specimen";

const DIDS = ["did:demo:s2:glossa", "did:demo:s1:plumb-line", "did:demo:s1:night-watch"];
const HASH = "8882a782a9a3d1f0c6b5e4d3c2b1a09f8e7d6c5b4a39281706f5e4d3c2b1a098";
const OTHER = "4aa0091507d1f0c6b5e4d3c2b1a09f8e7d6c5b4a39281706f5e4d3c2b1a09888";
const NOW = "2026-11-22T12:00:00.000Z";
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);

const ENTRIES = [
  { seq: 4, hash: HASH, prev_hash: OTHER },
  { seq: 3, hash: OTHER, prev_hash: HASH },
  { seq: 2, hash: OTHER, prev_hash: HASH },
  { seq: 1, hash: HASH, prev_hash: "0".repeat(64) },
].map((entry) => ({
  ...entry,
  id: `made-up-${entry.seq}`,
  scope: "session",
  validation_status: "valid",
  created_at: NOW,
}));
const POINTS: ScorePoint[] = [
  { at: at("2026-09-01"), score: 12, tier: "T1" },
  { at: at("2026-09-20"), score: 44, tier: "T2" },
  { at: at("2026-10-18"), score: 66, tier: "T3" },
  { at: at("2026-11-06"), score: 38, tier: "T1" },
];
const SIGNALS = [
  { name: "registration", maximum: 25, contribution: 25, explanation: "every field is given" },
  { name: "verified_key", maximum: 15, contribution: 15, explanation: "proven on 2026-09-02" },
  { name: "verified_domain", maximum: 5, contribution: 0, explanation: "no domain has been proven" },
  { name: "audits", maximum: 40, contribution: 18.5, explanation: "two passed" },
  { name: "tenure", maximum: 20, contribution: 4, explanation: "82 days" },
  { name: "incidents", maximum: 0, contribution: -12, explanation: "one major" },
] as const;
const CONDITIONS = [
  { tier: "T1", condition: "Registered", held: true },
  { tier: "T2", condition: "A passed audit", held: true },
  { tier: "T2", condition: "Score of 40 or more", held: true },
  { tier: "T3", condition: "Three passed audits by two auditors", held: false },
] as const;
const DAYS = fillCalendar(
  [
    { day: "2026-09-14", severity: "LOW", incidents: 1 },
    { day: "2026-10-09", severity: "MAJOR", incidents: 2 },
    { day: "2026-11-05", severity: "CRITICAL", incidents: 1 },
    { day: "2026-11-05", severity: "LOW", incidents: 1 },
  ],
  NOW.slice(0, 10),
);
const FREEZES: FrozenSpan[] = [
  {
    ...{ subsystem: "relay", reason: "Events are delivered twice.", seq: 1, ended_seq: 2 },
    ...{ from: "2026-11-05T08:00:00.000Z", to: "2026-11-09T10:00:00.000Z" },
  },
];
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  hour: `2026-11-22T${String(hour).padStart(2, "0")}:00:00.000Z`,
  samples: hour < 4 ? 0 : 10 + hour,
  drifted: hour < 4 ? 0 : (hour * 7) % 9,
}));
const VOLUME = daysUpTo(new Date(NOW), 14).map((day, place) => {
  return { day, events: (place * 37) % 90, routings: (place * 11) % 40 };
});
const ZONES: ZoneCounts["zones"] = [
  { zone: "S0", tiers: { T0: 0, T1: 2, T2: 1, T3: 3, T4: 2 } },
  { zone: "S1", tiers: { T0: 14, T1: 31, T2: 9, T3: 4, T4: 1 } },
  { zone: "testnet", tiers: { T0: 22, T1: 3, T2: 0, T3: 0, T4: 0 } },
  { zone: null, tiers: { T0: 1, T1: 1, T2: 0, T3: 0, T4: 0 } },
];
const ZONE_COUNTS: ZoneCounts = { zones: ZONES, everyone: { T0: 37, T1: 37, T2: 10, T3: 7, T4: 3 } };

/** Shows the drawings, with invented values. */
export function Drawings() {
  return (
    <Section title="Drawings">
      <p className="mt-3 max-w-[68ch] text-ink-2 text-sm">
        A seal and a cut show 24 bits. They help people to compare and prove nothing, so the DID or the hash is always
        next to them. Each larger drawing says the same in words or as a table. The values here are invented.
      </p>
      <Specimen name="Seal" says="The round drawing of a DID.">
        {DIDS.map((did) => (
          <State key={did} name={did}>
            <Identicon did={did} size={40} />
          </State>
        ))}
        <State name="The service’s own">
          <ServiceMark />
        </State>
      </Specimen>
      <Specimen name="Cut" says="The drawing of a hash: small next to the hash, and as the edge between two slips.">
        <State name="Glyph">
          <HashGlyph hash={HASH} />
        </State>
        <State name="Next to its hash">
          <ShortHash hash={HASH} />
        </State>
        <State name="A slip that fits">
          <span className="block w-36">
            <HashJoint upper={HASH} lower={HASH} />
          </span>
        </State>
        <State name="One that does not">
          <span className="block w-36">
            <HashJoint upper={HASH} lower={OTHER} />
          </span>
        </State>
        <State name="Side by side">
          <span className="block h-24">
            <HashJoint upper={HASH} lower={HASH} sideways />
          </span>
        </State>
      </Specimen>
      <Specimen name="Hash pair" says="Two hashes that should be equal.">
        <State name="Equal">
          <HashPair upper={{ label: "Published", hash: HASH }} lower={{ label: "Recomputed", hash: HASH }} />
        </State>
        <State name="Different">
          <HashPair upper={{ label: "Published", hash: HASH }} lower={{ label: "Recomputed", hash: OTHER }} />
        </State>
        <State name="Absent">
          <HashPair
            upper={{ label: "Published", hash: HASH }}
            lower={{ label: "Recomputed", hash: "" }}
            absent="Not recomputed yet"
          />
        </State>
      </Specimen>
      <Specimen name="Chain" says="Entries of a log as slips. The hash of one cuts the edge of the next.">
        <State wide name="Whole, then with an entry that was changed">
          <Chain entries={ENTRIES} />
        </State>
      </Specimen>
      <Specimen name="Score" says="With gaps where T2 and T3 begin. The number is next to it.">
        {[0, 38, 55, 82].map((score) => (
          <State key={score} name={score.toFixed(1)}>
            <ScoreBar score={score} />
          </State>
        ))}
      </Specimen>
      <Specimen name="Score through time" says="Steps over the ranges of the tiers. Square marks include an incident.">
        <State wide name="Risen, then fallen">
          <ScoreLine
            points={POINTS}
            marks={[
              { number: 1, at: at("2026-09-20"), score: 44, square: false },
              { number: 2, at: at("2026-11-06"), score: 38, square: true },
            ]}
            from={at("2026-09-01")}
            to={at("2026-11-22")}
          />
        </State>
      </Specimen>
      <Specimen name="Score, added up" says="The double rule is only under the total.">
        <State wide name="With an incident’s weight">
          <ScoreWaterfall signals={[...SIGNALS]} score={50.5} />
        </State>
      </Specimen>
      <Specimen name="Conditions of tiers" says="Every condition, met or not yet met.">
        <State wide name="T2, earned">
          <TierLadder tier="T2" granted={false} conditions={[...CONDITIONS]} />
        </State>
      </Specimen>
      <Specimen
        name="Lanes"
        says="A trace as a sequence: an event to an agent, a routing (dashed), an event to itself, an event to no agent."
      >
        <State name="Four steps of three agents">
          <div className="w-fit">
            <LaneHeads lanes={3}>
              {DIDS.map((did) => (
                <Identicon key={did} did={did} size={20} />
              ))}
            </LaneHeads>
            {[{ from: 0, to: 1 }, { from: 1, to: 2, dashed: true }, { from: 2, to: 2 }, { from: 0 }].map((step) => (
              <div key={JSON.stringify(step)} className="h-10">
                <LaneStep lanes={3} {...step} />
              </div>
            ))}
          </div>
        </State>
      </Specimen>
      <Specimen name="Days" says="One column a day by severity. Blue below means that a subsystem was frozen.">
        <State wide name="90 days">
          <CalendarStrip days={DAYS} freezes={FREEZES} now={NOW} />
        </State>
      </Specimen>
      <Specimen name="Hours" says="The share without a match. An hour without samples is pale.">
        <State wide name="A day">
          <DriftChart series={HOURS} />
        </State>
      </Specimen>
      <Specimen name="Columns" says="Events and routings of the relay by day.">
        <State wide name="Two weeks">
          <VolumeChart days={VOLUME} />
        </State>
      </Specimen>
      <Specimen
        name="Zones"
        says="Agents by zone and tier, with bars on one scale. Small zones are counted together in the last row."
      >
        <State wide name="Three zones and others">
          <ZoneTable counts={ZONE_COUNTS} />
        </State>
      </Specimen>
      <Specimen name="Matches" says="How intents were routed.">
        <State wide name="Some of each">
          <MatchKinds matches={{ semantic: 61, syntactic: 22, none: 9 }} />
        </State>
        <State wide name="Nothing routed yet">
          <MatchKinds matches={{ semantic: 0, syntactic: 0, none: 0 }} />
        </State>
      </Specimen>
    </Section>
  );
}
