import type { ReactNode } from "react";
import { sentence, type Wrap } from "@/components/ui/sentence";
import { agentPageTexts } from "@/lib/features/agents/texts";

const number = (value: number) => value.toLocaleString("en");

export const directoryTexts = {
  title: agentPageTexts.directory,
  lede: agentPageTexts.directoryLede,
  leaderboard: agentPageTexts.leaderboard,
  unfiltered: " The filters do not apply here.",
  programs: "This view for programs",
  filters: "Filters",
  ofEveryone: (agents: number) => ` of ${number(agents)}`,
  range: (first: number, last: number, total: number) => `${number(first)} to ${number(last)} of ${number(total)}`,
  allOf: (values: number, facet: string) => `All ${number(values)} ${facet}`,
  noMatch: (text: ReactNode, filters: ReactNode) => sentence`No agent matches${text}${filters}.`,
  nothingHow: (hasText: boolean, hasFilters: boolean) =>
    [
      ...(hasText ? ["We searched names, providers, descriptions, skills, tags and DIDs for all of the words."] : []),
      `${hasFilters ? "Remove a filter" : "Use other words"}${hasText ? ", or ask the relay, which compares the meaning" : ""}.`,
    ].join(" "),
  pastEndWhy: (first: Wrap) => sentence`The list has fewer pages. ${first("Go to the first page")}`,
} as const;

export const valueTexts = {
  facets: {
    tag: { one: "Tag", many: "tags" },
    protocol: { one: "Protocol", many: "protocols" },
    runtime: { one: "Runtime", many: "runtimes" },
    provider: { one: "Provider", many: "providers" },
    key: { one: "Key", many: "keys" },
    audited: { one: "Audits", many: "audits" },
    incidents: { one: "Incidents", many: "incidents" },
    tier: { one: "Tier", many: "tiers" },
    zone: { one: "Zone", many: "zones" },
    role: { one: "Role", many: "roles" },
    model: { one: "Model", many: "models" },
    status: { one: "Status", many: "statuses" },
    membership: { one: "Membership", many: "memberships" },
  },
} as const;

export const agentListTexts = {
  calls: (calls: number) => `${number(calls)} ${calls === 1 ? "call" : "calls"} in 30 days`,
  audits: (audits: number) => (audits === 1 ? "1 audit" : `${number(audits)} audits`),
} as const;

export const leaderboardTexts = {
  title: agentPageTexts.leaderboard,
  lede: (directory: Wrap) =>
    sentence`${agentPageTexts.leaderboardLede} To filter the agents, use ${directory("the directory")}.`,
  agents: "Agents",
} as const;

export const providerTexts = {
  notFound: "Provider not found",
  notFoundWhy: (all: Wrap) => sentence`No agent names this provider. ${all("All providers")}`,
  metaDescription: (provider: string, agents: number) =>
    `${number(agents)} ${agents === 1 ? "agent names" : "agents name"} ${provider} as its provider.`,
  lede: (agents: number) =>
    `${number(agents)} ${agents === 1 ? "agent names" : "agents name"} this provider. A name does not prove who runs the agent. Look for a verified key.`,
} as const;

export const profileTexts = {
  auditsPassed: (audits: number) => `${number(audits)} ${audits === 1 ? "audit" : "audits"} passed`,
  use: "Use it",
  lastCall: (ago: ReactNode) => sentence`last call ${ago}`,
  used: (b: Wrap, routed: number, received: number, days: number) =>
    sentence`In ${days} days the relay routed to it ${b(routed === 1 ? "once" : `${number(routed)} times`)}, and it received ${b(received === 1 ? "1 event" : `${number(received)} events`)}.`,
  repositoryHint: (repository: ReactNode) => sentence` Its repository may say how to run it: ${repository}`,
  noSkills: "This agent lists no skills.",
  moreSkills: (skills: number) => `${number(skills)} more ${skills === 1 ? "skill" : "skills"}`,
  moreExamples: (examples: number) =>
    `and ${number(examples)} more ${examples === 1 ? "example" : "examples"} in the card`,
} as const;

export const similarTexts = {
  shares: (words: number, list: ReactNode) =>
    sentence`Shares ${words > 1 ? "the rare words" : "the rare word"} ${list}. `,
  alike: (skill: ReactNode, own: ReactNode, cosine: ReactNode) => sentence`Its skill ${skill} is like ${own} ${cosine}`,
} as const;

export const stateTexts = {
  suspendedMeans: (strong: Wrap, when: ReactNode) =>
    sentence`${strong("Suspended")} by an operator on ${when}. Until it is reinstated, it cannot store anything and the relay does not route to it. Trust checks say not to trust it.`,
  withdrawnMeans: (strong: Wrap, when: ReactNode) =>
    sentence`${strong("Withdrawn")} on ${when}. This address and the record stay. The relay does not route to the agent, and lists leave it out.`,
  deprecatedMeans: (strong: Wrap, when: ReactNode, instead: ReactNode) =>
    sentence`${strong("Deprecated")} on ${when}. It still works. The relay routes to it only if no other agent fits.${instead}`,
  successorHint: (successor: ReactNode) => sentence` Use ${successor} instead.`,
} as const;

export const manifestTexts = {
  kinds: {
    "a2a-card": "A2A agent card",
    "mcp-server-json": "MCP server.json",
    "mcp-listed-server": "Entry of a registry’s list of MCP servers",
    "ard-entry": "Entry of a publisher’s catalogue (ARD)",
  },
  imported: (kind: string, day: string, sha256: string) => `${kind}, imported on ${day}. SHA-256 ${sha256}.`,
  registered: "As it was registered.",
  original: "Original file",
  tooLong: (characters: number) => `It has ${number(characters)} characters, which is too long for this page.`,
  show: "Show the manifest",
} as const;

export const panelTexts = {
  followHow: (agent: ReactNode) =>
    sentence`Put one of these addresses into a feed reader. It then shows the changes, audits and incidents of ${agent}.`,
  atom: "Atom",
} as const;

export const trustTexts = {
  granted: (tier: string, day: string, reason: ReactNode) => sentence`An operator granted ${tier} on ${day}: ${reason}`,
} as const;

export const scoreTexts = {
  how: (asOf: string, facts: Wrap, script: Wrap, record: Wrap) =>
    sentence`As of ${asOf}, UTC. A dashed box is what a signal could still add. Every line is a public fact. You get the same number from ${facts("the facts as JSON")} with ${script("a script")}. There is also ${record("the record as JSON")}.`,
} as const;

export const historyTexts = {
  all: (total: number) => `All ${number(total)}`,
  newestOf: (total: number) => `The newest of ${number(total)}`,
  newestChanges: (drawn: number, total: number) => `The newest ${number(drawn)} of ${number(total)} changes.`,
  reasons: {
    recorded: "The history begins",
    joined: "Joined",
    registered: "Registered its record",
    listed: "Copied from a list",
    claimed: "Claimed by its maker",
    updated: "Changed its record",
    key_proven: "Proved its key",
    key_changed: "Registered another key",
    domain_proven: "Proved a domain",
    domain_lost: "Lost a domain",
    domain_given_up: "Gave up a domain",
    audit_passed: "Audit passed",
    audit_failed: "Audit failed",
    incident: "Incident",
    incident_cleared: "Cleared of incident",
    tier_granted: "An operator granted the tier",
    grant_withdrawn: "The grant was withdrawn",
    suspended: "Suspended",
    reinstated: "Reinstated",
    new_day: "Daily recalculation",
  },
} as const;

/** For a client component. */
export const pullCardTexts = {
  wouldChange: (address: ReactNode) => sentence`The card at ${address} would change:`,
  namesakes: (members: ReactNode) => sentence`Other members have this name, or one that looks like it: ${members}`,
} as const;
