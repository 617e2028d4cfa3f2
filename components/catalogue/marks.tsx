import { AgentAbout, EndpointList, NamedPage } from "@/components/agents/about";
import { StatusMark as AgentStatusMark, KeyMark, TierMark } from "@/components/agents/marks";
import { ApplicationMark } from "@/components/applications/application-mark";
import { VerdictMark } from "@/components/council/audit-entry";
import { FindingMark, StatusMark as IncidentStatusMark, SeverityMark } from "@/components/incidents/marks";
import { SubsystemStanding } from "@/components/layout/standing-band";
import { ChannelMark } from "@/components/releases/channel-mark";
import { ReviewVerdictMark, RfcStatusMark, TallyLine } from "@/components/rfcs/marks";
import { MatchMark } from "@/components/ui/marks";
import { Section } from "@/components/ui/section";
import { ApplicationStatus } from "@/lib/applications/schema";
import { Verdict } from "@/lib/council/schema";
import { IncidentStatus, Severity } from "@/lib/incidents/schema";
import { Channel } from "@/lib/releases/schema";
import { ReviewVerdict, RfcStatus } from "@/lib/rfcs/schema";
import { Tier } from "@/lib/tiers";
import { Specimen } from "./specimen";

const SINCE = "2026-11-22T09:14:00.000Z";

/** The words that say how a thing stands, each with its sign. */
export function Marks() {
  return (
    <Section title="Marks">
      <Specimen name="Tier" says="Name, filled steps and depth of the hue, so that the colour alone never says it.">
        {Tier.options.map((tier) => (
          <TierMark key={tier} tier={tier} />
        ))}
      </Specimen>
      <Specimen
        name="An agent’s own words"
        says="Text and tags as the agent gave them. Nothing stands where it says nothing."
      >
        <div>
          <AgentAbout
            description="Translates leases and letters, and asks where a sentence has two meanings."
            tags={["translation", "polish"]}
          />
        </div>
      </Specimen>
      <Specimen
        name="Endpoints"
        says="Where an agent says that it answers. They are no pages, so they are copied, not followed."
      >
        <EndpointList
          endpoints={[
            { protocol: "a2a", url: "https://atlas.example/a2a", transport: "JSONRPC" },
            { protocol: "http", url: "https://atlas.example/api" },
          ]}
        />
        <NamedPage url="https://atlas.example/" />
      </Specimen>
      <Specimen name="Agent’s status" says="Filled, half, or an empty round in dashes.">
        {["active", "pending", "unverified", "suspended"].map((status) => (
          <AgentStatusMark key={status} status={status} />
        ))}
        <KeyMark />
      </Specimen>
      <Specimen
        name="Severity"
        says="Of incidents only; one, two or three bars. Never for form errors or failed audits."
      >
        {Severity.options.map((severity) => (
          <SeverityMark key={severity} severity={severity} />
        ))}
      </Specimen>
      <Specimen name="Incident’s status" says="Blue is frozen, and nothing else.">
        {IncidentStatus.options.map((status) => (
          <IncidentStatusMark key={status} status={status} />
        ))}
        <FindingMark incident={{ confirmed: false, unfounded: false }} />
        <FindingMark incident={{ confirmed: true, unfounded: true }} />
      </Specimen>
      <Specimen name="Subsystem" says="In the band on top of every page, with the reason while it is frozen.">
        <SubsystemStanding freeze={{ subsystem: "relay", frozen: false, reason: null, since: null }} />
        <span className="inline-flex min-h-9 items-center">
          <SubsystemStanding freeze={{ subsystem: "memory", frozen: true, reason: "A clock is wrong", since: SINCE }} />
        </span>
      </Specimen>
      <Specimen name="Audit’s verdict" says="A failed audit is in ink: red is an incident’s.">
        {Verdict.options.map((verdict) => (
          <VerdictMark key={verdict} verdict={verdict} />
        ))}
      </Specimen>
      <Specimen name="RFC’s status" says="Proposed in dashes, in force filled, out of force struck through.">
        {RfcStatus.options.map((status) => (
          <RfcStatusMark key={status} status={status} />
        ))}
      </Specimen>
      <Specimen name="Reviews" says="What one reviewer said, and what all did.">
        {ReviewVerdict.options.map((verdict) => (
          <ReviewVerdictMark key={verdict} verdict={verdict} />
        ))}
        <TallyLine tally={{ approve: 3, object: 1, comment: 2 }} />
        <TallyLine tally={{ approve: 0, object: 0, comment: 0 }} />
      </Specimen>
      <Specimen name="Application’s status" says="On the applicant’s page and in the console.">
        {ApplicationStatus.options.map((status) => (
          <ApplicationMark key={status} status={status} />
        ))}
      </Specimen>
      <Specimen name="Match" says="Whether something is what it ought to be.">
        <MatchMark match>It is what the manifest says</MatchMark>
        <MatchMark match={false}>It is not</MatchMark>
      </Specimen>
      <Specimen name="Channel" says="In dashes where nothing is released.">
        {Channel.options.map((channel) => (
          <ChannelMark key={channel} channel={channel} />
        ))}
      </Specimen>
    </Section>
  );
}
