import { AgentSentence, EndpointList, NamedPage, ProtocolMarks, TagLinks } from "@/components/agents/about";
import { DidCells } from "@/components/agents/did-cells";
import { StatusMark as AgentStatusMark, DomainMark, KeyMark, TierMark } from "@/components/agents/marks";
import { StateNotices } from "@/components/agents/state-notice";
import { ApplicationMark } from "@/components/applications/application-mark";
import { VerdictMark } from "@/components/council/audit-entry";
import { FindingMark, StatusMark as IncidentStatusMark, SeverityMark } from "@/components/incidents/marks";
import { ChannelMark } from "@/components/releases/channel-mark";
import { ReviewVerdictMark, RfcStatusMark, TallyLine } from "@/components/rfcs/marks";
import { NoticeMark } from "@/components/system/notice-mark";
import { MatchMark } from "@/components/ui/marks";
import { Section } from "@/components/ui/section";
import { ApplicationStatus } from "@/lib/applications/schema";
import { Verdict } from "@/lib/council/schema";
import { IncidentStatus, Severity } from "@/lib/incidents/schema";
import { Channel } from "@/lib/releases/schema";
import { ReviewVerdict, RfcStatus } from "@/lib/rfcs/schema";
import type { StatusNotice } from "@/lib/system/schema";
import { Tier } from "@/lib/tiers";
import { Specimen } from "./specimen";

const SINCE = "2026-11-22T09:14:00.000Z";

const NOTICES: readonly StatusNotice[] = [
  { kind: "operational", text: "All components operational" },
  { kind: "incident", text: "1 open incident", incident: 7 },
  { kind: "degraded", text: "Degraded: Semantic search" },
  { kind: "unchecked", text: "No check since 2026-11-22 09:14 UTC" },
  { kind: "frozen", text: "Memory frozen" },
  { kind: "critical", text: "Critical incident: A clock is wrong" },
  { kind: "outage", text: "Not working: Database" },
];

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
        <div className="grid gap-3">
          <AgentSentence description="Translates leases and letters, and asks where a sentence has two meanings." />
          <AgentSentence description="" />
          <TagLinks tags={["translation", "polish"]} />
          <ul>
            <ProtocolMarks protocols={["a2a", "mcp", "http"]} />
          </ul>
        </div>
      </Specimen>
      <Specimen name="DID" says="Each part in a cell with its label; rows on a phone.">
        <DidCells did="did:web:s3:agents.atlas.example:letters-and-leases" />
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
        {["active", "pending", "unverified", "suspended", "withdrawn"].map((status) => (
          <AgentStatusMark key={status} status={status} />
        ))}
        <KeyMark />
        <DomainMark host="xn--bcher-kva.example" />
      </Specimen>
      <Specimen name="State of an agent" says="Above its record, for as long as it lasts.">
        <div>
          <StateNotices
            agent={{
              suspension: { since: SINCE, reason: "It answered with the text of another agent.", seq: 7 },
              withdrawal: { since: SINCE, reason: "", seq: 8 },
              deprecation: { since: SINCE, reason: "A newer one is there.", seq: 9 },
              successor: "did:fed:s1:atlas",
            }}
          />
        </div>
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
      <Specimen name="How the service does" says="In the band on top of every page, and on the status page.">
        {NOTICES.map(({ kind, text }) => (
          <span key={kind} className="inline-flex items-center gap-2 font-semibold text-sm">
            <NoticeMark kind={kind} />
            {text}
          </span>
        ))}
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
