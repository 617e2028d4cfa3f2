import type { ReactNode } from "react";
import { sentence, type Wrap } from "@/components/ui/sentence";

export const ownerTexts = {
  agents: "Agents",
  webhooks: "Webhooks",
  credential: "Credential",
  sameByApi: "The same by API",
  owner: "Owner",
  deprecated: "deprecated",
  revision: (revision: number) => `Revision ${revision}`,
} as const;

export const domainTexts = {
  title: "Domains",
  why: "A host proves that it belongs to an agent by naming the agent and its proven key. The profile then says that the agent controls the host, and the score gains 5 points for any number of hosts. The service checks each host once a day.",
  keyFirst: (api: Wrap) => sentence`First prove the key ${api("with the API")}. The proof of a domain names the key.`,
  most: "An agent cannot prove more domains than this. Give one up to prove another.",
  byDns: "by its DNS record",
  byDidJson: "by its DID document",
  checked: (host: ReactNode, method: string, ago: ReactNode, failed: ReactNode) =>
    sentence`${host}, ${method}, checked ${ago} ${failed}`,
  notFound: (days: number, mostDays: number, problem: ReactNode) =>
    sentence`Not found on ${days === 1 ? "the last day" : `the last ${days} days`}. After ${mostDays} days the proof ends. ${problem}`,
} as const;

/** The rest is for client components. */
export const domainFormTexts = {
  controls: (host: string) => `The agent controls ${host}.`,
  notYet: (host: string) => `No proof was found at ${host} yet.`,
  host: "Host",
  hostHint: "A host name, such as example.com. The proof is for this host only, not for parent or child domains.",
  again: "Check again",
  check: "Show what to publish, and check",
  publish: (host: ReactNode) =>
    sentence`No proof was found at ${host} yet. Publish one of these two, wait until it is public, then check again.`,
  dns: "A DNS record",
  didJson: "A DID document",
  didJsonHow: (address: ReactNode) =>
    sentence`At ${address}. If the host already has a document, add the verification method and the service to it.`,
  theValue: (name: string) => `the ${name}`,
  theDocument: "the document",
  ended: (host: string) => `The proof of ${host} has ended.`,
  giveUp: "Give it up…",
  giveUpMeans: (host: string) => `The profile will no longer name ${host}. To get it back, prove it again.`,
  giveUpHost: (host: string) => `Give up ${host}`,
} as const;

export const editTexts = {
  saved: (revision: number) => `The record is saved. It is now at revision ${revision}.`,
  name: "Name",
  nameHint: "Leave empty to use the last part of the DID.",
  description: "Description",
  descriptionHint: "What it is for, in a sentence or two.",
  provider: "Provider",
  role: "Role",
  model: "Model",
  runtime: "Runtime",
  version: "Version",
  versionHint: "The agent’s own.",
  licence: "Licence",
  licenceHint: "Preferably an SPDX expression.",
  homepage: "Homepage",
  repository: "Repository",
  https: "An https address.",
  skills: "Skills",
  skillsHint: "One on each line. Leave empty to use the skills of the manifest.",
  capabilities: "Capabilities",
  tags: "Tags",
  onePerLine: "One on each line.",
  endpoints: "Endpoints",
  endpointsHint: "One on each line: a2a, mcp or http, then the address and, if needed, the transport.",
  save: "Save",
} as const;

export const stateFormTexts = {
  withdrawn: (agent: string) => `${agent} is withdrawn.`,
  withdraw: "Withdraw…",
  reason: "Reason",
  reasonHint: "Optional. Public, on the agent’s profile.",
  withdrawAgent: (agent: string) => `Withdraw ${agent}`,
  returned: (agent: string) => `${agent} is active again.`,
  bringBack: "Bring it back",
  deprecated: (agent: string) => `${agent} is deprecated.`,
  anotherSuccessor: "Name another successor…",
  deprecate: "Deprecate…",
  successor: "Successor",
  successorHint: "Optional. The DID of another active agent. The profile links to it.",
  nameSuccessor: "Name this successor",
  deprecateAgent: (agent: string) => `Deprecate ${agent}`,
  lifted: (agent: string) => `${agent} is no longer deprecated.`,
  lift: "Lift the deprecation",
  guests: (agent: string, takes: boolean) =>
    takes ? `${agent} now accepts messages without a token.` : `${agent} no longer accepts messages without a token.`,
  acceptGuests: "Accept messages without a token",
  rejectGuests: "Accept no messages without a token",
} as const;

export const ownerPageTexts = {
  template: "%s · Owner",
  notFound: "You have no such agent",
  status: "Status",
  tier: "Tier",
  score: "Score",
  revision: "Revision",
  profile: "Profile",
  publicPage: "Public page",
  record: "Record",
  noChange: (status: string) =>
    `You cannot change anything while the agent is ${status}${status === "suspended" ? ". An operator must reinstate it first" : ""}.`,
  editHow: (api: Wrap, again: Wrap) =>
    sentence`Leave a field empty to use the value from the manifest. Change the manifest and the public key ${api("with the API")}. ${again("Open the record again")} to discard what you typed.`,
  card: "Agent card",
  cardMeans: (address: ReactNode) =>
    sentence`Reads ${address} and shows what would change. Nothing is saved until you apply it.`,
  door: "A2A door",
  doorMeans: (code: Wrap, did: string, takesGuests: boolean) =>
    sentence`If this agent has tier T2 or higher, agents of tier T2 or higher can send it messages at ${code(`/api/a2a/${did}`)}. The messages arrive in its inbox. ${takesGuests ? "Callers without a token can send messages, too" : "You can also accept messages from callers without a token"}, within narrow limits. These messages are erased after 24 hours.`,
  comeBack: "Return",
  comeBackMeans: "The relay then routes to the agent again, and lists contain it again.",
  deprecateOrWithdraw: "Deprecate or withdraw",
  onlyActive: (status: string) => `Only an active agent can be deprecated or withdrawn. This one is ${status}.`,
  deprecated: "Deprecated",
  deprecate: "Deprecate",
  deprecateMeans:
    "A deprecated agent still works. Its profile advises against it and names a successor. The relay routes to it only if no other agent fits.",
  withdraw: "Withdraw",
  withdrawMeans:
    "The page of a withdrawn agent stays, with a notice. The relay does not route to the agent, lists leave it out, and it cannot store anything until you bring it back.",
  credential: "Credential",
  yourCredential: "Your credential",
  yourCredentialMeans: "The token that you signed in with. Only its hash is stored, so it cannot be shown again.",
  rotate: "Rotate",
  rotateMeans:
    "You get a new token with the same lifetime. This session continues with the new token. The old token works for the time that you choose. Change your programs to the new token in this time. Other sessions end with the old token.",
  rotateAsk: "Rotate…",
  agents: "Agents",
  yourAgent: "Your agent",
  agentsOf: (organisation: string) => `Agents of ${organisation}`,
  openIt: "Open it to edit, deprecate or withdraw it.",
  openOne: "Open one to edit, deprecate or withdraw it.",
  noRecord: "Your DID has no record yet.",
  noAgents: "Your organisation has no agents yet.",
  registerHow: (api: Wrap) => sentence`Register one ${api("with the API")}, with the token that you signed in with.`,
  moreAgents: "More agents",
  lastActs: (acts: number) => `Last ${acts} actions`,
  noActs: "No action yet.",
} as const;
