import { ApplicationMark } from "@/components/access/applications/application-mark";
import { AgentSentence, EndpointList, NamedPage, ProtocolMarks, TagLinks } from "@/components/agents/agent-details";
import { DidParts } from "@/components/agents/did-parts";
import { ClaimBox, CopiedFrom, ListedLine, ListedMark, ListedTrust } from "@/components/agents/listed";
import { StateNotices } from "@/components/agents/state-notices";
import { VerdictMark } from "@/components/council/audit-entry";
import { StatusMark as AgentStatusMark, DomainMark, KeyMark, TierMark } from "@/components/marks/agent-marks";
import { FindingMark, StatusMark as IncidentStatusMark, SeverityMark } from "@/components/marks/incident-marks";
import { NoticeMark } from "@/components/marks/notice-mark";
import { ChannelMark } from "@/components/releases/channel-mark";
import { ReviewVerdictMark, RfcStatusMark, TallyLine } from "@/components/rfcs/marks";
import { MatchMark } from "@/components/ui/marks";
import { Section } from "@/components/ui/section";
import { ApplicationStatus } from "@/lib/features/access/applications/schema";
import { Verdict } from "@/lib/features/council/schema";
import { IncidentStatus, Severity } from "@/lib/features/incidents/schema";
import { Channel } from "@/lib/features/releases/schema";
import { ReviewVerdict, RfcStatus } from "@/lib/features/rfcs/schema";
import type { StatusNotice } from "@/lib/features/status/schema";
import { Tier } from "@/lib/identity/tiers";
import { Specimen } from "./specimen";

const LISTING = {
  did: "did:mcp:default:acme-clock",
  since: "2026-09-02",
  from: { name: "the MCP Registry", href: "https://registry.modelcontextprotocol.io" },
};
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

/** Shows the words for states, each with its sign. */
export function Marks() {
  return (
    <Section title="Marks">
      <Specimen name="Tier" says="Its name and filled steps, so it does not depend on colour.">
        {Tier.options.map((tier) => (
          <TierMark key={tier} tier={tier} />
        ))}
      </Specimen>
      <Specimen
        name="Listed"
        says="A record that nobody has claimed. It has a dashed mark in place of a tier, and no figure."
      >
        <ListedMark />
        <ListedMark long />
        <ListedLine listing={LISTING} />
        <CopiedFrom listing={LISTING} />
        <ListedTrust agent={{ trust_tier: "T1", trust_score: 15, incidents_named: 0 }} />
        <ClaimBox did={LISTING.did} />
      </Specimen>
      <Specimen name="An agent’s own words" says="Text and tags as the agent gave them. Empty values are left out.">
        <div className="grid gap-3">
          <AgentSentence description="Translates leases and letters, and asks where a sentence has two meanings." />
          <AgentSentence description="" />
          <TagLinks tags={["translation", "polish"]} />
          <ul>
            <ProtocolMarks protocols={["a2a", "mcp", "http"]} />
          </ul>
        </div>
      </Specimen>
      <Specimen name="DID" says="Each part in a cell with its label, or in rows on a phone.">
        <DidParts did="did:web:s3:agents.atlas.example:letters-and-leases" />
      </Specimen>
      <Specimen
        name="Endpoints"
        says="The addresses of an agent. They are not pages, so they can be copied but are not links."
      >
        <EndpointList
          endpoints={[
            { protocol: "a2a", url: "https://atlas.example/a2a", transport: "JSONRPC" },
            { protocol: "http", url: "https://atlas.example/api" },
          ]}
        />
        <NamedPage url="https://atlas.example/" />
      </Specimen>
      <Specimen name="Agent’s status" says="A filled, half-filled, or empty dashed circle.">
        {["active", "pending", "unverified", "suspended", "withdrawn"].map((status) => (
          <AgentStatusMark key={status} status={status} />
        ))}
        <KeyMark />
        <DomainMark host="xn--bcher-kva.example" />
      </Specimen>
      <Specimen name="State of an agent" says="Above its record, while the state lasts.">
        <div>
          <StateNotices
            agent={{
              suspension: { since: SINCE, reason: "It responded with the text of another agent.", seq: 7 },
              withdrawal: { since: SINCE, reason: "", seq: 8 },
              deprecation: { since: SINCE, reason: "There is a newer one.", seq: 9 },
              successor: "did:fed:s1:atlas",
            }}
          />
        </div>
      </Specimen>
      <Specimen
        name="Severity"
        says="One, two or three bars. Only for incidents, never for form errors or failed audits."
      >
        {Severity.options.map((severity) => (
          <SeverityMark key={severity} severity={severity} />
        ))}
      </Specimen>
      <Specimen name="Incident’s status" says="Blue means only frozen.">
        {IncidentStatus.options.map((status) => (
          <IncidentStatusMark key={status} status={status} />
        ))}
        <FindingMark incident={{ confirmed: false, unfounded: false }} />
        <FindingMark incident={{ confirmed: true, unfounded: true }} />
      </Specimen>
      <Specimen name="Status of the service" says="In the band at the top of every page, and on the status page.">
        {NOTICES.map(({ kind, text }) => (
          <span key={kind} className="inline-flex items-center gap-2 font-semibold text-sm">
            <NoticeMark kind={kind} />
            {text}
          </span>
        ))}
      </Specimen>
      <Specimen name="Audit’s verdict" says="A failed audit is in ink. Red is only for incidents.">
        {Verdict.options.map((verdict) => (
          <VerdictMark key={verdict} verdict={verdict} />
        ))}
      </Specimen>
      <Specimen name="RFC’s status" says="Proposed dashed, in force filled, out of force struck through.">
        {RfcStatus.options.map((status) => (
          <RfcStatusMark key={status} status={status} />
        ))}
      </Specimen>
      <Specimen name="Reviews" says="The verdict of one reviewer, and the sum of all.">
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
      <Specimen name="Match" says="Whether something matches the manifest.">
        <MatchMark match>It matches the manifest</MatchMark>
        <MatchMark match={false}>It does not match</MatchMark>
      </Specimen>
      <Specimen name="Channel" says="Dashed if nothing is released.">
        {Channel.options.map((channel) => (
          <ChannelMark key={channel} channel={channel} />
        ))}
      </Specimen>
    </Section>
  );
}
